import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import type { Case } from '#features/cases/contract.ts'
import type { CatalogueProduct } from '#features/catalogue/contract.ts'
import { NewOrder } from '../contract.ts'
import { DraftContent, TemplateContent } from '../draft-contract.ts'
import { gapsOf } from '../rules.ts'
import {
  contentOf,
  type Entry,
  emptyEntry,
  entryOf,
  isEmpty,
  orderOf,
  prescriptionOf,
  templateOf,
  withKey,
} from './entry.ts'
import { likeWorkOf, startFromCase, startFromTemplate } from './starts.ts'

const product = (reference: string, needs: Partial<CatalogueProduct['needs']>): CatalogueProduct => ({
  reference,
  label: reference,
  name: { one: reference, many: reference },
  leadDays: 5,
  vat: 'exempt',
  needs: {
    teeth: 'none',
    minimumTeeth: 1,
    hasPontics: false,
    sector: 'none',
    shade: 'none',
    implant: 'none',
    ...needs,
  },
})
const catalogue = new Map(
  [
    product('BRIDGE', { teeth: 'run', minimumTeeth: 3, hasPontics: true, shade: 'required' }),
    product('TRAY', { sector: 'required' }),
  ].map(one => [one.reference, one]),
)
const [today, zone] = ['2026-11-21', 'Europe/Paris']
const clock = { now: new Date('2026-11-21T10:00:00Z'), timeZone: zone }

const bridge = withKey({
  reference: 'BRIDGE',
  teeth: [13, 12, 11],
  pontics: [12],
  shade: ' A3.5 ',
  note: ' ',
})
const doctors = [{ id: '5a0f6a3e-6a53-4f6b-9d5c-0d2f5e4f1a01', name: 'Dr Claire Martin' }]
const whole: Entry = {
  ...emptyEntry,
  patientCode: ' P-0412 ',
  prescriberId: '5a0f6a3e-6a53-4f6b-9d5c-0d2f5e4f1a01',
  printType: 'optical',
  products: [bridge],
  appointmentDay: '2/12',
  appointmentTime: '9h30',
  wishedDate: '30112026',
  practiceReference: ' LOG-7781 ',
}

describe('what is typed', () => {
  it('becomes an order as the contract wants it', () => {
    const order = orderOf(whole, { catalogue, today, zone, draftId: undefined })
    expect(order).toMatchObject({
      patientCode: 'P-0412',
      patient: undefined,
      practiceReference: 'LOG-7781',
      wishedDate: '2026-11-30',
      appointmentDate: '2026-12-02T08:30:00.000Z',
      products: [
        { reference: 'BRIDGE', quantity: 3, teeth: [13, 12, 11], pontics: [12], shade: 'A3.5', note: undefined },
      ],
    })
    expect(v.safeParse(NewOrder, JSON.parse(JSON.stringify(order))).issues).toBeUndefined()
  })

  it('has the same gaps before it is sent as on the server', () => {
    const order = orderOf(whole, { catalogue, today, zone, draftId: undefined })
    expect(gapsOf(prescriptionOf(whole, today), [...catalogue.values()], clock, doctors)).toEqual([])
    expect(gapsOf(order, [...catalogue.values()], clock, doctors)).toEqual([])
    const wrong = {
      ...whole,
      appointmentDay: '31/02',
      appointmentTime: '25:00',
      products: [withKey({ reference: 'TRAY' })],
    }
    expect(gapsOf(prescriptionOf(wrong, today), [...catalogue.values()], clock, doctors)).toEqual([
      { path: 'products.0.sector', code: 'required' },
      { path: 'appointmentDay', code: 'not_a_day' },
      { path: 'appointmentTime', code: 'not_a_time' },
    ])
  })

  it('comes back from its draft as it was typed, half-typed days too', () => {
    const half: Entry = { ...whole, wishedDate: '3', appointmentTime: '9h' }
    const content = JSON.parse(JSON.stringify(contentOf(half)))
    expect(v.safeParse(DraftContent, content).issues).toBeUndefined()
    const again = entryOf(content)
    expect({ ...again, products: [] }).toEqual({
      ...half,
      patientCode: 'P-0412',
      practiceReference: 'LOG-7781',
      products: [],
    })
    expect(again.products).toMatchObject([{ reference: 'BRIDGE', teeth: [13, 12, 11] }])
    expect(again.products[0]?.key).not.toBe(bridge.key)
  })

  it('is empty until a word stands there', () => {
    expect(isEmpty(emptyEntry)).toBe(true)
    expect(isEmpty({ ...emptyEntry, patientCode: '  ' })).toBe(true)
    expect(isEmpty({ ...emptyEntry, wishedDate: '3' })).toBe(false)
    expect(isEmpty({ ...emptyEntry, practiceReference: 'LOG-7781' })).toBe(false)
    expect(isEmpty({ ...emptyEntry, products: [bridge] })).toBe(false)
  })
})

describe('a template', () => {
  it('has nothing of the patient and no dates', () => {
    const template = JSON.parse(JSON.stringify(templateOf({ ...whole, comment: 'Contact léger' })))
    expect(Object.keys(template).sort()).toEqual(['comment', 'prescriberId', 'printType', 'products'])
    expect(JSON.stringify(template)).not.toMatch(/P-0412|2\/12|key/)
    expect(v.safeParse(TemplateContent, template).issues).toBeUndefined()
  })

  it('fills in the work and leaves patient and dates alone, without what is no longer in the catalogue', () => {
    const { entry, leftOut } = startFromTemplate(
      { printType: 'physical', products: [{ reference: 'TRAY', sector: 'upper', shade: 'A2' }, { reference: 'GONE' }] },
      whole,
      catalogue,
    )
    expect(entry).toMatchObject({ patientCode: ' P-0412 ', wishedDate: '30112026', printType: 'physical' })
    expect(entry.products).toHaveLength(1)
    // A tray has no shade: fields the product does not ask for are dropped.
    expect(entry.products[0]).toMatchObject({ reference: 'TRAY', sector: 'upper' })
    expect(entry.products[0]).not.toHaveProperty('shade')
    expect(leftOut).toEqual(['GONE'])
  })
})

describe('an earlier case', () => {
  const one = {
    patientCode: 'P-7',
    patient: null,
    printType: 'physical',
    wishedDate: '2026-01-01',
    comment: 'Pour la dernière fois',
    products: [
      {
        reference: 'BRIDGE',
        label: 'Bridge',
        quantity: 3,
        teeth: [13, 12, 11],
        pontics: [12],
        sector: null,
        shade: 'A3',
        complementaryShade: null,
        implant: null,
        note: 'Serrer en mésial',
      },
      { reference: 'GONE', label: 'Ancien travail' },
    ],
  } as unknown as Case

  it('is what another is like, but for its teeth and what belongs to them', () => {
    const { products, printType, leftOut } = likeWorkOf(one, catalogue)
    expect(products).toEqual([{ key: expect.any(String), reference: 'BRIDGE', shade: 'A3' }])
    expect({ printType, leftOut }).toEqual({ printType: 'physical', leftOut: ['Ancien travail'] })
  })

  it('is ordered again for its patient, on other days', () => {
    const { entry, leftOut } = startFromCase(one, catalogue)
    expect(entry).toMatchObject({ patientCode: 'P-7', patient: '', wishedDate: '', comment: '', printType: 'physical' })
    expect(entry.products).toMatchObject([{ reference: 'BRIDGE', pontics: [12], shade: 'A3' }])
    expect(leftOut).toEqual(['Ancien travail'])
  })
})
