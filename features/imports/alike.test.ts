import { describe, expect, it } from 'vitest'
import { familyKeyOf, KnownNames } from './alike.ts'

const named = (reference: string, labelFr: string, oneFr = labelFr) => ({
  reference,
  labelFr,
  labelEn: `${labelFr} (en anglais)`,
  oneFr,
  oneEn: `${oneFr} (en anglais)`,
})
const names = new KnownNames([
  named('FIX-101', 'Couronne zircone monolithique', 'Couronne zircone'),
  named('FIX-201', 'Bridge zircone, par élément', 'Bridge'),
  named('FIX-301', 'Inlay-core'),
])
const found = (name: string) => {
  const alike = names.find(name)
  return alike && `${alike.isSame ? 'same' : 'near'} ${alike.reference}`
}

describe('a product of a file is called as one of the catalogue', () => {
  it.each([
    ['COURONNES ZIRCONE MONOLITHIQUES', 'same FIX-101'],
    ['Couronne monolithique en zircone', 'same FIX-101'],
    ['Bridge zircone (élément)', 'same FIX-201'],
    ['Inlay core', 'same FIX-301'],
  ])('but for accents, plurals, and the order of words: %s', (name, alike) => expect(found(name)).toBe(alike))

  it.each([
    ['Couronne zircone', 'near FIX-101'],
    ['Couronne zircone monolithique antérieure', 'near FIX-101'],
    ['Inlay-core métal', 'near FIX-301'],
    ['Bridge', 'near FIX-201'],
  ])('nearly, with a word more or less, or as it is in short: %s', (name, alike) => expect(found(name)).toBe(alike))

  it('not at all where it is longer than a name may be: it would be compared for minutes', () => {
    const name = 'Couronne zircone monolithique'
    expect(found(`${name}${' de'.repeat(30)}`)).toBe('same FIX-101')
    expect(found(`${name}${' de'.repeat(31)}`)).toBeUndefined()
  })

  it.each(['Couronne céramo-métallique', 'Couronne zircone stratifiée', 'Inlay', 'Zircone', '', '—'])(
    'not at all: %s',
    name => expect(found(name)).toBeUndefined(),
  )
})

describe('a family is called as another', () => {
  it.each([
    ['ORTHESE', 'Orthèses'],
    ['Prothèse fixe', 'Fixe'],
    ['prothèses amovibles', 'Amovible'],
    ['Prothèses', 'prothese'],
  ])('but for case, accents, a plural, and "prothèse" in front: %s and %s', (one, other) =>
    expect(familyKeyOf(one)).toBe(familyKeyOf(other)),
  )

  it.each([
    ['Prothèse', 'Fixe'],
    ['Fixe sur implant', 'Fixe'],
    ['Fixe prothèse', 'Fixe'],
  ])('but not where a word says something else: %s and %s', (one, other) =>
    expect(familyKeyOf(one)).not.toBe(familyKeyOf(other)),
  )
})
