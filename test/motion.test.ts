import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const sheets = globSync('{app,features,tenancy,kit}/**/*.css').map(path => ({ path, css: readFileSync(path, 'utf8') }))

/** What the compositor moves by itself; `display` and `overlay` only keep a closing dialog there until it has faded. */
const cheap = new Set(['transform', 'translate', 'scale', 'rotate', 'opacity', 'display', 'overlay'])

test('only transform and opacity move, so that nothing is laid out or painted again on the way', () => {
  const others = sheets.flatMap(({ path, css }) => [
    ...[...css.matchAll(/transition:([^;]+);/g)].flatMap(([, list = '']) =>
      list
        .replace(/\([^)]*\)/g, '')
        .split(',')
        .map(part => part.trim().split(/\s/)[0] ?? '')
        .filter(property => !cheap.has(property) && property !== 'none')
        .map(property => `${path} moves ${property}`),
    ),
    ...[...css.matchAll(/@keyframes [\w-]+ \{((?:[^{}]*\{[^{}]*\})*)/g)].flatMap(([, steps = '']) =>
      [...steps.matchAll(/([\w-]+):/g)]
        .map(([, property = '']) => property)
        .filter(property => !cheap.has(property))
        .map(property => `${path} moves ${property}`),
    ),
  ])
  expect(sheets.length).toBeGreaterThan(20)
  expect(others).toEqual([])
})

test('whatever moves has asked first whether it may', () => {
  const unasked = sheets.filter(
    ({ css }) => /\b(transition|animation):/.test(css) && !/prefers-reduced-motion/.test(css),
  )
  expect(unasked.map(({ path }) => path)).toEqual([])
})
