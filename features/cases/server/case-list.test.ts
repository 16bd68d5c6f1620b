import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, weekday } from '#kit/day.ts'
import { problemOf, startTestApp } from '#test/harness.ts'
import type { TestPractice, TestUser } from '#test/make.ts'
import { today } from '#test/today.ts'
import type { CaseRow } from '../contract.ts'

const { make, as, request } = startTestApp()

type List = {
  data: CaseRow[]
  page: { number: number; size: number; total: number }
  counts: { inProgress: number; history: number; all: number; onHold: number }
}

let practice: TestPractice
let user: TestUser

beforeAll(async () => {
  practice = await make.practice(await make.laboratory())
  user = await make.user(practice)
})

async function list(search = '', reader = user): Promise<List> {
  const call = await as(reader)
  const response = await call(`/api/orders${search}`)
  expect(response.status).toBe(200)
  return (await response.json()) as List
}
const codes = async (search: string, reader = user) => (await list(search, reader)).data.map(row => row.code)

/** A practice of its own keeps other tests' cases out. */
async function newPractice(values: Record<string, unknown> = {}) {
  const own = await make.practice(await make.laboratory(values))
  return { own, reader: await make.user(own) }
}

describe('who may read', () => {
  it('asks for a session', async () => {
    const response = await request(practice.laboratory, '/api/orders')
    expect(response.status).toBe(401)
    expect(await problemOf(response)).toMatchObject({ code: 'signed_out' })
  })

  it.each([{ account_type: 'manager' }, { account_type: 'doctor' }, { is_practice_doctor: true }, { is_dlcpm: true }])(
    'answers every kind of account: %j',
    async flags => {
      await list('', await make.user(practice, flags))
    },
  )

  it('refuses the staff, who have their own screens', async () => {
    const call = await as(await make.user(practice.laboratory))
    expect((await call('/api/orders')).status).toBe(403)
  })

  it('shows the cases of the own practice and counts no others', async () => {
    const { own, reader } = await newPractice()
    const mine = await make.order(own)
    const colleague = await make.practice(own.laboratory)
    await make.order(colleague)
    await make.order(await make.practice(await make.laboratory()))
    const answer = await list('?tab=all', reader)
    expect(answer.data.map(row => row.id)).toEqual([mine.id])
    expect(answer.page.total).toBe(1)
    expect(answer.counts).toEqual({ inProgress: 1, history: 0, all: 1, onHold: 0 })
    // Nor does a search for their code.
    expect(await codes(`?tab=all&search=${mine.code}`, await make.user(colleague))).toEqual([])
  })
})

it('says all that the list shows', async () => {
  const { own, reader } = await newPractice()
  const appointment = `${addDays(today, 6)}T08:30:00.000Z`
  const { id } = await make.order(own, {
    code: 'T-26-1187',
    patient: 'Éloïse Bernard',
    patient_code: 'P-0412',
    prescriber: 'Dr Anne Leroy',
    status: 'on_hold',
    hold_reason: 'technical_response',
    hold_question: 'Quelle teinte pour la 12 ?',
    print_type: 'physical',
    wished_on: addDays(today, 4),
    delivery_on: addDays(today, 5),
    first_delivery_on: addDays(today, 3),
    appointment_at: appointment,
    carrier: 'Chronopost',
    tracking_url: 'https://tracking.example/1',
  })
  expect((await list('', reader)).data).toEqual([
    {
      id,
      code: 'T-26-1187',
      patient: 'Éloïse Bernard',
      patientCode: 'P-0412',
      prescriber: 'Dr Anne Leroy',
      summary: 'Couronne zircone 26 · A2',
      status: 'on_hold',
      printType: 'physical',
      wishedDate: addDays(today, 4),
      deliveryDate: addDays(today, 5),
      arrivedOn: null,
      delivery: { display: 'delayed', newDate: addDays(today, 5), firstDate: addDays(today, 3) },
      appointmentDate: appointment,
      delayDays: 2,
      hold: { reason: 'technical_response', question: 'Quelle teinte pour la 12 ?' },
      tracking: { carrier: 'Chronopost', url: 'https://tracking.example/1' },
      problem: null,
      createdAt: expect.stringMatching(/Z$/),
    },
  ])
  const english = await make.user(own, { language: 'en' })
  expect((await list('', english)).data[0]?.summary).toBe('Zirconia crown 26 · A2')
})

describe('tabs and statuses', () => {
  let own: TestPractice
  let reader: TestUser

  beforeAll(async () => {
    const made = await newPractice()
    own = made.own
    reader = made.reader
    for (const status of [
      'registered',
      'in_preparation',
      'in_production',
      'shipped',
      'unknown',
      'delivered',
      'invoiced',
      'cancelled',
    ])
      await make.order(own, { code: status, status })
    await make.order(own, { code: 'on_hold', status: 'on_hold', hold_reason: 'implant_parts' })
  })

  it('puts each status in its tab, and counts whatever the tab', async () => {
    const open = await list('', reader)
    expect(new Set(open.data.map(row => row.code))).toEqual(
      new Set(['registered', 'in_preparation', 'in_production', 'on_hold', 'shipped', 'unknown']),
    )
    expect(open.counts).toEqual({ inProgress: 6, history: 3, all: 9, onHold: 1 })
    expect(open.page).toEqual({ number: 1, size: 25, total: 6 })
    expect(new Set(await codes('?tab=history', reader))).toEqual(new Set(['delivered', 'invoiced', 'cancelled']))
    expect((await list('?tab=all', reader)).page.total).toBe(9)
  })
  it('filters by several statuses, within the tab', async () => {
    const found = await list('?statuses=shipped&statuses=on_hold&statuses=delivered&sort_by=code', reader)
    expect(found.data.map(row => row.code)).toEqual(['on_hold', 'shipped'])
    expect(found.page.total).toBe(2)
    expect(found.counts.all).toBe(9)
    expect(await codes('?statuses=unknown', reader)).toEqual(['unknown'])
  })
})

describe('search', () => {
  let reader: TestUser

  beforeAll(async () => {
    const made = await newPractice()
    reader = made.reader
    await make.order(made.own, { code: 'T-26-0001', patient: 'Éloïse Bernard-Lœuil', patient_code: 'ÉB-12' })
    await make.order(made.own, { code: 'T-26-0002', patient: null, patient_code: '100%_sûr' })
    await make.order(made.own, { code: 'T-26-0003', patient: 'Noël Garçon', patient_code: 'back\\slash' })
  })

  it.each([
    ['eloise', ['T-26-0001']],
    ['ELOÏSE', ['T-26-0001']],
    ['bernard éloise', ['T-26-0001']],
    ['loeuil', ['T-26-0001']],
    ['eb-12', ['T-26-0001']],
    // As typed in a hurry, or copied by hand.
    ['eb12', ['T-26-0001']],
    ['t260002', ['T-26-0002']],
    ['T26-0003', ['T-26-0003']],
    ['a2', []],
    ['b12', []],
    ['e0001', []],
    ['garcon', ['T-26-0003']],
    ['0002', ['T-26-0002']],
    ['t-26', ['T-26-0001', 'T-26-0002', 'T-26-0003']],
    ['bernard 0003', []],
    ['%', ['T-26-0002']],
    ['_', ['T-26-0002']],
    ['100%_SUR', ['T-26-0002']],
    ['\\', ['T-26-0003']],
    ['%%', []],
    ["' or true --", []],
    ['  ', ['T-26-0001', 'T-26-0002', 'T-26-0003']],
  ])('%j finds %j', async (words, found) => {
    expect(await codes(`?sort_by=code&search=${encodeURIComponent(words)}`, reader)).toEqual(found)
  })
})

describe('search, filters, sort and pages together', () => {
  let reader: TestUser

  beforeAll(async () => {
    const made = await newPractice()
    reader = made.reader
    const orders = Array.from({ length: 60 }, (_, n) =>
      make.order(made.own, {
        code: `T-${100 + n}`,
        patient: n % 2 === 0 ? 'Zoé Étienne' : 'Zoé Martin',
        patient_code: `P-${60 - n}`,
        status: n % 3 === 0 ? 'invoiced' : 'shipped',
        wished_on: n < 50 ? addDays('2026-01-01', (n * 7) % 50) : null,
        delivery_on: addDays('2026-01-01', n),
        appointment_at: `${addDays('2026-01-01', n)}T10:00:00Z`,
      }),
    )
    await Promise.all(orders)
  })

  /** The expected result, computed here: even numbers, most of them found, in the requested order. */
  const even = Array.from({ length: 30 }, (_, n) => 2 * n)
  const wishedDay = (n: number) => (n < 50 ? (n * 7) % 50 : Number.POSITIVE_INFINITY)
  const orders: Record<string, (a: number, b: number) => number> = {
    'sort_by=code': (a, b) => a - b,
    'sort_by=code&sort_order=DESC': (a, b) => b - a,
    'sort_by=patient': (a, b) => b - a,
    'sort_by=patient&sort_order=DESC': (a, b) => a - b,
    'sort_by=deliveryDate': (a, b) => a - b,
    'sort_by=deliveryDate&sort_order=DESC': (a, b) => b - a,
    'sort_by=wishedDate': (a, b) => (wishedDay(a) === wishedDay(b) ? a - b : wishedDay(a) - wishedDay(b)),
    'sort_by=wishedDate&sort_order=DESC': (a, b) =>
      b >= 50 || a >= 50 ? Number(a >= 50) - Number(b >= 50) || b - a : wishedDay(b) - wishedDay(a),
  }
  const written = (numbers: number[]) => numbers.map(n => `T-${100 + n}`)

  it.each(Object.keys(orders))('finds patients and pages through them by %s', async sort => {
    const found = even.toSorted(orders[sort])
    for (const [index, page] of [1, 2, 3].entries()) {
      const answer = await list(`?tab=all&search=etienne+zoe&${sort}&page=${page}`, reader)
      expect(answer.data.map(row => row.code)).toEqual(written(found.slice(index * 25, index * 25 + 25)))
      expect(answer.page.total).toBe(30)
      expect(answer.counts).toMatchObject({ inProgress: 40, history: 20, all: 60 })
    }
  })

  it.each(Object.keys(orders))('keeps to tab, statuses and days at once by %s', async sort => {
    const words =
      'statuses=invoiced&deliveryDateFrom=2026-01-05&deliveryDateTo=2026-02-20&appointmentDateFrom=2026-01-08'
    const found = even.filter(n => n % 3 === 0 && n >= 7 && n <= 50).toSorted(orders[sort])
    const answer = await list(`?tab=history&search=etienne&${words}&${sort}`, reader)
    expect(answer.data.map(row => row.code)).toEqual(written(found))
    expect(answer.page.total).toBe(found.length)
  })
})

describe('dates', () => {
  it('takes delivery days from and to, both included', async () => {
    const { own, reader } = await newPractice()
    for (const day of ['2026-11-20', '2026-11-21', '2026-11-22']) await make.order(own, { code: day, delivery_on: day })
    await make.order(own, { code: 'none' })
    const filter = (words: string) => codes(`?sort_by=code&${words}`, reader)
    expect(await filter('deliveryDateFrom=2026-11-21')).toEqual(['2026-11-21', '2026-11-22'])
    expect(await filter('deliveryDateTo=2026-11-21')).toEqual(['2026-11-20', '2026-11-21'])
    expect(await filter('deliveryDateFrom=2026-11-21&deliveryDateTo=2026-11-21')).toEqual(['2026-11-21'])
    expect(await filter('deliveryDateFrom=2026-11-22&deliveryDateTo=2026-11-20')).toEqual([])
    expect(await filter('deliveryDateFrom=1900-01-01&deliveryDateTo=2199-12-31')).toHaveLength(3)
  })

  it.each([
    ['Europe/Paris', '2026-11-21T22:30:00Z', '2026-11-21'],
    ['Europe/Paris', '2026-11-21T23:30:00Z', '2026-11-22'],
    ['Europe/Paris', '2026-07-21T21:30:00Z', '2026-07-21'],
    ['Europe/Paris', '2026-07-21T22:30:00Z', '2026-07-22'],
    ['America/Guadeloupe', '2026-11-22T03:30:00Z', '2026-11-21'],
  ])('in %s an appointment at %s is on %s', async (zone, appointment_at, day) => {
    const { own, reader } = await newPractice({ time_zone: zone })
    await make.order(own, { code: 'A', appointment_at })
    const filter = (words: string) => codes(`?${words}`, reader)
    expect(await filter(`appointmentDateFrom=${day}&appointmentDateTo=${day}`)).toEqual(['A'])
    expect(await filter(`appointmentDateTo=${addDays(day, -1)}`)).toEqual([])
    expect(await filter(`appointmentDateFrom=${addDays(day, 1)}`)).toEqual([])
    expect(await filter('appointmentDateFrom=1900-01-01&appointmentDateTo=2199-12-31')).toEqual(['A'])
  })
})

describe('sort and pages', () => {
  let reader: TestUser

  beforeAll(async () => {
    const made = await newPractice()
    reader = made.reader
    await make.order(made.own, { code: 'T-9', patient_code: 'É-2', wished_on: '2026-01-03', delivery_on: '2026-02-01' })
    await make.order(made.own, { code: 'T-10', patient_code: 'E-10', delivery_on: '2026-02-01' })
    await make.order(made.own, { code: 'T-100', patient_code: 'F-1', wished_on: '2026-01-01' })
    await make.order(made.own, {
      code: 'T-11',
      patient_code: 'E-9',
      wished_on: '2026-01-02',
      delivery_on: '2026-01-15',
    })
  })

  it.each([
    ['sort_by=code', ['T-9', 'T-10', 'T-11', 'T-100']],
    ['sort_by=code&sort_order=DESC', ['T-100', 'T-11', 'T-10', 'T-9']],
    ['sort_by=patient', ['T-9', 'T-11', 'T-10', 'T-100']],
    ['sort_by=patient&sort_order=DESC', ['T-100', 'T-10', 'T-11', 'T-9']],
    ['sort_by=wishedDate', ['T-100', 'T-11', 'T-9', 'T-10']],
    ['sort_by=wishedDate&sort_order=DESC', ['T-9', 'T-11', 'T-100', 'T-10']],
    ['sort_by=deliveryDate', ['T-11', 'T-9', 'T-10', 'T-100']],
    ['sort_by=deliveryDate&sort_order=DESC', ['T-10', 'T-9', 'T-11', 'T-100']],
    ['tab=in_progress', ['T-11', 'T-9', 'T-10', 'T-100']],
    ['tab=all', ['T-100', 'T-11', 'T-10', 'T-9']],
  ])('%s', async (words, sorted) => {
    expect(await codes(`?${words}`, reader)).toEqual(sorted)
  })

  it('pages 25 at a time without losing or repeating a case, and ends in an empty page', async () => {
    const { own, reader } = await newPractice()
    await Promise.all(Array.from({ length: 53 }, () => make.order(own, { delivery_on: '2026-11-25' })))
    const pages = await Promise.all([1, 2, 3, 4, 9_999].map(page => list(`?page=${page}`, reader)))
    expect(pages.map(page => page.data.length)).toEqual([25, 25, 3, 0, 0])
    expect(pages.map(page => page.page)).toEqual([1, 2, 3, 4, 9_999].map(number => ({ number, size: 25, total: 53 })))
    expect(new Set(pages.flatMap(page => page.data.map(row => row.id))).size).toBe(53)
    const filtered = await list('?page=7&statuses=registered', reader)
    expect(filtered).toMatchObject({ data: [], page: { number: 7, total: 53 } })
  })
})

describe('refusals', () => {
  it.each([
    ['tab=closed', 'query.tab', 'not_listed'],
    ['sort_by=status', 'query.sort_by', 'not_listed'],
    ['sort_by=code;drop table orders', 'query.sort_by', 'not_listed'],
    ['sort_order=asc', 'query.sort_order', 'not_listed'],
    ['page=0', 'query.page', 'out_of_range'],
    ['page=-1', 'query.page', 'out_of_range'],
    ['page=NaN', 'query.page', 'out_of_range'],
    ['page=1.5', 'query.page', 'out_of_range'],
    ['page=1e9', 'query.page', 'out_of_range'],
    ['page=1000000000', 'query.page', 'out_of_range'],
    ['page=', 'query.page', 'out_of_range'],
    ['page=1&page=2', 'query.page', 'repeated'],
    ['search=a&search=b', 'query.search', 'repeated'],
    [`search=${'a'.repeat(101)}`, 'query.search', 'too_long'],
    ['search=%00', 'query.search', 'not_text'],
    ['statuses=open', 'query.statuses.0', 'not_listed'],
    [`${'statuses=shipped&'.repeat(10)}`, 'query.statuses', 'too_many'],
    ['deliveryDateFrom=2026-02-31', 'query.deliveryDateFrom', 'not_a_day'],
    ['deliveryDateTo=0000-01-01', 'query.deliveryDateTo', 'not_a_day'],
    ['appointmentDateFrom=21/11/2026', 'query.appointmentDateFrom', 'not_a_day'],
    ['appointmentDateTo=infinity', 'query.appointmentDateTo', 'not_a_day'],
    ['practiceId=1', 'query.practiceId', 'not_allowed'],
    ['__proto__=1', 'query.__proto__', 'not_allowed'],
  ])('%s', async (words, path, code) => {
    const call = await as(user)
    const response = await call(`/api/orders?${words}`)
    expect(response.status).toBe(422)
    expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/)
    expect(await problemOf(response)).toMatchObject({ code: 'input_invalid', errors: [{ path, code }] })
  })
})

it('is narrowed to a kind of work, by the family of the catalogue in whichever version it knows the product', async () => {
  const { own, reader } = await newPractice()
  const { laboratory } = own
  await make.product(laboratory, { reference: 'GOU', family: 'splints' })
  await make.product(laboratory, { reference: 'GOU', version: 2, family: 'splints', is_retired: true })
  const worked = await make.order(own, { code: 'T-1' })
  await make.order(own, { code: 'T-2' })
  await make.orderLine(own, worked.id, 'GOU', { case_sequence: 9, label_fr: 'Gouttière', label_en: 'Splint' })
  const narrowed = await list('?tab=all&family=splints', reader)
  expect(narrowed.data.map(({ code }) => code)).toEqual(['T-1'])
  expect([narrowed.page.total, narrowed.counts.all]).toEqual([1, 2])
  expect(await codes('?tab=all&family=unknown', reader)).toEqual([])
  const call = await as(reader)
  for (const query of ['family=', `family=${'x'.repeat(201)}`, 'family=a&family=b'])
    expect((await call(`/api/orders?${query}`)).status, query).toBe(422)
})

it('this week holds what comes in it, and what should have come before and is not here yet', async () => {
  const { own, reader } = await newPractice()
  const monday = addDays(today, 1 - weekday(today))
  const made = [
    ['before, and come', -3, 'delivered'],
    ['before, on its way', -40, 'shipped'],
    ['before, not come', -3, 'in_production'],
    ['monday', 0, 'in_production'],
    ['monday, and come', 0, 'delivered'],
    ['sunday', 6, 'registered'],
    ['monday after', 7, 'in_production'],
  ] as const
  for (const [code, days, status] of made) await make.order(own, { code, status, delivery_on: addDays(monday, days) })
  await make.order(own, { code: 'without a day' })
  const inProgress = ['before, on its way', 'before, not come', 'monday', 'sunday']
  expect(await codes('?delivery=this_week', reader)).toEqual(inProgress)
  expect((await list('?delivery=this_week', reader)).page.total).toBe(inProgress.length)
  expect((await codes('?delivery=this_week&tab=all', reader)).toSorted()).toEqual(
    [...inProgress, 'monday, and come'].toSorted(),
  )
  // The count beside each status is the same.
  const { data } = await (await (await as(reader))('/api/orders/statuses?delivery=this_week')).json()
  expect(data).toContainEqual({ status: 'in_production', count: 2 })
})
