import fc from 'fast-check'
import jsQR from 'jsqr'
import { encode } from 'uqr'
import { describe, expect, it } from 'vitest'
import { epcText } from './epc.ts'

const example = {
  name: 'Laboratoire Exemple SAS',
  iban: 'FR7630006000011234567890189',
  amountCents: 123_456,
  reference: 'FA-2026-000123',
}
const exampleText =
  'BCD\n002\n1\nSCT\n\nLaboratoire Exemple SAS\nFR7630006000011234567890189\nEUR1234.56\n\n\nFA-2026-000123'

/** Decodes as a camera does: four pixels a module, with the white border that readers need. */
function seen(text: string): string | undefined {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const wide = size * 4
  const points = new Uint8ClampedArray(wide * wide * 4).fill(255)
  for (let y = 0; y < wide; y++)
    for (let x = 0; x < wide; x++)
      if (data[Math.floor(y / 4)]?.[Math.floor(x / 4)]) points.fill(0, (y * wide + x) * 4, (y * wide + x) * 4 + 3)
  const read = jsQR.default(points, wide, wide)
  return read ? Buffer.from(read.binaryData).toString() : undefined
}

describe('the code of a transfer', () => {
  it('says what the standard’s example says, byte for byte', () => {
    expect(epcText(example)).toBe(exampleText)
    expect(Buffer.byteLength(epcText(example))).toBe(94)
  })

  it('is read by a camera as exactly these fields', () => {
    expect(seen(epcText(example))).toBe(exampleText)
    const accented = { ...example, name: 'Prothèses d’Orléans – Œuvre & Fils', bic: 'AGRIFRPP882', amountCents: 5 }
    expect(seen(epcText(accented))?.split('\n')).toEqual([
      'BCD',
      '002',
      '1',
      'SCT',
      'AGRIFRPP882',
      'Prothèses d’Orléans – Œuvre & Fils',
      'FR7630006000011234567890189',
      'EUR0.05',
      '',
      '',
      'FA-2026-000123',
    ])
  })

  it('keeps to its eleven lines and its lengths, whatever a laboratory is called', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.string(),
        fc.integer({ min: 1, max: 99_999_999_999 }),
        (name, reference, amountCents) => {
          const lines = epcText({ ...example, name, reference, amountCents }).split('\n')
          expect(lines).toHaveLength(11)
          expect([...(lines[5] ?? '')].length).toBeLessThanOrEqual(70)
          expect([...(lines[10] ?? '')].length).toBeLessThanOrEqual(140)
          expect(lines[7]).toMatch(/^EUR\d+\.\d\d$/)
          expect(Math.round(Number(lines[7]?.slice(3)) * 100)).toBe(amountCents)
        },
      ),
    )
  })
})
