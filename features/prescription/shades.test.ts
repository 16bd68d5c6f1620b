import { describe, expect, it, test } from 'vitest'
import { guideOf, readShade, shadeColor, vita3DMaster, vitaBleach, vitaClassical } from './shades.ts'

const all = [...vitaClassical.flat(), ...vita3DMaster.flat(), ...vitaBleach]

test('the guides are complete', () => {
  expect(vitaClassical.flat().join(' ')).toBe('A1 A2 A3 A3.5 A4 B1 B2 B3 B4 C1 C2 C3 C4 D2 D3 D4')
  expect(vita3DMaster.flat()).toHaveLength(26)
  expect(vita3DMaster.flat()).toEqual(expect.arrayContaining(['1M1', '2L1.5', '3R2.5', '4M2', '5M3']))
  expect(vitaBleach).toEqual(['0M1', '0M2', '0M3'])
  expect(new Set(all).size).toBe(45)
})

describe('a typed shade', () => {
  it.each([
    ['a3,5', 'A3.5'],
    ['A 3.5', 'A3.5'],
    ['a35', 'A3.5'],
    ['Vita A2', 'A2'],
    ['  b1 ', 'B1'],
    ['2m2', '2M2'],
    ['3 l 1,5', '3L1.5'],
    ['4r2.5', '4R2.5'],
    ['OM1', '0M1'],
  ])('%j is %s', (typed, shade) => expect(readShade(typed)).toBe(shade))

  it.each(['BL2', 'Ivoclar 2B', 'A5', 'D1', '1L1.5', 'selon photo', ''])('%j stays as it is', typed => {
    expect(readShade(`${typed} `)).toBe(typed)
    expect(guideOf(typed)).toBe('other')
    expect(shadeColor(typed)).toBeUndefined()
  })
  it('is read again as itself', () => {
    for (const shade of all) {
      expect(readShade(shade)).toBe(shade)
      expect(readShade(shade.replace('.', ',').toLowerCase())).toBe(shade)
      expect(guideOf(shade)).not.toBe('other')
      expect(shadeColor(shade)).toMatch(/^lab\(/)
    }
  })
})
