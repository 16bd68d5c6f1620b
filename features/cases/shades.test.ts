import { expect, it } from 'vitest'
import { guideOf, vita3DMaster, vitaBleach, vitaClassical } from './shades.ts'

it('has the sixteen shades of VITA classical', () => {
  expect(vitaClassical.flat().join(' ')).toBe('A1 A2 A3 A3.5 A4 B1 B2 B3 B4 C1 C2 C3 C4 D2 D3 D4')
})
it('has the twenty-six of 3D-Master, and three for bleached teeth', () => {
  const shades: string[] = vita3DMaster.flat()
  expect(new Set(shades).size).toBe(26)
  for (const lightness of ['2', '3', '4'])
    expect(shades.filter(shade => shade.startsWith(lightness)).map(shade => shade.slice(1))).toEqual(
      'L1.5 L2.5 M1 M2 M3 R1.5 R2.5'.split(' '),
    )
  expect(vitaBleach).toEqual(['0M1', '0M2', '0M3'])
})
it('knows the guide of a shade, and leaves free text alone', () => {
  expect(['A3.5', '2L1.5', '0M3', 'Ivoclar 2A', 'A3,5'].map(guideOf)).toEqual([
    'classical',
    'master',
    'master',
    undefined,
    undefined,
  ])
})
