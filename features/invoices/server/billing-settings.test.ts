import { describe, expect, it } from 'vitest'
import { addDays } from '#kit/day.ts'
import { dataOf, post, seat } from '#test/billing.ts'
import { bodyFor } from '#test/bodies.ts'
import { problemOf, startTestApp } from '#test/harness.ts'
import type { TestPractice } from '#test/make.ts'
import { today } from '#test/today.ts'
import { billingCalls } from '../billing-contract.ts'

const { make, as } = startTestApp()
const settings = { legal_name: 'Laboratoire d’essai SARL', siren: '732829320', vat_number: 'FR44732829320' }

const put = (body: object) => ({ method: 'PUT', body })

async function laboratoryThatBills(values: Record<string, unknown> | null = {}) {
  const laboratory = await make.laboratory(seat)
  const crown = await make.product(laboratory, { price_cents: 14_900 })
  const unpriced = await make.product(laboratory, { price_cents: null })
  const splint = await make.product(laboratory, { price_cents: 9_999, vat: 'standard' })
  if (values) await make.insert(laboratory.id, 'billing_settings', { brand_id: laboratory.id, ...settings, ...values })
  return {
    ...{ laboratory, crown, unpriced, splint },
    accounting: await as(await make.user(laboratory, { role: 'accounting' })),
    practice: await make.practice(laboratory, { name: 'Cabinet Aube' }),
  }
}

async function delivered(
  practice: TestPractice,
  products: readonly { reference: string; version: number }[],
  values: Record<string, unknown> = {},
  daysAgo = 7,
) {
  const order = await make.order(practice, { status: 'delivered', ...values })
  const ofOrder = { brand_id: practice.laboratory.id, practice_id: practice.id, order_id: order.id }
  for (const [index, { reference, version }] of products.entries())
    await make.insert(practice.laboratory.id, 'order_products', {
      ...ofOrder,
      case_sequence: index + 1,
      reference,
      product_version: version || null,
      label_fr: 'Couronne',
      label_en: 'Crown',
      quantity: 1,
    })
  await make.insert(practice.laboratory.id, 'order_events', {
    ...ofOrder,
    sequence: 1,
    status: 'delivered',
    at: `${addDays(today, -daysAgo)}T10:00:00Z`,
  })
  return order
}

const settingsBody = (values: object = {}) => ({ ...bodyFor(billingCalls.saveSettings), ...values })

describe('the settings', () => {
  it('are said once, read back, and not overwritten by who has read something older', async () => {
    const { accounting, laboratory } = await laboratoryThatBills(null)
    const there = async () => dataOf(await accounting('/api/staff/billing/settings'))
    const save = (values: object) => accounting('/api/staff/billing/settings', put(settingsBody(values)))
    const before = await there()
    expect(before).toMatchObject({
      legalName: 'Laboratoire d’essai',
      workplace: '1 rue des Essais, 69003 Lyon',
      missing: ['legalName', 'siren', 'vatNumber'],
      version: '',
    })
    const said = { vatRegime: 'number', vatNumber: 'fr 44 732 829 320', iban: 'FR76 3000 6000 0112 3456 7890 189' }
    const saved = await save(said)
    const after = await there()
    // The form continues with this version, before reading anew.
    expect(await dataOf(saved)).toEqual({ version: after.version })
    expect(after).toMatchObject({
      siren: '732829320',
      vatNumber: 'FR44732829320',
      iban: 'FR7630006000011234567890189',
      missing: [],
    })
    // Repeated after a lost answer, it succeeds; any other values would overwrite what was not read.
    expect(await dataOf(await save(said))).toEqual({ version: after.version })
    const other = await save({ ...said, paymentDays: 45 })
    expect(await problemOf(other)).toMatchObject({ status: 409, code: 'changed_meanwhile' })
    const both = await Promise.all([10, 20].map(paymentDays => save({ ...said, paymentDays, version: after.version })))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const { rows } = await make.within(laboratory.id, client =>
      client.query(`select count(*)::int as count from audit_events where kind = 'billing_settings_changed'`),
    )
    expect(rows).toEqual([{ count: 2 }])
  })

  it('lack the address where the laboratory has none either, and show nothing in its place', async () => {
    const { accounting, laboratory } = await laboratoryThatBills(null)
    await make.within(laboratory.id, client =>
      client.query("update brands set address = '', postal_code = '', city = ''"),
    )
    const { workplace, missing } = await dataOf(await accounting('/api/staff/billing/settings'))
    expect([workplace, missing]).toEqual(['', expect.arrayContaining(['address'])])
  })

  it('are saved with the reminders or refused with them', async () => {
    const { accounting, laboratory } = await laboratoryThatBills()
    const save = (values: object) => accounting('/api/staff/billing/settings', put(settingsBody(values)))
    const paceThere = async () => dataOf(await accounting('/api/staff/billing/reminders'))
    const [before, reminders] = [await paceThere(), { most: 3, firstAfterDays: 5, everyDays: 10 }]
    expect((await save({ version: 'another', reminders: { ...reminders, seen: before } })).status).toBe(409)
    expect(await paceThere()).toEqual(before)
    const { version } = await dataOf(await accounting('/api/staff/billing/settings'))
    const saved = await dataOf(await save({ version, reminders: { ...reminders, seen: before } }))
    expect(await paceThere()).toEqual(reminders)
    expect((await save({ version: saved.version })).status).toBe(200)
    expect(await paceThere()).toEqual(reminders)
    // Repeated after a lost answer: done once.
    expect((await save({ version, reminders: { ...reminders, seen: before } })).status).toBe(200)
    const deeds = "select from audit_events where kind = 'reminders_changed'"
    expect((await make.within(laboratory.id, client => client.query(deeds))).rowCount).toBe(1)
  })

  it('say to the second of two who change the pace of reminders that it has changed, and change nothing else', async () => {
    const { accounting } = await laboratoryThatBills()
    const save = (values: object) => accounting('/api/staff/billing/settings', put(settingsBody(values)))
    const paceThere = async () => dataOf(await accounting('/api/staff/billing/reminders'))
    const { version } = await dataOf(await accounting('/api/staff/billing/settings'))
    const seen = await paceThere()
    const paces = [2, 4].map(most => ({ most, firstAfterDays: 5, everyDays: 10 }))
    // The same version: only the pace of the reminders changes.
    const { version: same } = await dataOf(await save({ version }))
    const both = await Promise.all(paces.map(pace => save({ version: same, reminders: { ...pace, seen } })))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const kept = await paceThere()
    expect(kept).toEqual(paces[both.findIndex(({ status }) => status === 200)])
    const late = await save({
      version: same,
      paymentDays: 45,
      reminders: { most: 1, firstAfterDays: 5, everyDays: 10, seen },
    })
    expect(await problemOf(late)).toMatchObject({ status: 409, code: 'changed_meanwhile' })
    expect(await paceThere()).toEqual(kept)
    expect((await dataOf(await accounting('/api/staff/billing/settings'))).version).toBe(same)
  })

  it.each<[string, object, string, string]>([
    ['a SIREN that is none', { siren: '732829321' }, 'siren', 'siren_wrong'],
    ['no SIREN', { siren: '' }, 'siren', 'required'],
    ['the SIRET of another company', { siret: '40483304800022' }, 'siret', 'siret_of_another'],
    ['a SIRET that is none', { siret: '73282932000079' }, 'siret', 'siret_wrong'],
    ['no VAT number where it has one', { vatRegime: 'number' }, 'vatNumber', 'required'],
    [
      'a key that is not the SIREN’s',
      { vatRegime: 'number', vatNumber: 'FR45732829320' },
      'vatNumber',
      'vat_number_wrong',
    ],
    ['another’s VAT number', { vatRegime: 'number', vatNumber: 'FR83404833048' }, 'vatNumber', 'vat_number_of_another'],
    ['half an address', { address: '1 rue X', city: 'Lyon' }, 'postalCode', 'required'],
    ['an IBAN with two digits changed', { iban: 'FR7630006000011234567890198' }, 'iban', 'iban_wrong'],
    ['an IBAN that lacks one', { iban: 'FR763000600001123456789018' }, 'iban', 'iban_wrong'],
    ['a BIC that is none', { iban: 'FR7630006000011234567890189', bic: 'AGRI' }, 'bic', 'bic_wrong'],
    ['more days than the law lets', { paymentDays: 61 }, 'paymentDays', 'out_of_range'],
    ['no word on late payment', { penaltyNote: ' ' }, 'penaltyNote', 'required'],
    ['an electronic address that is none', { electronicAddress: 'a b' }, 'electronicAddress', 'address_wrong'],
  ])('do not take %s', async (_, values, path, code) => {
    const { accounting } = await laboratoryThatBills(null)
    expect(await problemOf(await accounting('/api/staff/billing/settings', put(settingsBody(values))))).toMatchObject({
      code: 'input_invalid',
      errors: [{ path, code }],
    })
  })

  it('that lack what the law wants let nothing be issued', async () => {
    const { accounting, practice, laboratory } = await laboratoryThatBills({ siren: null })
    const order = await delivered(practice, [await make.product(laboratory)])
    const draft = await make.invoice(practice, { type: 'pro_forma' })
    const body = { practiceId: practice.id, orderIds: [order.id], type: 'invoice' }
    for (const refused of [
      accounting('/api/staff/invoices', post(body)),
      accounting(`/api/staff/invoices/${draft.id}/confirm`, post({})),
      accounting('/api/staff/billing/runs', post({ until: today })),
    ])
      expect(await problemOf(await refused)).toMatchObject({ status: 409, code: 'settings_missing' })
  })

  it('of a laboratory that charges no VAT make every line exempt, for that reason', async () => {
    const { accounting, practice, splint } = await laboratoryThatBills({ vat_number: null, is_vat_exempt: true })
    const order = await delivered(practice, [splint])
    const body = { practiceId: practice.id, orderIds: [order.id], type: 'invoice' }
    const { ids } = await dataOf(await accounting('/api/staff/invoices', post(body)))
    expect(await dataOf(await accounting(`/api/staff/invoices/${ids[0]}`))).toMatchObject({
      vatCents: 0,
      taxes: [{ vat: 'exempt', exemptionReason: expect.stringContaining('293 B') }],
    })
    const credit = await dataOf(await accounting(`/api/staff/invoices/${ids[0]}/credit`, post({ reason: 'Erreur' })))
    expect(await dataOf(await accounting(`/api/staff/invoices/${credit.ids[0]}`))).toMatchObject({
      taxes: [{ exemptionReason: expect.stringContaining('293 B') }],
    })
  })

  it('cannot be wrong in the database either, whoever writes them', async () => {
    const laboratory = await make.laboratory()
    const row = { brand_id: laboratory.id, ...settings }
    for (const [values, constraint] of [
      [{ iban: 'FR7630006000011234567890198' }, 'iban_right'],
      [{ siret: '40483304800022' }, 'siret'],
      [{ address: '1 rue X' }, 'seat'],
      [{ bic: 'AGRIFRPPXXX' }, 'bic_of_iban'],
    ] as const)
      await expect(make.insert(laboratory.id, 'billing_settings', { ...row, ...values })).rejects.toThrow(constraint)
    await make.insert(laboratory.id, 'billing_settings', row)
    const { id } = await make.user(laboratory, { role: 'production' })
    const asProduction = (statement: string) =>
      make.within(laboratory.id, async client => {
        await client.query(`select tenant.set_context($1, null, $2, 'staff')`, [laboratory.id, id])
        await client.query(statement)
      })
    await expect(asProduction(`update billing_settings set iban = null`)).rejects.toThrow('who does the books')
    await expect(asProduction(`insert into billing_settings select * from billing_settings`)).rejects.toThrow(
      'who does the books',
    )
  })
})
