import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { problemOf, startTestApp } from '#test/harness.ts'
import {
  dataOf,
  day,
  early,
  newList,
  openedPrices,
  orderOf,
  place,
  pricesShown,
  setPrices,
  told,
  totalOf,
} from '#test/prices.ts'

const app = startTestApp()
const { make, as, request } = app

async function opened(values: Record<string, unknown> = {}) {
  const there = await openedPrices(app, values)
  const id = await newList(there.call, { name: 'Groupement X' })
  await setPrices(there.call, id, { A: 8_000 })
  return { ...there, id, asDoctor: await as(await make.user(there.practice)) }
}
const placings = async (call: Awaited<ReturnType<typeof as>>) => dataOf(await call('/api/staff/practice-price-lists'))

describe('a practice on a price list', () => {
  it('is shown the prices of its list, and of the catalogue for the rest; nobody else is', async () => {
    const { laboratory, practice, call, id, asDoctor } = await opened()
    const neighbour = await as(await make.user(await make.practice(laboratory)))
    expect((await place(call, [practice], id)).status).toBe(204)
    expect(await pricesShown(asDoctor)).toEqual([8_000, 20_001])
    expect(await pricesShown(neighbour)).toEqual([10_000, 20_001])
    const practiceDoctor = await as(await make.user(practice, { is_practice_doctor: true }))
    expect(await pricesShown(practiceDoctor)).toEqual([undefined, undefined])
  })

  it('orders at the price of the day: what was ordered keeps it, whatever becomes of the list', async () => {
    const { practice, call, id, asDoctor } = await opened()
    const before = await orderOf(asDoctor, 'A', 'B')
    await place(call, [practice], id)
    const first = await orderOf(asDoctor, 'A', 'B')
    await setPrices(call, id, { A: 7_000, B: 15_000 })
    const second = await orderOf(asDoctor, 'A', 'B')
    await place(call, [practice], null)
    await call(`/api/staff/price-lists/${id}`, { method: 'DELETE' })
    const after = await orderOf(asDoctor, 'A', 'B')
    const totals = await Promise.all([before, first, second, after].map(one => totalOf(asDoctor, one)))
    expect(totals).toEqual([30_001, 28_001, 22_000, 30_001])
  })

  it.each(['catalogue', 'list'])('does not order more than a case may cost, at prices of the %s', async source => {
    const { laboratory, practice, call, id, asDoctor } = await opened()
    const high = 100_000_000
    await make.product(laboratory, { reference: 'C', price_cents: source === 'catalogue' ? high : 1, position: 3 })
    if (source === 'list') await setPrices(call, id, { C: high })
    await place(call, [practice], id)
    const mouth = [1, 2, 3, 4].flatMap(quadrant => [1, 2, 3, 4, 5, 6, 7, 8].map(tooth => quadrant * 10 + tooth))
    const teeth = (count: number) => mouth.slice(0, count)
    const order = (count: number) =>
      asDoctor('/api/orders', {
        body: {
          patientCode: 'P-1',
          printType: 'optical',
          prescriberName: 'Dr Durand',
          products: [{ reference: 'C', quantity: count, teeth: teeth(count), shade: 'A2' }],
        },
      })
    expect(await told(await order(22))).toEqual([422, 'input_invalid', 'products out_of_range'])
    const most = await order(21)
    expect(most.status, await most.clone().text()).toBe(201)
    const made = (await dataOf(most)).id
    expect(await totalOf(asDoctor, made)).toBe(21 * high)
    const more = { products: [{ caseSequence: 1, teeth: teeth(22) }] }
    expect(await told(await asDoctor(`/api/orders/${made}`, { method: 'PATCH', body: more }))).toEqual([
      422,
      'input_invalid',
      'products out_of_range',
    ])
  })

  it('is billed what it was shown, line by line', async () => {
    const { laboratory, practice, call, id, asDoctor } = await opened()
    await place(call, [practice], id)
    const order = await orderOf(asDoctor, 'A', 'B')
    await setPrices(call, id, { A: 1 })
    const { rows } = await make.within(laboratory.id, client =>
      client.query(
        'select reference, unit_price_cents::int as unit from billable_lines($1, $2, 0) order by case_sequence',
        [laboratory.id, [order]],
      ),
    )
    expect(rows).toEqual([
      { reference: 'A', unit: 8_000 },
      { reference: 'B', unit: 20_001 },
    ])
  })

  it('pays what the books have put on its case before what the list says', async () => {
    const { practice, call, id, asDoctor } = await opened()
    await place(call, [practice], id)
    const order = await orderOf(asDoctor, 'A')
    const priced = await call(`/api/staff/billing/cases/${order}/prices`, {
      method: 'PUT',
      body: { prices: [{ caseSequence: 1, unitPriceCents: 5_000, vat: 'exempt' }] },
    })
    expect(priced.status).toBe(204)
    expect(await totalOf(asDoctor, order)).toBe(5_000)
  })

  it('changes its order at the price with which it was ordered', async () => {
    const { laboratory, practice, call, id, asDoctor } = await opened()
    await place(call, [practice], id)
    const order = await orderOf(asDoctor, 'A')
    await setPrices(call, id, { A: 1 })
    await make.within(laboratory.id, client =>
      client.query('update order_products set quantity = 3 where order_id = $1', [order]),
    )
    expect(await totalOf(asDoctor, order)).toBe(24_000)
  })

  it('has its work made again for nothing, but for the line that a price is set on', async () => {
    const { laboratory, practice, call, id, asDoctor } = await opened()
    await place(call, [practice], id)
    const first = await orderOf(asDoctor, 'A', 'B')
    await setPrices(call, id, { A: 1 })
    await make.within(laboratory.id, async client => {
      await client.query("update orders set status = 'in_preparation' where id = $1", [first])
      await client.query("update orders set status = 'in_production' where id = $1", [first])
      await client.query("update orders set status = 'shipped' where id = $1", [first])
      await client.query("update orders set status = 'delivered' where id = $1", [first])
    })
    const asked = await asDoctor(`/api/orders/${first}/problems`, {
      body: { kind: 'breakage', description: 'Fracturée.', remake: true },
    })
    expect(asked.status).toBe(201)
    const { rows } = await make.within(laboratory.id, client =>
      client.query('select id from orders where remake_of = $1', [first]),
    )
    const remake = rows[0].id
    expect(await totalOf(asDoctor, remake)).toBeNull()
    const body = { prices: [{ caseSequence: 2, unitPriceCents: 100, vat: 'exempt' }] }
    expect((await call(`/api/staff/billing/cases/${remake}/prices`, { method: 'PUT', body })).status).toBe(204)
    expect(await totalOf(asDoctor, remake)).toBe(100)
  })

  it('brings no price of its own along', async () => {
    const { laboratory, practice, call, id, asDoctor } = await opened()
    await place(call, [practice], id)
    const order = await orderOf(asDoctor, 'A')
    await make.within(laboratory.id, client =>
      client.query(
        `insert into order_products (brand_id, practice_id, order_id, case_sequence, reference, product_version, label_fr,
           label_en, quantity, listed_price_cents) values ($1, $2, $3, 2, 'A', 1, 'x', 'x', 1, 1)`,
        [laboratory.id, practice.id, order],
      ),
    )
    expect(await totalOf(asDoctor, order)).toBe(16_000)
  })
})

describe('practices are put on a list', () => {
  it('several at once, and each is noted in the audit', async () => {
    const { laboratory, practice, staff, call, id } = await opened()
    const other = await make.practice(laboratory, { name: 'Autre cabinet', city: 'Lyon' })
    expect((await place(call, [practice, other, other], id)).status).toBe(204)
    expect(await placings(call)).toEqual([
      {
        id: other.id,
        name: 'Autre cabinet',
        place: 'Lyon',
        isDisabled: false,
        now: { from: day(0), listId: id, list: 'Groupement X' },
        coming: [],
      },
      expect.objectContaining({ id: practice.id, now: { from: day(0), listId: id, list: 'Groupement X' } }),
    ])
    expect(await dataOf(await call('/api/staff/price-lists'))).toMatchObject([{ practices: 2, coming: 0 }])
    const { rows } = await make.within(laboratory.id, client =>
      client.query(
        "select subject_id from audit_events where user_id = $1 and kind = 'practice_price_list_set' order by 1",
        [staff.id],
      ),
    )
    expect(rows.map(({ subject_id }) => subject_id)).toEqual([practice.id, other.id].toSorted())
  })

  it('from a day on: until then the old price holds, from then on the new one by itself', async () => {
    const { practice, call, id, asDoctor, passes } = await opened({ time_zone: early })
    const next = await newList(call, { name: 'Tarif suivant' })
    await setPrices(call, next, { A: 9_000 })
    await place(call, [practice], id, day(0, early))
    expect((await place(call, [practice], next, day(1, early))).status).toBe(204)
    expect(await placings(call)).toMatchObject([
      { now: { listId: id }, coming: [{ from: day(1, early), listId: next }] },
    ])
    expect(await dataOf(await call('/api/staff/price-lists'))).toMatchObject([
      { id, practices: 1, coming: 0 },
      { id: next, practices: 0, coming: 1 },
    ])
    const before = await orderOf(asDoctor, 'A')
    await passes()
    expect(await pricesShown(asDoctor)).toEqual([9_000, 20_001])
    const after = await orderOf(asDoctor, 'A')
    expect([await totalOf(asDoctor, before), await totalOf(asDoctor, after)]).toEqual([8_000, 9_000])
    const page = await dataOf(await call(`/api/staff/practices/${practice.id}`))
    expect(page.priceLists).toEqual([{ from: day(1, early), listId: next, list: 'Tarif suivant' }])
  })

  it('by two at once: one of both holds', async () => {
    const { laboratory, practice, call, id } = await opened()
    const [other, colleague] = [await make.practice(laboratory), await as(await make.user(laboratory))]
    const second = await newList(call, { name: 'Tarif Y' })
    const answers = await Promise.all([place(call, [practice, other], id), place(colleague, [other, practice], second)])
    expect(answers.map(({ status }) => status)).toEqual([204, 204])
    const [one, two] = await placings(call)
    expect(one.now.listId).toBe(two.now.listId)
  })

  it('is refused for days that are over, lists and practices that are none, and nobody at all', async () => {
    const { practice, call, id } = await opened()
    expect(await told(await place(call, [practice], id, day(-1)))).toEqual([422, 'day_over'])
    expect(await told(await place(call, [practice], id, '2026-02-31'))).toEqual([
      422,
      'input_invalid',
      'from not_a_day',
    ])
    expect(await told(await place(call, [practice], randomUUID()))).toEqual([409, 'price_list_gone'])
    expect(await told(await place(call, [], id))).toEqual([422, 'input_invalid', 'practiceIds required'])
    const { practice: foreign, id: foreignList } = await opened()
    expect(await told(await place(call, [practice, foreign], id))).toEqual([
      422,
      'input_invalid',
      'practiceIds not_listed',
    ])
    expect(await told(await place(call, [practice], foreignList))).toEqual([409, 'price_list_gone'])
    expect(await placings(call)).toMatchObject([{ now: null, coming: [] }])
  })

  it('and what holds already is not taken back, only what is to come', async () => {
    const { practice, call, id } = await opened()
    await place(call, [practice], id)
    const takeBack = (from: string) =>
      call(`/api/staff/practice-price-lists/${practice.id}/${from}`, { method: 'DELETE' })
    for (const from of [day(0), day(3), 'tomorrow'])
      expect(await told(await takeBack(from))).toEqual([404, 'not_found'])
  })
})

describe('prices are neither seen nor set by', () => {
  const callsOf = (id: string, practiceId: string): [string, string, object?][] => [
    ['GET', '/api/staff/price-lists'],
    ['GET', `/api/staff/price-lists/${id}`],
    ['POST', '/api/staff/price-lists', { name: 'x', basedOn: null, change: 0 }],
    ['PUT', `/api/staff/price-lists/${id}`, { name: 'x', version: 2 }],
    ['PUT', `/api/staff/price-lists/${id}/prices`, { prices: [{ reference: 'A', priceCents: 1 }], version: 2 }],
    ['GET', '/api/staff/practice-price-lists'],
    ['PUT', '/api/staff/practice-price-lists', { practiceIds: [practiceId], listId: id, from: day(0) }],
    ['DELETE', `/api/staff/practice-price-lists/${practiceId}/${day(3)}`],
    ['DELETE', `/api/staff/price-lists/${id}`],
  ]

  it('strangers, practices, nor those of the staff who do not administer', async () => {
    const { laboratory, practice, id } = await opened()
    const manager = await make.user(practice, { account_type: 'manager' })
    const others = await Promise.all(
      ['production', 'accounting', 'driver'].map(role => make.user(laboratory, { role })),
    )
    for (const [method, path, body] of callsOf(id, practice.id)) {
      expect((await request(laboratory, path, { method, body })).status, path).toBe(401)
      for (const user of [manager, ...others]) {
        const answer = await (await as(user))(path, { method, body })
        expect([answer.status, (await problemOf(answer)).code], path).toEqual([403, 'forbidden'])
      }
    }
  })

  it('another laboratory', async () => {
    const { practice, call, id, asDoctor } = await opened()
    await place(call, [practice], id)
    const other = (await openedPrices(app)).call
    expect(await dataOf(await other('/api/staff/price-lists'))).toEqual([])
    for (const [method, path, body] of callsOf(id, practice.id).filter(([, path]) => path.includes(id)))
      expect((await other(path, { method, body })).status, path).toBe(404)
    expect(await pricesShown(asDoctor)).toEqual([8_000, 20_001])
  })

  it('SQL in the context of anybody else: a practice reads its own list alone, and of one to come nothing', async () => {
    const { laboratory, practice, call, id } = await opened()
    const neighbour = await make.practice(laboratory)
    await place(call, [practice], id)
    const next = await newList(call, { name: 'Tarif 2030' })
    await setPrices(call, next, { A: 9_000 })
    await place(call, [neighbour], next, day(1))
    const production = await make.user(laboratory, { role: 'production' })
    const seenBy = (practiceId: string, statement: string) =>
      make.within(laboratory.id, async client => {
        await client.query("select tenant.set_context($1, $2, null, 'practice')", [laboratory.id, practiceId])
        return (await client.query(statement)).rowCount
      })
    for (const table of ['price_lists', 'price_list_prices', 'practice_price_lists']) {
      expect(await seenBy(practice.id, `select from ${table}`), table).toBe(1)
      const where = table === 'practice_price_lists' ? 'where from_on <= today_of(brand_id)' : ''
      expect(await seenBy(neighbour.id, `select from ${table} ${where}`), table).toBe(0)
    }
    const prices = (of: string) => `select * from practice_prices('${laboratory.id}', '${of}')`
    expect(await seenBy(practice.id, prices(practice.id))).toBe(1)
    expect(await seenBy(neighbour.id, prices(practice.id))).toBe(0)
    const tried = (statement: string) =>
      make.within(laboratory.id, async client => {
        await client.query("select tenant.set_context($1, null, $2, 'staff')", [laboratory.id, production.id])
        return client.query(statement)
      })
    for (const statement of [
      "update price_lists set name = 'x'",
      'update price_list_prices set price_cents = 1',
      'delete from price_list_prices',
      'delete from practice_price_lists',
      `insert into price_lists (brand_id, name) values ('${laboratory.id}', 'x')`,
    ])
      await expect(tried(statement), statement).rejects.toThrow(/administrator of the laboratory/)
  })
})
