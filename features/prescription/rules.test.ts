import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatShade, formatTeeth, inArchOrder, summarize, toothRuns, type Work } from './rules.ts'

const quadrants = [1, 2, 3, 4].flatMap(quadrant => [1, 2, 3, 4, 5, 6, 7, 8].map(place => quadrant * 10 + place))
const deciduous = [5, 6, 7, 8].flatMap(quadrant => [1, 2, 3, 4, 5].map(place => quadrant * 10 + place))
const anyTeeth = fc.array(fc.constantFrom(...quadrants, ...deciduous))

describe('teeth', () => {
  it.each([
    [[13, 12, 11, 21, 22, 23], '13–23'],
    [[23, 11, 13, 22, 12, 21], '13–23'],
    [[26], '26'],
    [[26, 24], '24, 26'],
    [[11, 21], '11, 21'],
    [[48, 47, 46, 11], '11, 48–46'],
    [[41, 42, 31], '42–31'],
    [[55, 54, 53, 13], '13, 55–53'],
    [[18, 28], '18, 28'],
    [[18, 48], '18, 48'],
    [[], ''],
  ])('writes %j as %s', (teeth, written) => {
    expect(formatTeeth(teeth)).toBe(written)
  })
  it('keeps every tooth once, whatever the order given', () => {
    fc.assert(
      fc.property(anyTeeth, teeth => {
        const ordered = inArchOrder(teeth)
        expect(new Set(ordered)).toEqual(new Set(teeth))
        expect(ordered).toHaveLength(new Set(teeth).size)
        expect(toothRuns(teeth).flat()).toEqual(ordered)
        expect(inArchOrder([...teeth].reverse())).toEqual(ordered)
      }),
    )
  })
  it('sees a whole arch as one run', () => {
    const upper = quadrants.filter(tooth => tooth < 30)
    expect(toothRuns(upper)).toHaveLength(1)
    expect(formatTeeth(upper)).toBe('18–28')
    expect(toothRuns(quadrants)).toHaveLength(2)
  })
})

describe('summarize', () => {
  const work = (changes: Partial<Work>): Work => ({
    one: 'Couronne zircone',
    many: 'Couronnes zircone',
    quantity: 1,
    teeth: [],
    shade: null,
    sector: null,
    ...changes,
  })
  it('tells tooth and shade, with the decimal sign of the language', () => {
    const bridge = work({ one: 'Bridge', many: 'Bridge', teeth: [11, 12, 13, 21, 22, 23], shade: 'A3.5' })
    expect(summarize([bridge], 'fr')).toBe('Bridge 13–23 · A3,5')
    expect(summarize([bridge], 'en')).toBe('Bridge 13–23 · A3.5')
  })
  it('puts equal products together and keeps different ones apart', () => {
    expect(summarize([work({ teeth: [26], shade: 'A2' }), work({ teeth: [24], shade: 'A2' })], 'fr')).toBe(
      'Couronnes zircone 24, 26 · A2',
    )
    expect(summarize([work({ teeth: [26], shade: 'A2' }), work({ one: 'Inlay-core', teeth: [45] })], 'fr')).toBe(
      'Couronne zircone 26 · A2 + Inlay-core 45',
    )
  })
  it('names the arch where there are no teeth, and counts what is not on a tooth', () => {
    expect(summarize([work({ one: 'Châssis métallique', sector: 'upper' })], 'fr')).toBe(
      'Châssis métallique, arcade sup.',
    )
    expect(summarize([work({ one: 'Modèle', many: 'Modèles', quantity: 2 })], 'fr')).toBe('2 × Modèles')
  })
  it('names one piece in the singular, however many teeth it carries', () => {
    const framework = work({ one: 'Châssis métallique', many: 'Châssis métalliques', teeth: [44, 45, 36] })
    expect(summarize([framework], 'fr')).toBe('Châssis métallique 45, 44, 36')
    expect(summarize([work({ teeth: [24, 26], quantity: 2 })], 'fr')).toBe('Couronnes zircone 24, 26')
  })
  it('counts what does not fit in the line', () => {
    const works = ['A', 'B', 'C', 'D'].map(one => work({ one }))
    expect(summarize(works, 'fr')).toBe('A + 3 autres')
    expect(summarize(works, 'en')).toBe('A + 3 more')
  })
  it('leaves the shades of other guides as they were written', () => {
    expect(formatShade('2L1.5', 'fr')).toBe('2L1,5')
    expect(formatShade('Chromascop 1.5', 'fr')).toBe('Chromascop 1.5')
    expect(formatShade('A3.5', 'en')).toBe('A3.5')
  })
})
