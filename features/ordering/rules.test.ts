import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { NewOrder } from './contract.ts'
import {
  gapsOf,
  type Needs,
  type PrescribedProduct,
  type Prescription,
  quantityOf,
  sectorAfter,
  withoutUnasked,
} from './rules.ts'

const clock = { now: new Date('2026-11-21T10:00:00Z'), timeZone: 'Europe/Paris' }

const nothing: Needs = {
  teeth: 'none',
  minimumTeeth: 1,
  hasPontics: false,
  sector: 'none',
  shade: 'none',
  implant: 'none',
}
const catalogue = [
  { reference: 'CROWN', needs: { ...nothing, teeth: 'required', shade: 'required' } },
  { reference: 'CAST', needs: { ...nothing, teeth: 'required' } },
  { reference: 'BRIDGE', needs: { ...nothing, teeth: 'run', minimumTeeth: 3, hasPontics: true, shade: 'required' } },
  { reference: 'FRAME', needs: { ...nothing, teeth: 'required', sector: 'optional' } },
  { reference: 'TRAY', needs: { ...nothing, sector: 'required' } },
  { reference: 'IMPLANT', needs: { ...nothing, teeth: 'required', shade: 'optional', implant: 'required' } },
  { reference: 'GUIDE', needs: { ...nothing, teeth: 'optional', sector: 'optional', implant: 'optional' } },
] as const satisfies { reference: string; needs: Needs }[]
type Reference = (typeof catalogue)[number]['reference']

const needsOf = (reference: Reference): Needs =>
  catalogue.find(product => product.reference === reference)?.needs ?? nothing

const doctors = [{ id: 'martin' }, { id: 'benali' }]
const whole: Prescription = { patientCode: 'P-0101', prescriberId: 'martin', printType: 'optical' }
const order = (changes: Prescription) =>
  gapsOf({ ...whole, products: [{ reference: 'TRAY', sector: 'upper' }], ...changes }, catalogue, clock, doctors)
const gaps = (reference: Reference, product: Omit<PrescribedProduct, 'reference'> = {}) =>
  order({ products: [{ reference, ...product }] }).map(({ path, code }) => `${path.replace('products.0.', '')} ${code}`)

describe('what every prescription needs', () => {
  it('names patient, prescriber, impression and work', () => {
    expect(gapsOf({}, catalogue, clock, doctors)).toEqual([
      { path: 'patientCode', code: 'required' },
      { path: 'prescriberId', code: 'required' },
      { path: 'products', code: 'required' },
      { path: 'printType', code: 'required' },
    ])
  })
  it('names a doctor of the practice or, in place of that, somebody without an account', () => {
    const by = (prescriberId?: string, prescriberName?: string, of = doctors) =>
      gapsOf(
        { ...whole, products: [{ reference: 'TRAY', sector: 'upper' }], prescriberId, prescriberName },
        catalogue,
        clock,
        of,
      )
    for (const gaps of [by('benali'), by(undefined, 'Dr Anne Leroy'), by(undefined, 'Dr Anne Leroy', [])])
      expect(gaps).toEqual([])
    expect(by('gone')).toEqual([{ path: 'prescriberId', code: 'not_in_practice' }])
    expect(by('benali', 'Dr Anne Leroy')).toEqual([{ path: 'prescriberName', code: 'not_asked' }])
    expect(by(undefined, ' ')).toEqual([{ path: 'prescriberName', code: 'required' }])
    expect(by(undefined, undefined, [])).toEqual([{ path: 'prescriberName', code: 'required' }])
    expect(by(undefined, 'x'.repeat(121))).toEqual([{ path: 'prescriberName', code: 'too_long' }])
  })
  it('is not fooled by blanks', () => {
    expect(order({ patientCode: '  ' })).toEqual([{ path: 'patientCode', code: 'required' }])
  })
  it('says what is longer than the field', () => {
    expect(
      order({ patientCode: 'x'.repeat(61), comment: 'x'.repeat(2001), practiceReference: 'x'.repeat(61) }),
    ).toEqual([
      { path: 'patientCode', code: 'too_long' },
      { path: 'comment', code: 'too_long' },
      { path: 'practiceReference', code: 'too_long' },
    ])
  })
  it('has only work of the catalogue, and says which is not', () => {
    const products = [{ reference: 'TRAY', sector: 'both' }, { reference: 'GONE' }, { reference: ' ' }] as const
    expect(order({ products })).toEqual([
      { path: 'products.1.reference', code: 'not_in_catalogue' },
      { path: 'products.2.reference', code: 'required' },
    ])
  })
  it('may ask for two works on one tooth', () => {
    const products = [
      { reference: 'CAST', teeth: [26] },
      { reference: 'CROWN', teeth: [26], shade: 'A3' },
    ]
    expect(order({ products })).toEqual([])
  })
})

describe('teeth', () => {
  it('are required for a crown', () => {
    expect(gaps('CROWN', { shade: 'A2' })).toEqual(['teeth required'])
  })
  it('are not asked for a tray', () => {
    expect(gaps('TRAY', { sector: 'upper', teeth: [11] })).toEqual(['teeth not_asked'])
  })
  it('are named once each', () => {
    expect(gaps('CAST', { teeth: [11, 21, 11] })).toEqual(['teeth repeated'])
  })
  it.each([
    ['across the midline', [13, 12, 11, 21, 22, 23], []],
    ['in any order', [21, 12, 11], []],
    ['of the lower arch', [43, 42, 41, 31], []],
    ['of deciduous teeth', [52, 51, 61], []],
    ['none', [], ['teeth required']],
    ['of two', [11, 21], ['teeth too_few_teeth']],
    ['with a hole', [13, 11, 21], ['teeth run_broken']],
    ['from deciduous to permanent teeth', [53, 12, 11], ['teeth run_broken']],
    ['of both arches', [11, 21, 31], ['teeth not_a_run_of_one_arch']],
  ])('of a bridge: %s', (_, teeth, expected) => {
    expect(gaps('BRIDGE', { teeth, shade: 'A3' })).toEqual(expected)
  })
  it.each([
    ['inside', [12], []],
    ['at the end, as of a cantilever', [13], []],
    ['all but one', [13, 11], []],
    ['all of it', [13, 12, 11], ['pontics no_abutment']],
    ['beside it', [21], ['pontics not_in_teeth']],
    ['twice', [12, 12], ['pontics repeated']],
  ])('of a bridge may hang %s', (_, pontics, expected) => {
    expect(gaps('BRIDGE', { teeth: [13, 12, 11], pontics, shade: 'A3' })).toEqual(expected)
  })
  it('of crowns do not hang', () => {
    expect(gaps('CROWN', { teeth: [11, 21], pontics: [11], shade: 'A3' })).toEqual(['pontics not_asked'])
  })
})

describe('arch', () => {
  it('is required for a tray, optional for a framework, not asked for a crown', () => {
    expect(gaps('TRAY')).toEqual(['sector required'])
    expect(gaps('FRAME', { teeth: [44, 45] })).toEqual([])
    expect(gaps('CROWN', { teeth: [11], shade: 'A1', sector: 'upper' })).toEqual(['sector not_asked'])
  })
  it('is the one of the teeth', () => {
    expect(gaps('FRAME', { teeth: [44, 45], sector: 'upper' })).toEqual(['sector unlike_teeth'])
    expect(gaps('FRAME', { teeth: [44, 14], sector: 'both' })).toEqual([])
  })

  it('is that of the teeth until somebody says otherwise', () => {
    expect(sectorAfter([11, 21], {})).toBe('upper')
    expect(sectorAfter([11, 31], { teeth: [11], sector: 'upper' })).toBe('both')
    expect(sectorAfter([31], { teeth: [11, 31], sector: 'both' })).toBe('lower')
    expect(sectorAfter([], { teeth: [31], sector: 'lower' })).toBe('lower')
    expect(sectorAfter([11, 31], { teeth: [], sector: 'archs' })).toBe('archs')
    expect(sectorAfter([], {})).toBeUndefined()
  })
})

describe('shade', () => {
  it('is required for a crown and not asked for metal', () => {
    expect(gaps('CROWN', { teeth: [11], shade: ' ' })).toEqual(['shade required'])
    expect(gaps('CAST', { teeth: [11], shade: 'A2', complementaryShade: 'A3' })).toEqual([
      'shade not_asked',
      'complementaryShade not_asked',
    ])
  })
  it('comes before the complementary one', () => {
    const implant = { brand: 'Straumann', platform: 'RC' }
    expect(gaps('IMPLANT', { teeth: [36], implant })).toEqual([])
    expect(gaps('IMPLANT', { teeth: [36], implant, complementaryShade: 'A4' })).toEqual(['shade required'])
  })
})

describe('implant', () => {
  it('has a brand and a platform', () => {
    expect(gaps('IMPLANT', { teeth: [36] })).toEqual(['implant.brand required', 'implant.platform required'])
    expect(gaps('IMPLANT', { teeth: [36], implant: { brand: 'Nobel' } })).toEqual(['implant.platform required'])
  })
  it('is whole even where it is optional', () => {
    expect(gaps('GUIDE')).toEqual([])
    expect(gaps('GUIDE', { implant: { brand: '', platform: 'RC' } })).toEqual(['implant.brand required'])
  })
  it('is not asked for a crown on a tooth', () => {
    expect(gaps('CROWN', { teeth: [36], shade: 'A2', implant: { brand: 'Nobel' } })).toEqual(['implant not_asked'])
  })
})

describe('quantity', () => {
  it('is the number of teeth, for bridges and crowns', () => {
    expect(quantityOf({ teeth: [13, 12, 11, 21, 22, 23] }, needsOf('BRIDGE'))).toBe(6)
    expect(quantityOf({ teeth: [16, 26], quantity: 5 }, needsOf('CROWN'))).toBe(2)
  })
  it('is one for a framework of many teeth, unless more are ordered', () => {
    expect(quantityOf({ teeth: [44, 45, 46] }, needsOf('FRAME'))).toBe(1)
    expect(quantityOf({ quantity: 2 }, needsOf('TRAY'))).toBe(2)
  })
  it('does not contradict the teeth', () => {
    expect(gaps('CROWN', { teeth: [11, 21], shade: 'A2', quantity: 2 })).toEqual([])
    expect(gaps('CROWN', { teeth: [11, 21], shade: 'A2', quantity: 1 })).toEqual(['quantity unlike_teeth'])
  })
  it.each([0, -1, 1.5, 100])('is not %d', quantity => {
    expect(gaps('TRAY', { sector: 'upper', quantity })).toEqual(['quantity out_of_range'])
  })
})

describe('days', () => {
  it('may be wished from today on', () => {
    expect(order({ wishedDate: '2026-11-21' })).toEqual([])
    expect(order({ wishedDate: '2026-11-20' })).toEqual([{ path: 'wishedDate', code: 'in_the_past' }])
    expect(order({ wishedDate: '2026-11-31' })).toEqual([{ path: 'wishedDate', code: 'not_a_day' }])
    expect(order({ wishedDate: '2186-12-01' })).toEqual([{ path: 'wishedDate', code: 'too_far' }])
  })
  it('of appointments have not gone by, to the minute', () => {
    expect(order({ appointmentDate: '2026-11-21T10:30:00Z' })).toEqual([])
    expect(order({ appointmentDate: '2026-11-21T09:59:00Z' })).toEqual([
      { path: 'appointmentDate', code: 'in_the_past' },
    ])
    expect(order({ appointmentDate: '2036-11-21T09:59:00Z' })).toEqual([{ path: 'appointmentDate', code: 'too_far' }])
  })
  it('of appointments as typed are whole, on the laboratory’s clock', () => {
    // 10:00 UTC is 11:00 in Paris.
    expect(order({ appointmentDay: '2026-11-21', appointmentTime: '11:15' })).toEqual([])
    expect(order({ appointmentDay: '2026-11-21', appointmentTime: '10:45' })).toEqual([
      { path: 'appointmentTime', code: 'in_the_past' },
    ])
    expect(order({ appointmentDay: '2026-12-01' })).toEqual([{ path: 'appointmentTime', code: 'required' }])
    expect(order({ appointmentTime: '25:00' })).toEqual([
      { path: 'appointmentDay', code: 'required' },
      { path: 'appointmentTime', code: 'not_a_time' },
    ])
  })
  it('that are blank are not there', () => {
    expect(order({ wishedDate: ' ', appointmentDay: '', appointmentTime: '' })).toEqual([])
  })
})

const tooth = fc.constantFrom(18, 13, 12, 11, 21, 22, 31, 41, 42, 51, 52, 61)
const someText = fc.option(fc.constantFrom('A2', ' ', 'x'.repeat(61), 'x'.repeat(81), 'Straumann'), { nil: undefined })
const anyProduct: fc.Arbitrary<PrescribedProduct> = fc.record({
  reference: fc.constantFrom('GONE', '', ...catalogue.map(({ reference }) => reference)),
  quantity: fc.option(fc.integer({ min: -1, max: 101 }), { nil: undefined }),
  teeth: fc.option(fc.array(tooth, { maxLength: 5 }), { nil: undefined }),
  pontics: fc.option(fc.array(tooth, { maxLength: 2 }), { nil: undefined }),
  sector: fc.option(fc.constantFrom('upper', 'lower', 'both', 'archs'), { nil: undefined }),
  shade: someText,
  complementaryShade: someText,
  implant: fc.option(fc.record({ brand: someText, platform: someText }), { nil: undefined }),
})

/** Random input is mostly refused; this is closer to what is accepted. */
const fittingProduct = fc
  .tuple(anyProduct, fc.constantFrom(...catalogue))
  .map(([product, { reference, needs }]) => withoutUnasked({ ...product, reference }, needs))

describe('whatever is typed', () => {
  it('is accepted by the contract once it has no gap', () => {
    let accepted = 0
    fc.assert(
      fc.property(fc.array(fittingProduct, { maxLength: 2 }), someText, (products, patientCode) => {
        if (gapsOf({ ...whole, patientCode, products }, catalogue, clock, doctors).length > 0) return
        const given = (text: string | undefined) => text?.trim() || undefined
        const sent = {
          ...whole,
          prescriberId: '5a0f6a3e-6a53-4f6b-9d5c-0d2f5e4f1a01',
          patientCode,
          products: products.map(({ implant, ...product }) => ({
            ...product,
            quantity: quantityOf(product, needsOf(product.reference as Reference)),
            shade: given(product.shade),
            complementaryShade: given(product.complementaryShade),
            implant: given(implant?.brand) ? implant : undefined,
          })),
        }
        expect(v.safeParse(NewOrder, JSON.parse(JSON.stringify(sent))).issues).toBeUndefined()
        accepted++
      }),
      { numRuns: 5000 },
    )
    expect(accepted).toBeGreaterThan(20)
  })
  it('has nothing too much for its product once the rest was dropped', () => {
    fc.assert(
      fc.property(anyProduct, fc.constantFrom(...catalogue), (product, { reference, needs }) => {
        const kept = withoutUnasked({ ...product, reference }, needs)
        const codes = gapsOf({ ...whole, products: [kept] }, catalogue, clock, doctors).map(
          ({ path, code }) => `${path} ${code}`,
        )
        expect(codes.filter(code => code.endsWith('not_asked') || code.endsWith('quantity unlike_teeth'))).toEqual([])
      }),
    )
  })
  it('has one gap at most for each field', () => {
    fc.assert(
      fc.property(anyProduct, product => {
        const paths = gapsOf({ products: [product] }, catalogue, clock, doctors).map(({ path }) => path)
        expect(new Set(paths).size).toBe(paths.length)
      }),
    )
  })
})
