import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { checkSync } from 'recheck'
import { parseSync, Visitor } from 'vite'
import { describe, expect, it } from 'vitest'

// The one of its engines that needs neither Java nor a program of this platform.
process.env.RECHECK_BACKEND = 'pure'

const root = resolve(import.meta.dirname, '..')
const paths = globSync('{app,features,tenancy,kit,db}/**/*.{ts,tsx}', {
  cwd: root,
  exclude: path => /\.test\.ts$/.test(path),
})

/** Made of words that stand in the code or in its own build, never of what a caller sends. */
const madeOfOwnWords = ['app/server/compress-page.ts', 'app/server/web-build.ts']

type Found = { pattern: string; flags: string; places: string[] }

function expressionsIn(path: string, text: string): { pattern: string; flags: string; place: string }[] {
  const found: { pattern: string; flags: string; place: string }[] = []
  const place = (start: number) => `${path}:${text.slice(0, start).split('\n').length}`
  const { program, errors } = parseSync(path, text)
  expect(errors, path).toEqual([])
  new Visitor({
    Literal(node) {
      if ('regex' in node) found.push({ ...node.regex, place: place(node.start) })
    },
    NewExpression(node) {
      if (node.callee.type === 'Identifier' && node.callee.name === 'RegExp' && !madeOfOwnWords.includes(path))
        found.push({ pattern: '', flags: 'made while running', place: place(node.start) })
    },
  }).visit(program)
  return found
}

const all = new Map<string, Found>()
for (const path of paths) {
  for (const { pattern, flags, place } of expressionsIn(path, readFileSync(resolve(root, path), 'utf8'))) {
    const key = `/${pattern}/${flags}`
    const known = all.get(key)
    if (known) known.places.push(place)
    else all.set(key, { pattern, flags, places: [place] })
  }
}

describe('regular expressions', () => {
  it('are found wherever they stand', () => {
    const text = `const a = /a+/g; v.regex(/^b$/); <i c={'/no/'}>{s.replace(/c/u, '')}</i>; new RegExp('d' + e)`
    expect(expressionsIn('x.tsx', text).map(({ pattern }) => pattern)).toEqual(['a+', '^b$', 'c', ''])
    expect(all.size).toBeGreaterThan(40)
  })

  it.each([...all])('%s takes a time in proportion to its text', (_name, { pattern, flags, places }) => {
    expect(flags, places.join()).not.toBe('made while running')
    const { status } = checkSync(pattern, flags, { timeout: 20_000 })
    expect(status, places.join()).toBe('safe')
  })

  it('that are slow are noticed', () => {
    expect(checkSync('^(a+)+$', '').status).toBe('vulnerable')
    expect(checkSync('\\s+$', '').status).toBe('vulnerable')
  })
})
