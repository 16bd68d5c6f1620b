import { expect, it } from 'vitest'
import { rowsOf } from '#kit/server/table-file.ts'
import { noCreatingRates, startTestApp } from '#test/harness.ts'
import { head, imports, previewOf } from '#test/importing.ts'
import { mostLines } from '../rules.ts'

const { make, as } = startTestApp({ creatingRates: noCreatingRates })

async function opened() {
  const laboratory = await make.laboratory()
  const staff = await make.user(laboratory, { title: '', first_name: 'Claire', last_name: 'Roux' })
  return { laboratory, staff, call: await as(staff) }
}
it('nothing is read beyond 50,000 lines', async () => {
  async function* pieces() {
    for (let piece = 0; piece <= 50_000; piece += 100) yield Buffer.from('x\n'.repeat(100))
  }
  let count = 0
  const read = async () => {
    for await (const _row of rowsOf(pieces(), ';', mostLines.products)) count += 1
  }
  await expect(read()).rejects.toMatchObject({ code: 'too_many_lines', status: 422 })
  expect(count).toBe(50_001)
})

/** `IMPORT_LINES=50000` runs with the maximum, and prints time and memory. */
const count = Number(process.env.IMPORT_LINES ?? 2_500)

it('a long file is looked through line by line, and each of its wrong lines is named', async () => {
  const { call } = await opened()
  const lines = Array.from({ length: count }, (_, index) => {
    const days = index % 500 === 250 ? 'jamais' : String(index % 30)
    return `P-${index};Famille ${index % 30};Couronne zircone stratifiée n° ${index};${days};149,00;obligatoire`
  })
  const content = `${head}\n${lines.join('\n')}\n`
  const figures = watched()
  const { id, preview } = await previewOf(call, content)
  const took = figures()
  const wrong = count / 500
  expect(preview).toMatchObject({ added: count - wrong, changed: 0, unchanged: 0, wrong })
  const expected = Array.from({ length: wrong }, (_, index) => [
    252 + index * 500,
    'leadDays',
    'not_a_number',
    'jamais',
  ])
  expect(
    preview.faults.map(({ line, field, code, cell }: Record<string, unknown>) => [line, field, code, cell]),
  ).toEqual(expected)
  const saved = await (await call(`${imports}/${id}/faults`)).text()
  expect(saved.split('\r\n')).toHaveLength(wrong + 2)
  if (process.env.IMPORT_LINES) process.stdout.write(`${JSON.stringify({ bytes: content.length, ...took })}\n`)
})

function watched() {
  global.gc?.()
  const began = performance.now()
  const before = process.memoryUsage().rss
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 20)
  return () => {
    clearInterval(timer)
    return { milliseconds: Math.round(performance.now() - began), grownMegabytes: Math.round((most - before) / 1e6) }
  }
}
