import { expect, it } from 'vitest'
import { startTestApp } from '#test/harness.ts'
import { en } from '../text/en.ts'
import { fr } from '../text/fr.ts'
import { casesCsv } from './cases-csv.ts'

const { app, make, as } = startTestApp()

async function aList() {
  const laboratory = await make.laboratory()
  const practice = await make.practice(laboratory)
  const at = (day: string) => ({ appointment_at: `2099-03-${day}T08:30:00Z` })
  await make.order(practice, { code: 'A', prescriber: 'Dr Zoé Lemoine', ...at('10'), delivery_on: '2099-03-05' })
  await make.order(practice, { code: 'B', prescriber: 'Dr Paul Martin', ...at('04'), patient: '=1+1' })
  await make.order(practice, { code: 'C', prescriber: 'Dr Zoé Lemoine' })
  await make.order(practice, { code: 'D', prescriber: 'Dr Zoé Lemoine', status: 'delivered' })
  await make.order(await make.practice(laboratory), { code: 'X', prescriber: 'Dr Fremd' })
  return as(await make.user(practice))
}
type Call = Awaited<ReturnType<typeof aList>>
const codesOf = async (call: Call, query: string) =>
  ((await (await call(`/api/orders?${query}`)).json()) as { data: { code: string }[] }).data.map(({ code }) => code)

it('cases stand by appointment, those without one last, and those of one prescriber by themselves', async () => {
  const call = await aList()
  expect(await codesOf(call, 'sort_by=appointmentDate')).toEqual(['B', 'A', 'C'])
  expect(await codesOf(call, 'sort_by=appointmentDate&sort_order=DESC')).toEqual(['A', 'B', 'C'])
  expect(await codesOf(call, 'prescriber=Dr%20Zo%C3%A9%20Lemoine&sort_by=code')).toEqual(['A', 'C'])
  expect(((await (await call('/api/orders/prescribers')).json()) as { data: string[] }).data).toEqual([
    'Dr Paul Martin',
    'Dr Zoé Lemoine',
  ])
})

it('what the list shows goes out as a table: as filtered, as sorted, no formula in it', async () => {
  const call = await aList()
  const response = await call('/api/orders/export?sort_by=appointmentDate')
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(response.headers.get('content-disposition')).toContain('filename="travaux.csv"')
  const lines = (await response.text()).replace('\ufeff', '').trim().split('\r\n')
  expect(lines.map(line => line.split(';')[0])).toEqual(['Numéro', 'B', 'A', 'C'])
  expect(lines[1]).toMatch(
    /^B;P-0001;'=1\+1;Couronne zircone 26 · A2;Dr Paul Martin;Enregistré;;0;04\/03\/2099;09:30;;/,
  )
  expect(lines[2]).toMatch(/^A;.*;05\/03\/2099;0;10\/03\/2099;09:30;;/)
  const filtered = await (await call('/api/orders/export?prescriber=Dr%20Paul%20Martin')).text()
  expect(filtered.trim().split('\r\n')).toHaveLength(2)
  expect((await call('/api/orders/export?page=2')).status).toBe(422)
})

it('whoever takes the table along leaves a line that says so; whoever is refused one leaves none', async () => {
  const practice = await make.practice(await make.laboratory())
  const user = await make.user(practice)
  const call = await as(user)
  expect((await call('/api/orders/export?page=2')).status).toBe(422)
  expect((await call('/api/orders/export')).status).toBe(200)
  await app.writeSightings()
  const { rows } = await make.within(practice.laboratory.id, client =>
    client.query(`select user_id, route from audit_events where kind = 'cases_exported'`),
  )
  expect(rows).toEqual([{ user_id: user.id, route: 'GET /api/orders/export' }])
})

it('each status says how many of its cases fit the other filters, of this practice alone', async () => {
  const practice = await make.practice(await make.laboratory())
  for (const [code, status] of [
    ['A', 'shipped'],
    ['B', 'shipped'],
    ['C', 'delivered'],
  ])
    await make.order(practice, { code, status, patient_code: `${code}-7` })
  await make.order(await make.practice(practice.laboratory), { status: 'registered' })
  const call = await as(await make.user(practice))
  const countsOf = async (query = '') =>
    Object.fromEntries(
      (
        (await (await call(`/api/orders/statuses${query}`)).json()) as { data: { status: string; count: number }[] }
      ).data
        .filter(({ count }) => count > 0)
        .map(({ status, count }) => [status, count]),
    )
  expect(await countsOf()).toEqual({ shipped: 2, delivered: 1 })
  expect(await countsOf('?search=A-7')).toEqual({ shipped: 1 })
  for (const wrong of ['?tab=all', '?statuses=shipped', '?page=1', '?deliveryDateFrom=2026-02-31'])
    expect((await call(`/api/orders/statuses${wrong}`)).status, wrong).toBe(422)
  expect((await (await as(await make.user(practice.laboratory)))('/api/orders/statuses')).status).toBe(403)
})

it('a day has one name: on the case, in the sort menu and at the head of the column', () => {
  for (const [language, { one, list }] of Object.entries({ fr, en })) {
    const [heads = ''] = casesCsv([], language === 'fr' ? 'fr' : 'en', 'Europe/Paris')
      .replace('\ufeff', '')
      .split('\r\n')
    expect(heads.split(';').slice(-2)).toEqual([one.wishedDate, one.createdAt])
    expect(list.sorts.wishedDate).toBe(one.wishedDate)
  }
})
