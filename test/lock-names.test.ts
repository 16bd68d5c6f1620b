import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const locks =
  /\bfor (no key )?update\b|\bfor (key )?share\b|\.for(NoKey)?Update\(|\.for(Key)?Share\(|pg_(try_)?advisory_xact_lock/i
/** Names of what only looks, or does not say. */
const looks = /^(count|find|list|read|load|has|is|may|hold|held|keep)([A-Z]|$)/

/** Each function and constant of a file with its text. */
const namedIn = (text: string) =>
  text
    .split(/^(?=(?:export )?(?:async )?(?:function|const) )/m)
    .map(part => ({ name: /^(?:export )?(?:async )?(?:function|const) (\w+)/.exec(part)?.[1] ?? '', part }))

it('whatever takes a lock and only looks says so by its name, or is asked to by `isLocked`', () => {
  const files = globSync(['features/*/server/*.ts', 'tenancy/server/*.ts']).filter(file => !file.endsWith('.test.ts'))
  expect(files.length).toBeGreaterThan(300)
  const silent = files.flatMap(file =>
    namedIn(readFileSync(file, 'utf8'))
      .filter(({ name, part }) => looks.test(name) && locks.test(part) && !part.includes('isLocked'))
      .map(({ name }) => `${file} ${name}`),
  )
  expect(silent).toEqual([])
})
