import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { addDays } from '#kit/day.ts'
import { problemOf, startTestApp } from '#test/harness.ts'
import type { TestPractice, TestUser } from '#test/make.ts'
import { today } from '#test/today.ts'
import type { CountedCase, Figures } from '../contract.ts'

const { make, as, request } = startTestApp()

type Step = [status: string, at: string]
/** A case with its status history. */
async function caseOf(practice: TestPractice, values: Record<string, unknown>, steps: Step[]) {
  const order = await make.order(practice, { status: 'delivered', ...values })
  for (const [index, [status, at]] of steps.entries())
    await make.insert(practice.laboratory.id, 'order_events', {
      brand_id: practice.laboratory.id,
      practice_id: practice.id,
      order_id: order.id,
      sequence: index + 1,
      status,
      at: at.includes('T') ? at : `${at}T10:00:00Z`,
    })
  return order
}
const line = (practice: TestPractice, orderId: string, reference: string, place = 1) =>
  make.orderLine(practice, orderId, reference, {
    case_sequence: place,
    label_fr: `Produit ${reference}`,
    label_en: `Product ${reference}`,
  })

async function opened() {
  const laboratory = await make.laboratory()
  const practice = await make.practice(laboratory, { name: 'Cabinet A' })
  const administrator = await make.user(laboratory)
  const call = await as(administrator)
  const figures = async (from = '2026-03-01', to = '2026-03-31') =>
    ((await (await call(`/api/staff/figures?from=${from}&to=${to}`)).json()) as { data: Figures }).data
  const cases = async (query: string) => {
    const answer = await call(`/api/staff/figures/cases?from=2026-03-01&to=2026-03-31&${query}`)
    return (await answer.json()) as { data: CountedCase[]; page: { total: number } }
  }
  const codes = async (query: string) => (await cases(query)).data.map(({ code }) => code).toSorted()
  return { laboratory, practice, administrator, call, figures, cases, codes }
}

describe('on time', () => {
  it('is what was delivered on or before the promised day, of what was delivered in the period with one', async () => {
    const { practice, figures, codes } = await opened()
    await caseOf(practice, { code: 'before', delivery_on: '2026-03-10' }, [['delivered', '2026-03-09']])
    await caseOf(practice, { code: 'same', delivery_on: '2026-03-10', status: 'invoiced' }, [
      ['delivered', '2026-03-10'],
      ['invoiced', '2026-03-20'],
    ])
    await caseOf(practice, { code: 'after', delivery_on: '2026-03-10' }, [['delivered', '2026-03-11']])
    await caseOf(practice, { code: 'unpromised' }, [['delivered', '2026-03-11']])
    // Outside the period: before it, after it, or not delivered at all.
    await caseOf(practice, { delivery_on: '2026-02-27' }, [['delivered', '2026-02-28']])
    await caseOf(practice, { delivery_on: '2026-04-02' }, [['delivered', '2026-04-01']])
    await caseOf(practice, { delivery_on: '2026-03-10', status: 'shipped' }, [['shipped', '2026-03-10']])
    expect((await figures()).all).toEqual({ delivered: 4, promised: 3, onTime: 2, remade: 0 })
    expect(await codes('list=delivered')).toEqual(['after', 'before', 'same', 'unpromised'])
    expect(await codes('list=on_time')).toEqual(['before', 'same'])
    expect(await codes('list=late')).toEqual(['after'])
  })

  it('is measured by the first promise, save where the practice’s own absence had moved it', async () => {
    const { practice, codes } = await opened()
    const promised = { delivery_on: '2026-03-20', first_delivery_on: '2026-03-10' }
    await caseOf(practice, { code: 'put off', ...promised }, [['delivered', '2026-03-18']])
    await caseOf(practice, { code: 'absent', ...promised, excused_on: '2026-03-19' }, [['delivered', '2026-03-18']])
    expect(await codes('list=late')).toEqual(['put off'])
    expect(await codes('list=on_time')).toEqual(['absent'])
  })

  it('has days by the clock of the laboratory, and of a case delivered twice the first day', async () => {
    const { practice, codes, figures } = await opened()
    // Half past midnight of 1 April in Paris, and of 1 March.
    await caseOf(practice, { code: 'april' }, [['delivered', '2026-03-31T22:30:00Z']])
    await caseOf(practice, { code: 'march' }, [['delivered', '2026-02-28T23:30:00Z']])
    await caseOf(practice, { code: 'february' }, [
      ['delivered', '2026-02-10'],
      ['delivered', '2026-03-10'],
    ])
    await caseOf(practice, { code: 'twice', delivery_on: '2026-03-11' }, [
      ['delivered', '2026-03-11'],
      ['delivered', '2026-03-15'],
    ])
    expect(await codes('list=delivered')).toEqual(['march', 'twice'])
    expect((await figures()).all).toMatchObject({ promised: 1, onTime: 1 })
    expect(
      (await figures('2026-02-01', '2026-04-30')).months.map(({ month, delivered }) => [month, delivered]),
    ).toEqual([
      ['2026-02', 1],
      ['2026-03', 2],
      ['2026-04', 1],
    ])
  })
})

it('of a year are what its months add up to, and each case counts once', async () => {
  const { laboratory, practice, figures } = await opened()
  const other = await make.practice(laboratory, { name: 'Cabinet B' })
  const technician = await make.user(laboratory, { title: '', first_name: 'Inès', last_name: 'Roy' })
  const made = { technician_id: technician.id, delivery_on: '2026-01-31' }
  for (const [of, days] of [
    [practice, ['2026-01-31', '2026-02-01']],
    [practice, ['2026-02-28']],
    [other, ['2026-02-01']],
    [other, ['2025-12-31', '2026-01-02']],
  ] as const) {
    const steps = days.map((day): Step => ['delivered', day])
    await line(of, (await caseOf(of, made, steps)).id, 'CROWN')
  }
  const year = await figures('2025-06-15', '2026-06-14')
  const ofMonth = (month: string, delivered: number, onTime: number) => ({
    month,
    delivered,
    promised: delivered,
    onTime,
    remade: 0,
  })
  expect(year.months).toEqual([ofMonth('2025-12', 1, 1), ofMonth('2026-01', 1, 1), ofMonth('2026-02', 2, 0)])
  expect(year.all).toEqual({ delivered: 4, promised: 4, onTime: 2, remade: 0 })
  expect(year.practices).toMatchObject([
    { name: 'Cabinet A', delivered: 2, onTime: 1 },
    { name: 'Cabinet B', delivered: 2, onTime: 1 },
  ])
  expect(year.technicians).toMatchObject([{ name: 'Inès Roy', delivered: 4, onTime: 2 }])
  expect(year.products).toMatchObject([{ id: 'CROWN', delivered: 4, onTime: 2 }])
  expect(year.late).toEqual([{ cause: 'none', cases: 2, days: 29 }])
})

it('of several months have the cases behind them on pages that go on from one month to the one before', async () => {
  const { practice, call } = await opened()
  const codes = Array.from({ length: 28 }, (_, one) => `C-${String(one + 1).padStart(2, '0')}`)
  for (const [one, code] of codes.entries())
    await caseOf(practice, { code }, [['delivered', one < 2 ? '2026-04-01' : one < 27 ? '2026-03-15' : '2026-02-28']])
  const page = async (number: number) => {
    const path = '/api/staff/figures/cases?from=2026-02-28&to=2026-04-01&list=delivered'
    const { data, page } = await (await call(`${path}&page=${number}`)).json()
    return { codes: (data as CountedCase[]).map(({ code }) => code), total: page.total }
  }
  expect(await page(1)).toEqual({ codes: codes.slice(0, 25), total: 28 })
  expect(await page(2)).toEqual({ codes: codes.slice(25), total: 28 })
  expect(await page(3)).toEqual({ codes: [], total: 28 })
})

describe('remakes', () => {
  it('are counted of the cases delivered in the period, and of the products they make again, whenever they were asked for; a cancelled one is none', async () => {
    const { laboratory, practice, figures, codes } = await opened()
    const other = await make.practice(laboratory, { name: 'Cabinet B' })
    const technician = await make.user(laboratory, { title: '', first_name: 'Inès', last_name: 'Roy' })
    const remade = await caseOf(practice, { code: 'remade', technician_id: technician.id }, [
      ['delivered', '2026-03-02'],
    ])
    const cancelled = await caseOf(practice, { code: 'cancelled' }, [['delivered', '2026-03-03']])
    const plain = await caseOf(other, { code: 'plain', technician_id: technician.id }, [['delivered', '2026-03-04']])
    const asked = { code: 'again', remake_of: remade.id, created_at: '2026-05-01T08:00:00Z' }
    const again = await make.order(practice, asked)
    await line(practice, again.id, 'CROWN')
    await make.order(practice, { remake_of: cancelled.id, status: 'cancelled' })
    await line(practice, remade.id, 'CROWN')
    await line(practice, remade.id, 'CROWN', 2)
    await line(practice, remade.id, 'SPLINT', 3)
    await line(practice, cancelled.id, 'CROWN')
    await line(other, plain.id, 'SPLINT')
    const found = await figures()
    const rate = ({ delivered, remade }: { delivered: number; remade: number }) => `${remade}/${delivered}`
    expect(rate(found.all)).toBe('1/3')
    expect(found.practices.map(one => [one.name, rate(one)])).toEqual([
      ['Cabinet A', '1/2'],
      ['Cabinet B', '0/1'],
    ])
    expect(found.technicians.map(one => [one.name, rate(one)])).toEqual([
      ['Inès Roy', '1/2'],
      [null, '0/1'],
    ])
    expect(found.products.map(one => [one.id, one.name, rate(one)])).toEqual([
      ['CROWN', 'Produit CROWN', '1/2'],
      ['SPLINT', 'Produit SPLINT', '0/2'],
    ])
    expect(await codes('list=remade')).toEqual(['remade'])
    expect(await codes(`list=delivered&practiceId=${other.id}`)).toEqual(['plain'])
    expect(await codes(`list=delivered&technician=${technician.id}`)).toEqual(['plain', 'remade'])
    expect(await codes('list=delivered&technician=nobody')).toEqual(['cancelled'])
    expect(await codes('list=delivered&product=SPLINT')).toEqual(['plain', 'remade'])
    expect(await codes('list=remade&product=CROWN')).toEqual(['remade'])
    expect(await codes('list=remade&product=SPLINT')).toEqual([])
  })
})

describe('delays', () => {
  it('have the first cause that fits, and the days by which they came late', async () => {
    const { practice, figures, cases } = await opened()
    const promised = { delivery_on: '2026-03-10' }
    await caseOf(practice, { code: 'a', ...promised }, [
      ['on_hold', '2026-03-02'],
      ['shipped', '2026-03-10'],
      ['delivered', '2026-03-12'],
    ])
    await caseOf(practice, { code: 'b', ...promised }, [
      ['on_hold', '2026-03-02'],
      ['shipped', '2026-03-11'],
      ['delivered', '2026-03-11'],
    ])
    await caseOf(practice, { code: 'c', delivery_on: '2026-03-13', first_delivery_on: '2026-03-10' }, [
      ['shipped', '2026-03-13'],
      ['delivered', '2026-03-13'],
    ])
    await caseOf(practice, { code: 'd', ...promised }, [['delivered', '2026-03-14']])
    await caseOf(practice, { code: 'e', ...promised }, [['delivered', '2026-03-11']])
    // On time in spite of a hold.
    await caseOf(practice, promised, [
      ['on_hold', '2026-03-02'],
      ['delivered', '2026-03-10'],
    ])
    expect((await figures()).late).toEqual([
      { cause: 'none', cases: 2, days: 5 },
      { cause: 'hold', cases: 1, days: 1 },
      { cause: 'moved', cases: 1, days: 3 },
      { cause: 'transport', cases: 1, days: 2 },
    ])
    expect((await cases('list=late')).data.map(({ code, cause }) => `${code} ${cause}`).toSorted()).toEqual([
      'a transport',
      'b hold',
      'c moved',
      'd none',
      'e none',
    ])
    expect((await cases('list=late&cause=hold')).data).toMatchObject([
      { code: 'b', practice: 'Cabinet A', promisedOn: '2026-03-10', deliveredOn: '2026-03-11', remake: null },
    ])
  })
})

describe('answers', () => {
  it('go from the first of a practice’s messages in a row to the laboratory’s next, and say how many wait', async () => {
    const { laboratory, practice, administrator, figures } = await opened()
    const doctor = await make.user(practice)
    const write = async (orderId: string, author: TestUser, at: string) =>
      make.insert(laboratory.id, 'order_messages', {
        brand_id: laboratory.id,
        practice_id: practice.id,
        order_id: orderId,
        author_id: author.id,
        is_from_laboratory: author === administrator,
        body: 'x',
        created_at: at,
      })
    const [one, two, three] = [await make.order(practice), await make.order(practice), await make.order(practice)]
    // Half an hour; a second message in between starts no new question.
    await write(one.id, doctor, '2026-03-02T10:00:00Z')
    await write(one.id, doctor, '2026-03-02T10:20:00Z')
    await write(one.id, administrator, '2026-03-02T10:30:00Z')
    // Another question in the same thread: thirty hours.
    await write(one.id, doctor, '2026-03-03T10:00:00Z')
    await write(one.id, administrator, '2026-03-04T16:00:00Z')
    // Two hours, answered after the laboratory had written first.
    await write(two.id, administrator, '2026-03-02T08:00:00Z')
    await write(two.id, doctor, '2026-03-05T10:00:00Z')
    await write(two.id, administrator, '2026-03-05T12:00:00Z')
    await write(two.id, administrator, '2026-03-05T13:00:00Z')
    // Unanswered; and a question from before the period.
    await write(three.id, doctor, '2026-02-27T10:00:00Z')
    await write(three.id, administrator, '2026-03-02T10:00:00Z')
    await write(three.id, doctor, '2026-03-30T10:00:00Z')
    // Replies to the laboratory's question need no answer; messages after them do.
    const four = await make.order(practice)
    for (const at of ['2026-03-06T10:00:00Z', '2026-03-09T10:00:00Z']) await write(four.id, doctor, at)
    await make.insert(laboratory.id, 'order_events', {
      brand_id: laboratory.id,
      practice_id: practice.id,
      order_id: four.id,
      sequence: 1,
      status: 'on_hold',
      author_id: doctor.id,
      at: '2026-03-06T10:00:00Z',
    })
    expect((await figures()).answers).toEqual({
      asked: 5,
      answered: 3,
      medianMinutes: 120,
      within: [
        { hours: 1, answered: 1 },
        { hours: 4, answered: 2 },
        { hours: 24, answered: 2 },
        { hours: 72, answered: 3 },
      ],
    })
    expect((await figures('2026-01-01', '2026-01-31')).answers).toMatchObject({ asked: 0, medianMinutes: null })
  })
})

describe('the load ahead', () => {
  it('is what is still at the laboratory, by its day; the same as its list counts', async () => {
    const { practice, call, figures } = await opened()
    const soon = addDays(today, 3)
    await make.order(practice, { delivery_on: soon })
    await make.order(practice, { delivery_on: soon, status: 'on_hold', hold_reason: 'other' })
    for (const status of ['shipped', 'delivered', 'cancelled'])
      await make.order(practice, { delivery_on: soon, status })
    await make.order(practice, { delivery_on: addDays(today, -1), status: 'in_production' })
    await make.order(practice, { delivery_on: addDays(today, -1), status: 'shipped' })
    await make.order(practice, {})
    const { ahead } = await figures()
    expect(ahead).toMatchObject({ late: 1, undated: 1 })
    expect(ahead.days).toHaveLength(28)
    expect(ahead.days.filter(({ cases }) => cases > 0)).toEqual([{ day: soon, cases: 2 }])
    const here = ['registered', 'in_preparation', 'in_production', 'on_hold', 'unknown'].map(one => `statuses=${one}`)
    const list = `/api/staff/orders?deliveryDateFrom=${soon}&deliveryDateTo=${soon}&${here.join('&')}`
    expect((await (await call(list)).json()).page.total).toBe(2)
    expect((await (await call('/api/staff/orders?due=late')).json()).page.total).toBe(1)
  })
})

it('each number is as long as the list behind it, page after page', async () => {
  const { practice, figures, cases } = await opened()
  for (let n = 0; n < 27; n++)
    await caseOf(practice, { delivery_on: n % 3 === 0 ? '2026-03-08' : '2026-03-20' }, [['delivered', '2026-03-09']])
  const { all } = await figures()
  const [first, second] = [await cases('list=on_time'), await cases('list=delivered&page=2')]
  expect(first.page.total).toBe(all.onTime)
  expect([second.page.total, second.data.length]).toEqual([all.delivered, 2])
  expect((await cases('list=late')).page.total).toBe(9)
})

it('go to a table in words, in which no name is a formula', async () => {
  const { laboratory, call, administrator } = await opened()
  await make.within(laboratory.id, client =>
    client.query(`update users set language = 'en' where id = $1`, [administrator.id]),
  )
  const formula = await make.practice(laboratory, { name: '=1+1' })
  await caseOf(formula, { delivery_on: '2026-03-08' }, [['delivered', '2026-03-09']])
  const answer = await call('/api/staff/figures/export?from=2026-03-01&to=2026-03-31')
  expect(answer.headers.get('content-disposition')).toContain('figures-2026-03-01-2026-03-31.csv')
  const text = await answer.text()
  for (const row of ["Practice;'=1+1;1;1;0;0", 'Technician;Nobody noted;1;1;0;0', 'Delays;No cause noted;1;1'])
    expect(text.split('\r\n')).toContain(row)
})

it('are of a period that is one, of a year at most', async () => {
  const { call } = await opened()
  const told = async (query: string) => {
    const { status, errors } = await problemOf(await call(`/api/staff/figures?${query}`))
    return [status, ...(errors ?? []).map(({ path, code }) => `${path} ${code}`)]
  }
  expect(await told('from=2026-03-02&to=2026-03-01')).toEqual([422, 'query.to period_wrong'])
  expect(await told('from=2025-01-01&to=2026-03-01')).toEqual([422, 'query.to period_too_long'])
  expect(await told('from=2026-02-30&to=2026-03-01')).toEqual([422, 'query.from not_a_day'])
  expect((await call('/api/staff/figures?from=2025-03-02&to=2026-03-01')).status).toBe(200)
  for (const wrong of ['list=nothing', 'list=late&cause=nothing', 'list=late&technician=7', 'list=late&page=0'])
    expect((await call(`/api/staff/figures/cases?from=2026-03-01&to=2026-03-31&${wrong}`)).status).toBe(422)
  expect((await call('/api/staff/figures/export?from=2026-03-02&to=2026-03-01')).status).toBe(422)
})

it('are the administrators’ of the laboratory itself, by each of their ways', async () => {
  const { laboratory, practice, call, cases } = await opened()
  const elsewhere = await opened()
  await caseOf(elsewhere.practice, { delivery_on: '2026-03-10' }, [['delivered', '2026-03-09']])
  const paths = ['', '/cases', '/export'].map(
    way => `/api/staff/figures${way}?from=2026-03-01&to=2026-03-31${way === '/cases' ? '&list=delivered' : ''}`,
  )
  for (const role of ['production', 'accounting', 'driver', 'practice']) {
    const user =
      role === 'practice' ? make.user(practice, { account_type: 'manager' }) : make.user(laboratory, { role })
    const other = await as(await user)
    for (const path of paths) expect((await other(path)).status).toBe(403)
  }
  for (const path of paths) expect((await request(laboratory, path)).status).toBe(401)
  expect((await elsewhere.figures()).all.delivered).toBe(1)
  expect(((await (await call(paths[0] ?? '')).json()) as { data: Figures }).data.all.delivered).toBe(0)
  expect((await cases(`list=delivered&practiceId=${elsewhere.practice.id}`)).data).toEqual([])
  expect((await cases(`list=delivered&technician=${randomUUID()}`)).data).toEqual([])
})
