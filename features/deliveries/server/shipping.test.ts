import { randomUUID } from 'node:crypto'
import { getDocumentProxy } from 'unpdf'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queues } from '#kit/server/turns.ts'
import { problemOf, startTestApp } from '#test/harness.ts'
import type { TestLaboratory, TestPractice } from '#test/make.ts'
import { readPdf } from '#test/pdf.ts'
import { mostAtOnce } from '../input.ts'
import { inLabelTurn } from './label-drawing.ts'
import { drawLabels } from './labels.ts'

const { make, as, request } = startTestApp()

/** Monday 7 June 2027, half past nine in Paris. */
const today = '2027-06-07'
beforeEach(() => void vi.useFakeTimers({ now: new Date(`${today}T07:30:00Z`), toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

type Call = Awaited<ReturnType<typeof as>>
const rowsOf = async ({ id }: TestLaboratory, text: string) =>
  (await make.within(id, client => client.query(text))).rows
const dataOf = async (response: Response) => (await response.json()).data

async function place() {
  const laboratory = await make.laboratory()
  const practice = await make.practice(laboratory, { name: 'Cabinet Lilas' })
  return { laboratory, practice, call: await as(await make.user(laboratory, { role: 'driver' })) }
}
const made = (practice: TestPractice, values: Record<string, unknown> = {}) =>
  make.order(practice, { status: 'in_production', delivery_on: today, ...values })
const print = (call: Call, ids: readonly string[], size?: string) => call('/api/staff/labels', { body: { ids, size } })
const ship = (call: Call, body: object) => call('/api/staff/shipping', { body })

describe('what is to leave', () => {
  it('is in production and due until tomorrow, the latest first, then what has left for those days', async () => {
    const { practice, call } = await place()
    const due = (delivery_on: string, status = 'in_production') => made(practice, { delivery_on, status })
    const [left, tomorrow, late] = [await due(today, 'shipped'), await due('2027-06-08'), await due('2027-06-01')]
    for (const [day, status] of [
      ['2027-06-09', 'in_production'],
      ['2027-03-01', 'in_production'],
      ['2027-06-04', 'shipped'],
      [today, 'in_preparation'],
      [today, 'delivered'],
    ] as const)
      await due(day, status)
    const { until, data } = await (await call('/api/staff/shipping')).json()
    expect(until).toBe('2027-06-08')
    expect(data.map(({ id }: { id: string }) => id)).toEqual([late.id, tomorrow.id, left.id])
    expect(data[0]).toMatchObject({ practice: { name: 'Cabinet Lilas' }, tracking: null })
    expect((await dataOf(await call('/api/staff/shipping?until=2027-06-09'))).length).toBe(4)
    expect(await dataOf(await (await place()).call('/api/staff/shipping'))).toEqual([])
  })

  it('on a Friday it is what is promised for Monday; before a holiday and a day off, what is for the day after them', async () => {
    vi.setSystemTime(new Date('2027-06-11T07:30:00Z'))
    const { laboratory, practice, call } = await place()
    const forMonday = await made(practice, { delivery_on: '2027-06-14' })
    const forWednesday = await made(practice, { delivery_on: '2027-06-16' })
    const leaving = async () => {
      const { until, data } = await (await call('/api/staff/shipping')).json()
      return [until, ...data.map(({ id }: { id: string }) => id)]
    }
    expect(await leaving()).toEqual(['2027-06-14', forMonday.id])
    const { id: brand_id } = laboratory
    await make.insert(brand_id, 'holidays', { brand_id, day: '2027-06-14', name_fr: 'Pont', name_en: 'Day off' })
    await make.within(brand_id, client => client.query(`update brands set working_days = '{1,3,4,5}'`))
    expect(await leaving()).toEqual(['2027-06-16', forMonday.id, forWednesday.id])
  })
})

describe('a shipment', () => {
  it('takes many at once along, with carrier and number, and the practice sees them', async () => {
    const { laboratory, practice, call } = await place()
    const cases = [await made(practice), await made(practice)]
    const orderIds = cases.map(({ id }) => id)
    const parcel = { carrier: 'Colissimo', trackingNumber: '6A 1234', trackingUrl: 'https://suivi.example/6A1234' }
    expect(await dataOf(await ship(call, { orderIds, ...parcel }))).toEqual({
      orderIds: orderIds.toSorted(),
      left: [],
    })
    const doctor = await as(await make.user(practice))
    expect(await dataOf(await doctor(`/api/orders/${orderIds[0]}`))).toMatchObject({
      status: 'shipped',
      tracking: { carrier: 'Colissimo', number: '6A 1234', url: 'https://suivi.example/6A1234' },
      timeline: [{ status: 'shipped' }],
    })
    expect(
      await rowsOf(laboratory, `select count(*)::int from audit_events where kind = 'order_status_changed'`),
    ).toEqual([{ count: 2 }])
  })

  it('leaves what is not that far, and says so; what is on its way may get its number later', async () => {
    const { laboratory, practice, call } = await place()
    const [ready, held, gone] = [
      await made(practice),
      await made(practice, { status: 'on_hold', hold_reason: 'other' }),
      await made(practice, { status: 'shipped' }),
    ]
    const elsewhere = await made((await place()).practice)
    const orderIds = [ready.id, held.id, gone.id, elsewhere.id, randomUUID()]
    expect(await dataOf(await ship(call, { orderIds, carrier: 'Coursier' }))).toEqual({
      orderIds: expect.arrayContaining([ready.id, gone.id]),
      left: [held.code],
    })
    expect(await rowsOf(laboratory, 'select status, carrier from orders order by status')).toEqual([
      { status: 'on_hold', carrier: null },
      { status: 'shipped', carrier: 'Coursier' },
      { status: 'shipped', carrier: 'Coursier' },
    ])
    expect((await ship(call, { orderIds: [elsewhere.id] })).status).toBe(404)
  })

  it('that two press at once is noted once', async () => {
    const { laboratory, practice, call } = await place()
    const orderIds = [(await made(practice)).id, (await made(practice)).id]
    const answers = await Promise.all([ship(call, { orderIds }), ship(call, { orderIds: orderIds.toReversed() })])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await rowsOf(laboratory, `select count(*)::int from order_events where status = 'shipped'`)).toEqual([
      { count: 2 },
    ])
  })

  it('has no number without a carrier, and no address that leads elsewhere', async () => {
    const { laboratory, practice, call } = await place()
    const { id } = await made(practice)
    for (const trackingUrl of ['javascript:alert(1)', 'http://suivi.example', 'https://a"b'])
      expect((await ship(call, { orderIds: [id], carrier: 'X', trackingUrl })).status).toBe(422)
    await expect(
      make.within(laboratory.id, client => client.query(`update orders set tracking_number = '1'`)),
    ).rejects.toMatchObject({ constraint: 'orders__number_has_carrier' })
    expect((await ship(call, { orderIds: [] })).status).toBe(422)
  })
})

describe('a bag label', () => {
  it('has the code and the practice, one a page, and nothing of the patient', async () => {
    const { practice, call } = await place()
    const patient = { patient: 'Zacharie', patient_code: 'P-77' }
    const [one, other] = [await made(practice, { code: 'T-101', ...patient }), await made(practice, { code: 'T-102' })]
    for (const size of ['62mm', 'a6']) {
      const answer = await print(call, [one.id, other.id], size)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
      const { pages, text } = await readPdf(new Uint8Array(await answer.arrayBuffer()))
      expect(pages).toHaveLength(2)
      expect(text).toContain('T-101')
      expect(text).toContain('T-102')
      expect(text).toContain('Cabinet Lilas')
      expect(text).not.toMatch(/Zacharie|P-77/)
    }
    expect((await print(call, [randomUUID()])).status).toBe(404)
    const elsewhere = await place()
    expect((await print(elsewhere.call, [one.id])).status).toBe(404)
  })

  it('has the reference that the practice has given it, where it has given one', async () => {
    const { practice, call } = await place()
    const [one, other] = [await made(practice, { practice_reference: 'LOG-42' }), await made(practice)]
    for (const size of ['62mm', 'a6']) {
      const { text } = await readPdf(new Uint8Array(await (await print(call, [one.id, other.id], size)).arrayBuffer()))
      expect(text.match(/Réf\..*/g)?.map(line => line.replaceAll('\u00a0', ' '))).toEqual(['Réf. du cabinet : LOG-42'])
    }
  })

  it('has its code in one line, however long it is, and says where the name of a practice is cut', async () => {
    const { laboratory, call } = await place()
    const practice = await make.practice(laboratory, {
      name: 'Cabinet des docteurs Martin, Bernard et Dubois '.repeat(4),
    })
    const codes = ['LABORATOIRE-2026-00001234-REPRISE', 'T-26-1691']
    const ids = await Promise.all(codes.map(async code => (await made(practice, { code })).id))
    for (const size of ['62mm', 'a6']) {
      const { pages } = await readPdf(new Uint8Array(await (await print(call, ids, size)).arrayBuffer()))
      expect(pages.map(page => page.split('\n').filter(line => codes.includes(line)))).toEqual(
        codes.map(code => [code]),
      )
      for (const page of pages) expect(page).toContain('…')
    }
  })

  it('has its last line on the paper, however long its names are', async () => {
    const row = {
      code: 'T-101',
      deliveryDate: '2027-09-29',
      practiceReference: 'LOGICIEL-2027-000123/A',
      practice: { name: 'Cabinet des docteurs Martin, Bernard, Lefèvre et Dubois' },
    }
    const company = 'Laboratoire de prothèse dentaire Martin & fils, Lyon'
    for (const [size, margin] of [
      ['62mm', 3],
      ['a6', 8],
    ] as const) {
      const document = await getDocumentProxy(await drawLabels({ rows: [row], company, size, language: 'fr' }))
      const { items } = await (await document.getPage(1)).getTextContent()
      const lowest = Math.min(...items.flatMap(item => ('str' in item && item.str ? [item.transform[5]] : [])))
      expect(lowest).toBeGreaterThanOrEqual((margin * 72) / 25.4)
    }
  })

  it('is drawn for all of a day at once, beside everybody else’s requests', async () => {
    const { laboratory, practice, call } = await place()
    const cases = await rowsOf(
      laboratory,
      `insert into orders (brand_id, practice_id, code, patient_code, print_type, status, summary_fr, summary_en)
       select '${laboratory.id}', '${practice.id}', 'D-' || number, 'P-1', 'optical', 'in_production', '', ''
       from generate_series(1, ${mostAtOnce}) number returning id`,
    )
    const ids = cases.map(({ id }) => id)
    const spentOn = async <T>(work: () => Promise<T>) => {
      const before = process.threadCpuUsage()
      const result = await work()
      const { user, system } = process.threadCpuUsage(before)
      return { result, spent: user + system }
    }
    const ask = () =>
      spentOn(async () => {
        const answer = await print(call, ids, 'a6')
        return { status: answer.status, bytes: new Uint8Array(await answer.arrayBuffer()) }
      })
    const { result, spent } = await ask()
    expect(result.status).toBe(200)
    expect((await readPdf(result.bytes)).pages).toHaveLength(mostAtOnce)
    // Compared with drawing in this process, on the same machine, once the fonts are loaded.
    const rows = ids.map((_, number) => ({
      code: `D-${number}`,
      deliveryDate: null,
      practiceReference: null,
      practice: { name: 'Cabinet' },
    }))
    const draw = () => drawLabels({ rows, company: 'Labo Test', size: 'a6', language: 'fr' })
    await draw()
    const here = await spentOn(draw)
    // The first request also loads code.
    const again = await ask()
    expect(Math.min(spent, again.spent)).toBeLessThan(here.spent / 2)
    expect((await problemOf(await print(call, [...ids, randomUUID()]))).errors).toEqual([
      expect.objectContaining({ path: 'ids', code: 'too_many' }),
    ])
  })

  it('waits for its turn, and is refused at once while too many wait', async () => {
    const { laboratory, practice, call } = await place()
    const { id } = await made(practice)
    const user = await make.user(practice)
    const doctor = await as(user)
    const label = `/api/orders/${id}/bag-label`
    const { promise: isHeld, resolve: letGo } = Promise.withResolvers<void>()
    const own = { tenant: laboratory.id, group: practice.id, user: user.id }
    const queue = Array.from({ length: 65 }, () => inLabelTurn(own, () => isHeld).catch(() => undefined))
    const refused = await doctor(label)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
    const printed = print(call, [id])
    await expect.poll(() => queues.get('labels')?.().sentAway).toBe(2)
    letGo()
    await Promise.all(queue)
    expect((await printed).status, 'whoever has asked for little is let pass').toBe(200)
    expect((await doctor(label)).status).toBe(200)
  })

  it('of an impression is printed by its practice, and by no other', async () => {
    const { laboratory, practice } = await place()
    const { id } = await made(practice, { code: 'T-103', patient: 'Zacharie', patient_code: 'P-77' })
    const path = `/api/orders/${id}/bag-label`
    const doctor = await as(await make.user(practice))
    const answer = await doctor(path)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    const { pages, text } = await readPdf(new Uint8Array(await answer.arrayBuffer()))
    expect(pages).toHaveLength(1)
    expect(text).toMatch(/T-103/)
    expect(text).not.toMatch(/Zacharie|P-77/)
    expect((await doctor(`${path}?size=62mm`)).status).toBe(200)
    expect((await doctor(`${path}?size=a0`)).status).toBe(422)
    expect((await (await as(await make.user(await make.practice(laboratory))))(path)).status).toBe(404)
    expect((await (await as(await make.user((await place()).practice)))(path)).status).toBe(404)
    expect((await (await as(await make.user(laboratory)))(path)).status).toBe(403)
  })

  it('leads to its case when it is scanned, in its own laboratory, for its people', async () => {
    const { laboratory, practice, call } = await place()
    const { id } = await made(practice, { code: 'T-101' })
    const find = (by: Call, code: string) => by(`/api/staff/labels/case?code=${code}`)
    for (const code of ['T-101', 't-101', '%20T-101%0A'])
      expect(await dataOf(await find(call, code))).toEqual({
        id,
        code: 'T-101',
        status: 'in_production',
        deliveryDate: today,
        practice: { id: practice.id, name: 'Cabinet Lilas' },
      })
    expect((await problemOf(await find(call, 'T-999'))).code).toBe('not_found')
    expect((await find((await place()).call, 'T-101')).status).toBe(404)
    expect((await find(await as(await make.user(practice)), 'T-101')).status).toBe(403)
    expect((await find(await as(await make.user(laboratory, { role: 'production' })), 'T-101')).status).toBe(200)
    expect((await request(laboratory, '/api/staff/labels/case?code=T-101')).status).toBe(401)
  })
})
