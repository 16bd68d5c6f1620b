import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, describe, expect, inject, it, vi } from 'vitest'
import { queues } from '#kit/server/turns.ts'
import { startTestApp } from '#test/harness.ts'
import type { TestPractice } from '#test/make.ts'
import type { CountedCase, Figures } from '../contract.ts'
import { countMonths } from './count-months.ts'

const { app, make, as } = startTestApp()
const owner = new pg.Pool({ connectionString: inject('database').ownerUrl, max: 4 })
afterAll(() => owner.end())

/** A transaction as the laboratory itself, committed on request. */
async function begin(brandId: string) {
  const client = await owner.connect()
  await client.query('begin')
  await client.query('select tenant.set_context($1, null, null)', [brandId])
  return {
    query: (text: string, values: unknown[] = []) => client.query(text, values),
    async commit() {
      await client.query('commit')
      client.release()
    },
  }
}
async function once(brandId: string, text: string, values: unknown[]) {
  const { query, commit } = await begin(brandId)
  const { rows } = await query(text, values)
  await commit()
  return rows
}

/** A late case and one on time, delivered in March, with a technician. */
async function opened() {
  const laboratory = await make.laboratory()
  const brand = laboratory.id
  const practice = await make.practice(laboratory, { name: 'Cabinet A' })
  const other = await make.practice(laboratory, { name: 'Cabinet B' })
  const [first, second] = await Promise.all(
    ['Inès', 'Marc'].map(first_name => make.user(laboratory, { role: 'production', first_name })),
  )
  const call = await as(await make.user(laboratory))
  const event = (of: TestPractice, order: string, sequence: number, status: string, at: string, takes_back?: number) =>
    make.insert(brand, 'order_events', {
      ...{ brand_id: brand, practice_id: of.id, order_id: order, sequence, status, at },
      ...(takes_back ? { takes_back, note: 'Repris' } : {}),
    })
  const late = await make.order(practice, {
    ...{ code: 'late', status: 'delivered', technician_id: first?.id ?? null, delivery_on: '2026-03-10' },
  })
  await event(practice, late.id, 1, 'delivered', '2026-03-12T10:00:00Z')
  const timely = await make.order(other, { code: 'timely', status: 'delivered', delivery_on: '2026-03-20' })
  await event(other, timely.id, 1, 'delivered', '2026-03-20T10:00:00Z')
  const figures = async (from = '2025-09-15', to = '2026-05-31') => {
    const answer = await call(`/api/staff/figures?from=${from}&to=${to}`)
    const { ahead: _, ...counted } = ((await answer.json()) as { data: Figures }).data
    return counted
  }
  const listed = async (narrowed: string) => {
    const answer = await call(`/api/staff/figures/cases?from=2026-01-01&to=2026-05-31&${narrowed}`)
    const { data, page } = (await answer.json()) as { data: CountedCase[]; page: { total: number } }
    return { codes: data.map(({ code }) => code), total: page.total }
  }
  const forget = () => once(brand, 'delete from figure_months where brand_id = $1', [brand])
  const kept = async () =>
    (await once(brand, 'select month::text from figure_months where brand_id = $1 order by 1', [brand])).map(
      ({ month }) => month,
    )
  const count = () => countMonths(app.api.services.database, [brand])
  return { brand, practice, other, first, second, late, timely, call, event, figures, listed, forget, kept, count }
}
type Opened = Awaited<ReturnType<typeof opened>>

it('counts once what is over, and says the same as before', async () => {
  const { brand, practice, figures, listed, kept, count, late } = await opened()
  await make.insert(brand, 'order_products', {
    ...{ brand_id: brand, practice_id: practice.id, order_id: late.id, case_sequence: 1 },
    ...{ reference: 'CROWN', label_fr: 'Couronne', label_en: 'Crown', quantity: 1 },
  })
  const asked = [
    'list=delivered',
    'list=late',
    'list=on_time',
    'list=remade',
    'list=late&cause=none',
    'list=late&product=CROWN',
    'list=delivered&technician=nobody',
    `list=delivered&practiceId=${practice.id}`,
    `list=late&practiceId=${randomUUID()}`,
    'list=delivered&page=2',
  ]
  const said = { figures: await figures(), lists: await Promise.all(asked.map(listed)) }
  expect(await kept()).toEqual([])
  await count()
  expect((await kept())[0]).toBe('2026-03-01')
  expect({ figures: await figures(), lists: await Promise.all(asked.map(listed)) }).toEqual(said)
  // The stored counts are used; part of a month is counted anew.
  const tampered = `update figure_months set counts = jsonb_set(counts, '{all,0,delivered}', '7')
    where brand_id = $1 and month = '2026-03-01'`
  await once(brand, tampered, [brand])
  expect((await figures()).all.delivered).toBe(7)
  expect((await listed('list=delivered&page=2')).total).toBe(7)
  expect((await figures('2026-03-02', '2026-03-31')).all.delivered).toBe(2)
})

describe('of a month that was counted, the figures are right at once when', () => {
  const set = (change: string) => async (one: Opened) =>
    once(one.brand, `update orders set ${change} where brand_id = $1 and code = 'late'`, [one.brand])
  const ways: [what: string, change: (one: Opened) => Promise<unknown>][] = [
    ['another technician is noted', one => set(`technician_id = '${one.second?.id}'`)(one)],
    ['its day was moved by the practice’s absence', set(`excused_on = '2026-03-15'`)],
    ['its promised day becomes another', set(`delivery_on = '2026-03-12', first_delivery_on = '2026-03-12'`)],
    [
      'a remake is ordered',
      one => make.order(one.practice, { remake_of: one.late.id, created_at: '2026-05-01T08:00:00Z' }),
    ],
    [
      'it is said that it had left in time',
      one => one.event(one.practice, one.late.id, 2, 'shipped', '2026-03-10T08:00:00Z'),
    ],
    [
      'it is said that it had waited',
      one => one.event(one.practice, one.late.id, 2, 'on_hold', '2026-03-02T08:00:00Z'),
    ],
    [
      'it had been delivered a month earlier',
      one => one.event(one.practice, one.late.id, 2, 'delivered', '2026-02-12T10:00:00Z'),
    ],
    [
      'a product is added to it',
      one =>
        make.insert(one.brand, 'order_products', {
          ...{ brand_id: one.brand, practice_id: one.practice.id, order_id: one.late.id, case_sequence: 1 },
          ...{ reference: 'CROWN', label_fr: 'Couronne', label_en: 'Crown', quantity: 1 },
        }),
    ],
    [
      'it is gone',
      async one => {
        const { query, commit } = await begin(one.brand)
        await query('delete from order_events where brand_id = $1 and order_id = $2', [one.brand, one.late.id])
        await query('delete from orders where brand_id = $1 and id = $2', [one.brand, one.late.id])
        await commit()
      },
    ],
    [
      'the laboratory’s clock becomes another',
      async one => {
        await one.event(one.other, (await make.order(one.other)).id, 1, 'delivered', '2026-02-28T23:30:00Z')
        await one.count()
        await once(one.brand, `update brands set time_zone = 'America/Cayenne' where id = $1`, [one.brand])
      },
    ],
  ]
  it.each(ways)('%s', async (_, change) => {
    const one = await opened()
    await one.count()
    const before = await one.figures()
    await change(one)
    const after = await one.figures()
    expect(after).not.toEqual(before)
    await one.forget()
    expect(after).toEqual(await one.figures())
  })

  it('a remake is called off', async () => {
    const one = await opened()
    const { id } = await make.order(one.practice, { remake_of: one.late.id })
    await one.count()
    expect((await one.figures()).all.remade).toBe(1)
    await once(one.brand, `update orders set status = 'cancelled' where brand_id = $1 and id = $2`, [one.brand, id])
    expect((await one.figures()).all.remade).toBe(0)
  })

  it('a product is added to its remake', async () => {
    const one = await opened()
    const remake = await make.order(one.practice, { remake_of: one.late.id })
    const crownOf = (order: string) =>
      make.insert(one.brand, 'order_products', {
        ...{ brand_id: one.brand, practice_id: one.practice.id, order_id: order, case_sequence: 1 },
        ...{ reference: 'CROWN', label_fr: 'Couronne', label_en: 'Crown', quantity: 1 },
      })
    await crownOf(one.late.id)
    await one.count()
    expect((await one.figures()).products).toMatchObject([{ id: 'CROWN', delivered: 1, remade: 0 }])
    await crownOf(remake.id)
    expect((await one.figures()).products).toMatchObject([{ id: 'CROWN', delivered: 1, remade: 1 }])
  })

  it('its practice goes into another', async () => {
    const one = await opened()
    await one.count()
    const { query, commit } = await begin(one.brand)
    await query('set constraints all deferred')
    for (const table of ['orders', 'order_events'])
      await query(`update ${table} set practice_id = $2 where brand_id = $1 and practice_id = $3`, [
        ...[one.brand, one.practice.id, one.other.id],
      ])
    await commit()
    expect((await one.figures()).practices).toMatchObject([{ name: 'Cabinet A', delivered: 2 }])
  })
})

it('keeps what is committed while a month is counted, and counts that month anew', async () => {
  const { brand, figures, count, late, second } = await opened()
  await count()
  const { query, commit } = await begin(brand)
  const change = 'update orders set technician_id = $3 where brand_id = $1 and id = $2'
  // One change that is counted, and one in an open transaction, not yet visible.
  await once(brand, `update orders set excused_on = '2026-03-11' where brand_id = $1 and id = $2`, [brand, late.id])
  await query(`update orders set delivery_on = '2026-03-21' where brand_id = $1 and code = 'timely'`, [brand])
  await count()
  await commit()
  const marks = 'select month from figure_marks where brand_id = $1'
  expect(await once(brand, marks, [brand])).toHaveLength(1)
  await once(brand, change, [brand, late.id, second?.id])
  expect((await figures()).technicians[0]?.name).toContain('Marc')
  await count()
  expect(await once(brand, marks, [brand])).toEqual([])
  expect((await figures()).technicians[0]?.name).toContain('Marc')
})

it('marks nothing for what has just been delivered', async () => {
  const { brand, practice, event } = await opened()
  await once(brand, 'delete from figure_marks where brand_id = $1', [brand])
  const order = await make.order(practice, { status: 'delivered' })
  await event(practice, order.id, 1, 'shipped', new Date().toISOString())
  await event(practice, order.id, 2, 'delivered', new Date().toISOString())
  expect(await once(brand, 'select from figure_marks where brand_id = $1', [brand])).toEqual([])
})

it('has one question of a laboratory counted at a time, the others waiting without a connection', async () => {
  const { call } = await opened()
  const seen = { running: 0, waiting: 0, busy: 0 }
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      const { running, waiting } = queues.get('figures')?.() ?? { running: 0, waiting: 0 }
      seen.running = Math.max(seen.running, running)
      seen.waiting = Math.max(seen.waiting, waiting)
      // Waiting requests have been authenticated before.
      if (waiting === 5) seen.busy = Math.max(seen.busy, app.api.services.database.connectionCounts.busy)
      await new Promise(resolve => setImmediate(resolve))
    }
  })()
  const year = '/api/staff/figures?from=2025-06-15&to=2026-06-14'
  const answers = await Promise.all(Array.from({ length: 6 }, () => call(year)))
  isOver = true
  await watching
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect(seen).toEqual({ running: 1, waiting: 5, busy: 1 })
})

describe('a question that has been counted for its twenty seconds', () => {
  /** Stops the clock until counting has begun, then advances it. */
  async function putOnWhileCounting(milliseconds: number, ask: () => Promise<Response[]>) {
    vi.useFakeTimers({ toFake: ['Date'] })
    let isOver = false
    const watching = (async () => {
      while (!isOver && queues.get('figures')?.().running !== 1) await new Promise(resolve => setImmediate(resolve))
      vi.setSystemTime(Date.now() + milliseconds)
    })()
    try {
      return await ask()
    } finally {
      isOver = true
      await watching
      vi.useRealTimers()
    }
  }
  const year = 'from=2025-06-15&to=2026-06-14'
  const asked = [`/api/staff/figures?${year}`, `/api/staff/figures/cases?${year}&list=delivered`]

  it.each(asked)('is given up, and whoever has waited for it is answered: %s', async path => {
    const { call } = await opened()
    const both = await putOnWhileCounting(20_001, () => Promise.all([call(path), call(path)]))
    // Which of the two runs first depends on their connections.
    const [answered, givenUp] = both.toSorted((a, b) => a.status - b.status)
    expect(answered?.status).toBe(200)
    expect(givenUp?.status).toBe(503)
    expect(givenUp?.headers.get('retry-after')).toBe('60')
    expect(await givenUp?.json()).toMatchObject({ code: 'unavailable' })
    expect(queues.get('figures')?.()).toMatchObject({ running: 0, waiting: 0 })
  })

  it('is answered when it is done within them', async () => {
    const { call } = await opened()
    for (const path of asked) {
      const [answer] = await putOnWhileCounting(20_000, async () => [await call(path)])
      expect(answer?.status).toBe(200)
    }
  })
})
