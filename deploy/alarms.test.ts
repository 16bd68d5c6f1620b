import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/harness.ts'

const read = (...path: string[]) => readFileSync(join(import.meta.dirname, ...path), 'utf8')
const rules = read('alarms.yml')
const { app } = startTestApp()

it('each alarm has its sentence, and what to do, in the operator’s book, and the book no other', () => {
  const said = [...rules.matchAll(/- alert: (\w+)\n.*?summary: "([^"]+)"/gs)].map(([, name, sentence]) => [
    name,
    sentence,
  ])
  const rows = [...read('..', 'docs', 'operations.md').matchAll(/^\| `(Arcade\w+)` \| ([^|]+) \| ([^|]+) \|$/gm)]
  expect(said.length).toBe(rules.match(/- alert:/g)?.length)
  expect(rows.map(([, name, sentence]) => [name, sentence])).toEqual(expect.arrayContaining(said))
  expect(rows).toHaveLength(said.length)
  for (const [, name, , whatToDo = ''] of rows) expect(whatToDo.length, name).toBeGreaterThan(10)
})

it('each alarm is of a figure that a process shows from its start, or of Prometheus’ own', async () => {
  const shown = await app.metrics.registry.metrics()
  const asked = new Set(rules.match(/\b(arcade|nodejs|process)_\w+(?=[{)\s[])/g))
  expect(asked.size).toBeGreaterThan(12)
  for (const name of asked) expect(shown, name).toContain(`# TYPE ${name.replace(/_(bucket|count)$/, '')} `)
})
