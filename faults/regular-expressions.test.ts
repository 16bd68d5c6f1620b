import { describe, expect, it } from 'vitest'
import { allExpressions, expressionsIn, madeWhileRunning, readJudged } from './regular-expressions.ts'

describe('regular expressions', () => {
  const all = allExpressions()

  it('are found wherever they stand', () => {
    const text = `const a = /a+/g; v.regex(/^b$/); <i c={'/no/'}>{s.replace(/c/u, '')}</i>; new RegExp('d' + e)`
    expect(expressionsIn('x.tsx', text).map(({ name }) => name)).toEqual(['/a+/g', '/^b$/', '/c/u', madeWhileRunning])
    expect(all.size).toBeGreaterThan(40)
  })

  it('are judged to take a time in proportion to their text: a new one by `npm run expressions`', () => {
    const judged = readJudged()
    const unjudged = [...all].flatMap(([name, { places }]) => (judged.has(name) ? [] : [`${name} in ${places.join()}`]))
    expect(unjudged).toEqual([])
  })
})
