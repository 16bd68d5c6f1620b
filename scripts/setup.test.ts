import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
const named = [...read('docs/operations.md').matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map(([, name = '']) => name)
/** Measurements are for whoever builds the product, and has run its tests; the list of parts is npm's own, from the lock file. */
const commands = [...new Set(named)].filter(name => !name.startsWith('bench') && name !== 'sbom')

it.each(['start', ...commands])('npm run %s makes a fresh clone ready first', name => {
  expect(scripts[name]).toBeDefined()
  expect(scripts[`pre${name}`]).toMatch(/^node scripts\/setup\.mjs/)
})
