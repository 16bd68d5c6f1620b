import { describe, expect, it } from 'vitest'
import { benchOf, dataOf } from '#test/at-a-place.ts'
import { startTestApp } from '#test/harness.ts'
import { waitedFor } from '#test/waited-for.ts'

const { make, as, owner } = startTestApp({ connections: 25 })
const place = () => benchOf({ make, as })

type Bench = Awaited<ReturnType<typeof place>>
const moveBy = ({ call, one }: Bench, status: string, more: object = {}) =>
  call(`/api/staff/orders/${one.id}/status`, { body: { status, ...more } })
const set = ({ laboratory, one }: Bench, status: string, more = '') =>
  make.within(laboratory.id, client =>
    client.query(`update orders set status = $2 ${more} where id = $1`, [one.id, status]),
  )

describe('a case that lies at a place', () => {
  it('is there no more once it is put on hold, and can be scanned there again', async () => {
    const bench = await place()
    await bench.scanned('T-1', 'Four')
    expect((await moveBy(bench, 'on_hold', { hold: { reason: 'shade' } })).status).toBe(204)
    expect(await bench.whereNow()).toEqual([])
    await bench.later(1)
    expect(await bench.scanned('T-1', 'Four')).toMatchObject({ isHere: true })
    expect((await moveBy(bench, 'registered')).status).toBe(204)
    expect(await bench.whereNow()).toEqual(['T-1 Four'])
  })

  it('is there no more once the practice has called it off, or the laboratory has refused it', async () => {
    for (const cancel of [
      async (bench: Bench) =>
        (await as(await make.user(bench.practice)))(`/api/orders/${bench.one.id}/cancel`, { method: 'POST' }),
      (bench: Bench) => moveBy(bench, 'cancelled', { note: 'Empreinte illisible' }),
    ]) {
      const bench = await place()
      await bench.scanned('T-1', 'Four')
      await bench.later(10)
      expect((await cancel(bench)).status).toBeLessThan(300)
      expect(await bench.whereNow()).toEqual([])
      const { rows } = await make.within(bench.laboratory.id, client =>
        client.query(
          'select round(extract(epoch from ended_at - began_at) / 60)::integer as minutes from station_visits',
        ),
      )
      expect(rows).toEqual([{ minutes: 10 }])
    }
  })

  it('is there no more once it has left, however, and whatever the clock says', async () => {
    const bench = await place()
    await set(bench, 'in_preparation')
    await set(bench, 'in_production')
    await bench.scanned('T-1', 'Four')
    await bench.later(-60)
    await set(bench, 'shipped')
    expect(await bench.whereNow()).toEqual([])
  })

  it.each(['shipped', 'delivered', 'cancelled'])('is opened and not checked in when it is %s', async status => {
    const bench = await place()
    await make.order(bench.practice, { code: 'T-3', status })
    expect(await bench.scanned('t-3', 'Nulle part')).toMatchObject({
      code: 'T-3',
      isHere: false,
      hasLeft: true,
      checkInId: null,
    })
    expect(await bench.listed()).toEqual([])
    await bench.scanned('T-1', 'Four')
    await expect(
      make.within(bench.laboratory.id, client =>
        client.query(
          `insert into station_visits (brand_id, station_id, order_id, began_at)
           select s.brand_id, s.id, o.id, now() from stations s join orders o on o.brand_id = s.brand_id and o.code = 'T-3'`,
        ),
      ),
    ).rejects.toMatchObject({ code: '23514', constraint: 'station_visits__at_laboratory' })
  })

  it('of which one says that it leaves while the other scans it is at no place in the end', async () => {
    const bench = await place()
    const holding = await owner.connect()
    try {
      await holding.query('begin')
      await holding.query('select tenant.set_context($1, null, null)', [bench.laboratory.id])
      await holding.query(`update orders set status = 'cancelled' where id = $1`, [bench.one.id])
      const scanning = bench.scanned('T-1', 'Four')
      await waitedFor(holding)
      await holding.query('commit')
      expect(await scanning).toMatchObject({ isHere: false, hasLeft: true })
    } finally {
      holding.release()
    }
    expect(await bench.whereNow()).toEqual([])
  })

  it('goes with its visits when the import that brought it is undone', async () => {
    const bench = await place()
    await bench.scanned('T-1', 'Four')
    await make.within(bench.laboratory.id, client => client.query('delete from orders where id = $1', [bench.one.id]))
    expect(await bench.whereNow()).toEqual([])
  })
})

describe('the laboratory’s people', () => {
  it('see where a case is on its page, in the list and on the board; the practice sees nothing of it', async () => {
    const bench = await place()
    const { checkInId } = await bench.scanned('T-1', 'Four')
    const since = expect.stringMatching(/^\d{4}-.*Z$/)
    const { place: onPage } = await dataOf(await bench.call(`/api/staff/orders/${bench.one.id}`))
    expect(onPage).toEqual({ name: 'Four', since })
    expect((await bench.listed()).map(({ here }) => here)).toEqual([
      { checkInId, orderId: bench.one.id, code: 'T-1', since },
    ])
    const list: { code: string; place?: object }[] = await dataOf(await bench.call('/api/staff/orders'))
    const placesOf = (rows: { code: string; place?: object }[]) => rows.map(row => ['place' in row, row.place])
    expect(placesOf(list.toSorted((a, b) => a.code.localeCompare(b.code)))).toEqual([
      [true, { name: 'Four', since }],
      [false, undefined],
    ])
    const board: { cases: typeof list }[] = await dataOf(await bench.call('/api/staff/board'))
    expect(board.flatMap(({ cases }) => cases).filter(row => 'place' in row)).toMatchObject([
      { code: 'T-1', place: { name: 'Four', since } },
    ])
    const practice = await as(await make.user(bench.practice))
    for (const path of [`/api/orders/${bench.one.id}`, '/api/orders'])
      expect(await (await practice(path)).text(), path).not.toContain('Four')
  })
})
