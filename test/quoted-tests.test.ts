// docs/security.md and docs/forty-rules.md name where each protection and each rule stands and what shows it: all of it is there.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const read = (path: string) => readFileSync(resolve(root, path), 'utf8')
const page = read('docs/security.md')
const rows = page
  .split('\n')
  .filter(line => line.startsWith('| ') && !/^\| \| |^\| Rule \|/.test(line))
  .map(line => line.slice(1, -1).split(' | '))
const numbered = rows.filter(([first = '']) => /^ ?S\d\d$/.test(first))

/** All else in ticks is a name: of the database, of the code, of a command. */
const isPath = (words: string) => /^(\.\w|[\w.-]+(\/|\.\w+$))/.test(words) && !words.startsWith('tenant.')
const inTicks = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, words = '']) => words)

/** What stands beside titles and paths, and not in brackets: a sentence that takes something back. */
const hasReserve = (cells: string[]) =>
  /\p{L}/u.test((cells[3] ?? '').replace(/`[^`]+`|"[^"]+"|\([^)]*\)/g, '')) || cells[1]?.endsWith('decided so.')

test('each of the sixty has one line, in order, and what is not held, or not shown, stands at the end once more', () => {
  const sixty = Array.from({ length: 60 }, (_, index) => `S${String(index + 1).padStart(2, '0')}`)
  expect(numbered.map(([number = '']) => number.trim())).toEqual(sixty)
  expect(numbered.filter(cells => cells.length !== 4)).toEqual([])
  const end = page.split('## Not held, or not shown')[1] ?? ''
  const listed = [...end.matchAll(/^- \*\*(S\d\d)\*\*: /gm)].map(([, number]) => number)
  const open = numbered.filter(hasReserve).map(([number = '']) => number.trim())
  expect([...new Set(listed)].toSorted()).toEqual(open)
})

test('every path that it names is there', () => {
  const paths = inTicks(page).filter(isPath)
  expect(paths.length).toBeGreaterThan(150)
  expect(paths.filter(path => !existsSync(resolve(root, path)))).toEqual([])
})

test('every title that it quotes stands in the file named before it', () => {
  let quoted = 0
  const wrong = rows.flatMap(cells => {
    let file = ''
    const found: string[] = []
    for (const [, path, title] of (cells.at(-1) ?? '').matchAll(/`([^`]+)`|"([^"]+)"/g)) {
      if (path && isPath(path)) file = path
      if (!title) continue
      quoted += 1
      // As it is written in the source, where an apostrophe is never the straight one; a comment that says the same is taken for it.
      if (!file || !read(file).includes(title)) found.push(`${cells[0]?.trim()}: ${file} "${title}"`)
    }
    return found
  })
  expect(wrong).toEqual([])
  expect(quoted).toBeGreaterThan(150)
})

test('every other name that it has stands in the database or in the files beside it', () => {
  const schema = read('db/schema.sql')
  const wrong = rows.flatMap(cells => {
    const names = inTicks(cells.slice(-2).join(' '))
    const files = names.filter(isPath).filter(path => statSync(resolve(root, path)).isFile())
    const texts = [schema, read('package.json'), ...files.map(read)]
    return names
      .filter(name => !isPath(name))
      .map(name => name.replace(/^npm (run )?/, ''))
      .filter(name => !texts.some(text => text.includes(name)))
  })
  expect(wrong).toEqual([])
})

/** Of the page of the forty rules: what stands before a word in quotation marks and is no name of a test. */
const wordsBeforeQuotes = new Set(['Polaris.', '.', 'rule', 'with', 'of', 'and'])

test('so does every title that the page of the forty rules quotes, whole or its pieces', () => {
  const quotes = [...read('docs/forty-rules.md').matchAll(/([\w./-]+) ((?:"[^"]+"(?:, | and )?)+)/g)].flatMap(
    ([, name = '', titles = '']) => {
      const path = name.endsWith('.ts') ? name : `test/e2e/${name}.e2e.ts`
      if (wordsBeforeQuotes.has(name)) return []
      return [...titles.matchAll(/"([^"]+)"/g)].map(([, title = '']) => ({ path, title }))
    },
  )
  const isThere = ({ path, title }: { path: string; title: string }) =>
    title.split('…').every(piece => read(path).includes(piece.trim()))
  expect(quotes.filter(quote => !isThere(quote))).toEqual([])
  expect(quotes.length).toBeGreaterThan(30)
})
