import { expect, it } from 'vitest'
import { rowsOf } from './table-file.ts'

const most = 50_000

async function* inPieces(text: string) {
  for (let from = 0; from < text.length; from += 256 * 1024) yield Buffer.from(text.slice(from, from + 256 * 1024))
}

it('lets others have their turn while it reads rows of a letter or two', async () => {
  let [turns, isOver] = [0, false]
  const others = () => {
    turns += 1
    if (!isOver) setImmediate(others)
  }
  setImmediate(others)
  let rows = 0
  for await (const _row of rowsOf(inPieces(`A;B\n${'"\n'.repeat(64 * 1024)}`), ';', most)) rows += 1
  isOver = true
  expect(rows).toBeGreaterThan(30_000)
  // A single piece, read at once, would leave others no turn.
  expect(turns).toBeGreaterThan(5)
})

it('keeps no line without end: what stands before it is read, and then it is no table any more', async () => {
  const rows = []
  for await (const row of rowsOf(inPieces(`A;B\n1;2\n${';'.repeat(400_000)}\n3;4\n`), ';', most)) rows.push(row)
  expect(rows).toEqual([
    { line: 1, cells: ['A', 'B'] },
    { line: 2, cells: ['1', '2'] },
    { line: 3, broken: true },
  ])
})

it('reads a line as long as its cells may be, with its marks', async () => {
  const long = 'e'.repeat(30_000)
  const rows = []
  for await (const row of rowsOf(inPieces(`A;B\n${long};"2\n"\n3;4\n`), ';', most)) rows.push(row)
  expect(rows).toEqual([
    { line: 1, cells: ['A', 'B'] },
    { line: 2, cells: [long, '2\n'] },
    { line: 4, cells: ['3', '4'] },
  ])
})
