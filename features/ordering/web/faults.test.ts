import { describe, expect, it } from 'vitest'
import { en } from '../text/new-case-en.ts'
import { fr } from '../text/new-case-fr.ts'
import { type Catalogue, type Entry, emptyEntry, withKey } from './entry.ts'
import { faultsOf } from './faults.ts'

const entry: Entry = { ...emptyEntry, products: [withKey({ reference: 'A' }), withKey({ reference: 'BRIDGE' })] }
const key = entry.products[1]?.key
const catalogue = new Map([
  ['BRIDGE', { reference: 'BRIDGE', label: 'Bridge', needs: { minimumTeeth: 3 } }],
]) as unknown as Catalogue
const faults = (...gaps: [string, string][]) =>
  faultsOf(
    gaps.map(([path, code]) => ({ path, code })),
    entry,
    catalogue,
    en,
  )

describe('what is wrong', () => {
  it('is said at the field of the product, wherever it stands later', () => {
    expect(faults(['products.1.shade', 'required'])).toEqual([
      { path: `products.${key}.shade`, sentence: 'Choose the shade.', product: 'Bridge' },
    ])
  })

  it('is said once for each field, the first reason first', () => {
    const found = faults(
      ['products.1.teeth', 'too_few_teeth'],
      ['products.1.pontics', 'no_abutment'],
      ['products.1.teeth.0', 'not_a_tooth'],
    )
    expect(found).toEqual([{ path: `products.${key}.teeth`, sentence: 'Choose at least 3 teeth.', product: 'Bridge' }])
  })

  it('finds the field on the screen for what is named otherwise on the wire', () => {
    expect(faults(['appointmentDate', 'in_the_past'])).toEqual([
      { path: 'appointmentDay', sentence: 'Choose an appointment that is still to come.', product: undefined },
    ])
    expect(faults(['products.1.implant', 'invalid'])[0]?.path).toBe(`products.${key}.implant.brand`)
  })

  it('says to how many characters a text is shortened', () => {
    const [comment, note, brand] = faults(
      ['comment', 'too_long'],
      ['products.1.note', 'too_long'],
      ['products.1.implant.brand', 'too_long'],
    )
    expect(comment).toMatchObject({ sentence: 'Shorten the comment to 2,000 characters.', isExcess: true })
    expect(note?.sentence).toBe('Shorten this text to 500 characters.')
    expect(brand?.sentence).toBe('Shorten this text to 80 characters.')
  })

  it('has a sentence even for a reason that nobody thought of', () => {
    expect(faults(['patientCode', 'unheard_of'])[0]?.sentence).toBe('Check this field.')
  })

  it('is known in both languages alike', () => {
    const known = (gaps: typeof en.gaps) =>
      Object.entries(gaps).flatMap(([field, codes]) => Object.keys(codes).map(code => `${field} ${code}`))
    expect(known(fr.gaps)).toEqual(known(en.gaps))
  })
})
