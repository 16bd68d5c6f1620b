import { expect, it } from 'vitest'
import { startTestApp } from '#test/harness.ts'
import type { TestLaboratory, TestUser } from '#test/make.ts'

const { make, as } = startTestApp()
const firstSteps = async (staff: TestUser) => (await (await (await as(staff))('/api/staff/first-steps')).json()).data

it('the first steps of a laboratory are done by what is there', async () => {
  const laboratory = await make.laboratory({ address: '', city: '' })
  const staff = await make.user(laboratory)
  expect(await firstSteps(staff)).toMatchObject({ done: [], unpriced: 0 })

  await make.insert(laboratory.id, 'holidays', {
    brand_id: laboratory.id,
    day: '2199-05-01',
    name_fr: 'Fête du Travail',
    name_en: 'Labour Day',
  })
  // Every laboratory starts with public holidays and a catalogue.
  await make.product(laboratory, { reference: 'A-0' })
  expect((await firstSteps(staff)).done).toEqual(['prices'])
  await make.product(laboratory, { reference: 'A-0', version: 2, is_retired: true })
  await make.insert(laboratory.id, 'rounds', { brand_id: laboratory.id, weekday: 2, shift: 'AM' })
  await make.practice(laboratory)
  await make.user(laboratory, { role: 'driver' })
  expect((await firstSteps(staff)).done).toEqual(['rounds', 'staff', 'practices'])

  // Retired products need no price; of changed ones, the last version counts.
  await make.product(laboratory, { reference: 'A-1', price_cents: null, created_by: staff.id })
  await make.product(laboratory, { reference: 'A-2', price_cents: null, is_retired: true })
  await make.product(laboratory, { reference: 'A-3', price_cents: null })
  await make.product(laboratory, { reference: 'A-3', price_cents: 100, version: 2 })
  expect(await firstSteps(staff)).toMatchObject({ done: ['catalogue', 'rounds', 'staff', 'practices'], unpriced: 1 })
  await make.product(laboratory, { reference: 'A-1', price_cents: 100, version: 2 })
  expect(await firstSteps(staff)).toMatchObject({
    done: ['catalogue', 'prices', 'rounds', 'staff', 'practices'],
    unpriced: 0,
  })
})

it('the calendar is set once the laboratory has closed a day of its own, or changed until when pickups are asked for', async () => {
  const isSet = async (change: (laboratory: TestLaboratory) => Promise<unknown>) => {
    const laboratory = await make.laboratory()
    await change(laboratory)
    return (await firstSteps(await make.user(laboratory))).done.includes('rounds')
  }
  const year = new Date().getUTCFullYear()
  const closed = (day: string) => (laboratory: TestLaboratory) =>
    make.insert(laboratory.id, 'holidays', { brand_id: laboratory.id, day, name_fr: 'Fermé', name_en: 'Closed' })
  const asked = (until: string) => (laboratory: TestLaboratory) =>
    make.within(laboratory.id, client => client.query(`update brands set ${until}`))
  expect(await isSet(closed(`${year}-05-01`))).toBe(false)
  expect(await isSet(closed(`${year - 1}-08-12`))).toBe(false)
  expect(await isSet(closed(`${year}-08-12`))).toBe(true)
  expect(await isSet(closed(`${year + 1}-08-12`))).toBe(true)
  expect(await isSet(asked(`pickup_am_cutoff = '08:00'`))).toBe(false)
  expect(await isSet(asked(`pickup_am_cutoff = '09:30'`))).toBe(true)
  expect(await isSet(asked('pickup_pm_cutoff_days = 1'))).toBe(true)
})

it('invoices and lots are among them: what is proposed, or not checked, does not count', async () => {
  const laboratory = await make.laboratory({ address: '1 rue des Essais', postal_code: '69003', city: 'Lyon' })
  const staff = await make.user(laboratory)
  const done = async () => new Set((await firstSteps(staff)).done)
  const settings = { brand_id: laboratory.id, legal_name: 'Labo Test SAS', siren: '732829320', vat_number: null }
  await make.lot(laboratory, { checked: false })
  await make.lot(laboratory, { expires_on: '2020-01-01' })
  expect((await done()).has('materials')).toBe(false)
  expect((await done()).has('invoicing')).toBe(false)
  await make.lot(laboratory)
  await make.insert(laboratory.id, 'billing_settings', settings)
  expect((await done()).has('materials')).toBe(true)
  expect((await done()).has('invoicing')).toBe(true)
  // A taxed product requires a VAT number: invoices cannot be issued again.
  await make.product(laboratory, { vat: 'standard' })
  expect((await done()).has('invoicing')).toBe(false)
})

it('they are an administrator’s alone, of the own laboratory', async () => {
  const laboratory = await make.laboratory()
  const driver = await make.user(laboratory, { role: 'driver' })
  expect((await (await as(driver))('/api/staff/first-steps')).status).toBe(403)
  await make.product(laboratory, { price_cents: null })
  const stranger = await make.user(await make.laboratory())
  expect(await firstSteps(stranger)).toMatchObject({ unpriced: 0 })
})
