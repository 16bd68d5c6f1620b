import { describe, expect, it } from 'vitest'
import { benchOf, dataOf } from '#test/at-a-place.ts'
import { problemOf, startTestApp } from '#test/harness.ts'

const { make, as } = startTestApp({ connections: 25 })

async function place() {
  const bench = await benchOf({ make, as })
  const administrator = await as(await make.user(bench.laboratory))
  const idOf = async (name: string) => (await bench.listed()).find(one => one.name === name)?.id ?? ''
  const rename = async (from: string, to: string, by = administrator) =>
    by(`/api/staff/stations/${await idOf(from)}`, { method: 'PATCH', body: { name: to } })
  const remove = async (name: string, by = administrator) =>
    by(`/api/staff/stations/${await idOf(name)}`, { method: 'DELETE' })
  const names = async () => (await bench.listed()).map(({ name }) => name)
  const takeBack = (id: string, by = bench.call) => by(`/api/staff/stations/check-ins/${id}`, { method: 'DELETE' })
  const visits = async () =>
    (
      await make.within(bench.laboratory.id, client =>
        client.query<{ said: string }>(
          `select concat_ws(' ', o.code, s.name, round(extract(epoch from v.ended_at - v.began_at) / 60)) as said
           from station_visits v join orders o on o.id = v.order_id join stations s on s.id = v.station_id order by v.began_at`,
        ),
      )
    ).rows.map(({ said }) => said)
  return { ...bench, administrator, idOf, rename, remove, names, takeBack, visits }
}

describe('a place', () => {
  it('is the same in whatever letters and spaces it is written', async () => {
    const { scanned, names } = await place()
    for (const [first, ...others] of [
      ['Émail', 'émail'.normalize('NFD'), 'ÉMAIL', ' é\u200bmail '],
      ['Four 2', 'four  2', 'FOUR\u00a02', 'Four\n2', '\u202eFour 2'],
      ['İvoire', 'i̇voire'],
      ['ΟΔΟΣ', 'οδος'],
    ] as const)
      for (const written of [first, ...others]) expect((await scanned('T-1', written)).station, written).toBe(first)
    expect(await names()).toEqual(['Émail', 'Four 2', 'İvoire', 'ΟΔΟΣ'])
  })

  it('has no more than 40 characters once it is written so, and one at least', async () => {
    const { scan } = await place()
    for (const [station, code] of [
      ['\u0958'.repeat(40), 'too_long'],
      ['\u200b \u202e', 'required'],
    ] as const)
      expect((await problemOf(await scan('T-1', station))).errors, code).toEqual([{ path: 'station', code }])
    expect((await scan('T-1', `${'x'.repeat(40)}${' '.repeat(2_000)}`)).status).toBe(200)
  })

  it('is the last of 200: another is refused, and those that are there go on', async () => {
    const { laboratory, scan, names } = await place()
    await make.within(laboratory.id, client =>
      client.query(`insert into stations (brand_id, name) select $1, 'P' || n from generate_series(1, 200) n`, [
        laboratory.id,
      ]),
    )
    const refused = await problemOf(await scan('T-1', 'P201'))
    expect([refused.status, refused.errors]).toEqual([422, [{ path: 'station', code: 'too_many' }]])
    expect((await scan('T-1', 'p200')).status).toBe(200)
    expect(await names()).toHaveLength(200)
  })

  it('goes on when the clock of the server has been put back', async () => {
    const { scanned, later, visits } = await place()
    await scanned('T-1', 'Four')
    await later(-60)
    expect(await scanned('T-2', 'Four')).toMatchObject({ isHere: true, before: 'T-1' })
    expect(await scanned('T-2', 'Fraisage')).toMatchObject({ isHere: true })
    expect(await scanned('T-2', 'Fraisage')).toMatchObject({ isHere: false, minutes: 0 })
    expect((await visits()).toSorted()).toEqual(['T-1 Four 0', 'T-2 Four 0', 'T-2 Fraisage 0'])
  })
})

describe('a place that is misspelt', () => {
  it('is renamed: what was measured and what is there stays, and a device that says the old name means it', async () => {
    const { laboratory, scanned, later, rename, names, visits, idOf } = await place()
    await scanned('T-1', 'Fraisge')
    await later(20)
    const id = await idOf('Fraisge')
    expect(await dataOf(await rename('Fraisge', ' Fraisage '))).toEqual({ id, name: 'Fraisage' })
    expect(await scanned('T-1', 'fraisge')).toMatchObject({ station: 'Fraisage', isHere: false })
    expect(await names()).toEqual(['Fraisage'])
    expect(await visits()).toEqual(['T-1 Fraisage 20'])
    await dataOf(await rename('Fraisage', 'FRAISAGE'))
    expect(await names()).toEqual(['FRAISAGE'])
    const { rows } = await make.within(laboratory.id, client =>
      client.query(`select kind from audit_events where kind = 'stations_changed'`),
    )
    expect(rows).toHaveLength(2)
  })

  it('becomes another one by its name, with all its times; of two cases that are there the later one stays', async () => {
    const { scanned, later, rename, names, visits, whereNow, idOf } = await place()
    await scanned('T-1', 'Fraisage')
    await later(30)
    await scanned('T-2', 'Fraisge')
    await later(10)
    expect(await dataOf(await rename('Fraisge', 'fraisage'))).toEqual({ id: await idOf('Fraisage'), name: 'Fraisage' })
    expect(await names()).toEqual(['Fraisage'])
    expect(await visits()).toEqual(['T-1 Fraisage 30', 'T-2 Fraisage'])
    expect(await whereNow()).toEqual(['T-2 Fraisage'])
    expect(await scanned('T-2', 'FRAISGE')).toMatchObject({ station: 'Fraisage', isHere: false })
  })

  it('leaves its name free for a place that is called so on purpose', async () => {
    const { scanned, rename, names } = await place()
    await scanned('T-1', 'Four')
    await rename('Four', 'Four 1')
    await scanned('T-2', 'Autre')
    expect((await dataOf(await rename('Autre', 'FOUR'))).name).toBe('FOUR')
    expect((await names()).toSorted()).toEqual(['FOUR', 'Four 1'])
    expect(await scanned('T-1', 'four')).toMatchObject({ station: 'FOUR', isHere: true })
  })

  it('keeps the last twenty names that lead to it', async () => {
    const { scanned, rename } = await place()
    await scanned('T-1', 'N0')
    for (let n = 1; n <= 22; n += 1) expect((await rename(`N${n - 1}`, `N${n}`)).status).toBe(200)
    expect((await scanned('T-2', 'n2')).station).toBe('N22')
    expect((await scanned('T-2', 'n1')).station).toBe('n1')
  })

  it('is removed with what was measured there', async () => {
    const { scanned, remove, names, visits } = await place()
    await scanned('T-1', 'asdf')
    await scanned('T-2', 'Four')
    expect((await remove('asdf')).status).toBe(204)
    expect(await names()).toEqual(['Four'])
    expect(await visits()).toEqual(['T-2 Four'])
    expect((await remove('asdf')).status).toBe(404)
  })

  it('is put right by an administrator of its laboratory alone', async () => {
    const bench = await place()
    const elsewhere = await place()
    await bench.scanned('T-1', 'Four')
    const id = await bench.idOf('Four')
    const strangers: [Awaited<ReturnType<typeof as>>, number][] = [
      [bench.call, 403],
      [await as(await make.user(bench.practice, { account_type: 'manager' })), 403],
      [await as(await make.user(bench.laboratory, { role: 'driver' })), 403],
      [elsewhere.administrator, 404],
    ]
    for (const [by, status] of strangers) {
      expect((await by(`/api/staff/stations/${id}`, { method: 'PATCH', body: { name: 'Pris' } })).status).toBe(status)
      expect((await by(`/api/staff/stations/${id}`, { method: 'DELETE' })).status).toBe(status)
    }
    const refused = await problemOf(await bench.rename('Four', ' '))
    expect(refused.errors).toEqual([{ path: 'name', code: 'required' }])
    expect(await bench.names()).toEqual(['Four'])
  })
})

describe('a scan that was a mistake', () => {
  it('is taken back: the case is where it was, and so is what it drove away', async () => {
    const { scanned, later, takeBack, whereNow, visits } = await place()
    await scanned('T-1', 'Four')
    await scanned('T-2', 'Fraisage')
    await later(20)
    const { checkInId, before } = await scanned('T-2', 'Four')
    expect(before).toBe('T-1')
    expect(await whereNow()).toEqual(['T-2 Four'])
    expect((await takeBack(checkInId)).status).toBe(204)
    expect(await whereNow()).toEqual(['T-1 Four', 'T-2 Fraisage'])
    expect(await visits()).toHaveLength(2)
    // A repeated call takes back nothing else.
    expect((await takeBack(checkInId)).status).toBe(404)
    expect(await whereNow()).toEqual(['T-1 Four', 'T-2 Fraisage'])
  })

  it('takes its place away where it was the first there', async () => {
    const { scanned, takeBack, names } = await place()
    const { checkInId } = await scanned('T-1', 'Fruor')
    await takeBack(checkInId)
    expect(await names()).toEqual([])
  })

  it('gives nothing back to what has left meanwhile, or is elsewhere by now', async () => {
    const { laboratory, one, scanned, later, takeBack, whereNow } = await place()
    await scanned('T-1', 'Four')
    await later(20)
    const { checkInId } = await scanned('T-2', 'Four')
    await scanned('T-1', 'Fraisage')
    expect((await takeBack(checkInId)).status).toBe(204)
    expect(await whereNow()).toEqual(['T-1 Fraisage'])
    await later(5)
    const again = await scanned('T-2', 'Fraisage')
    await make.within(laboratory.id, client =>
      client.query(`update orders set status = 'cancelled' where id = $1`, [one.id]),
    )
    expect((await takeBack(again.checkInId)).status).toBe(204)
    expect(await whereNow()).toEqual([])
  })

  it('gives back what was on hold already, and not what has been put on hold since', async () => {
    const { one, other, scanned, later, takeBack, whereNow, call } = await place()
    const hold = async (id: string) => {
      const body = { status: 'on_hold', hold: { reason: 'shade' } }
      expect((await call(`/api/staff/orders/${id}/status`, { body })).status).toBe(204)
    }
    await hold(one.id)
    await scanned('T-1', 'Four')
    await later(5)
    const { checkInId } = await scanned('T-2', 'Four')
    // What is noted while it is on hold does not put it on hold again.
    const noted = { status: 'on_hold', note: 'Personne n’a répondu' }
    expect((await call(`/api/staff/orders/${one.id}/status`, { body: noted })).status).toBe(204)
    expect((await takeBack(checkInId)).status).toBe(204)
    expect(await whereNow()).toEqual(['T-1 Four'])
    await scanned('T-2', 'Fraisage')
    await later(5)
    const again = await scanned('T-1', 'Fraisage')
    await hold(other.id)
    expect((await takeBack(again.checkInId)).status).toBe(204)
    expect(await whereNow()).toEqual(['T-1 Four'])
  })

  it('is taken back also where the place that it left has become the one of the scan', async () => {
    const { scanned, later, rename, takeBack, whereNow } = await place()
    await scanned('T-1', 'Fraisage')
    await scanned('T-2', 'Four')
    await later(5)
    const { checkInId } = await scanned('T-1', 'Four')
    expect((await rename('Fraisage', 'Four')).status).toBe(200)
    expect((await takeBack(checkInId)).status).toBe(204)
    expect(await whereNow()).toEqual(['T-2 Four'])
  })

  it('stays after ten minutes, or once its case is there no more', async () => {
    const { scanned, later, takeBack } = await place()
    const { checkInId } = await scanned('T-1', 'Four')
    await later(11)
    expect(await problemOf(await takeBack(checkInId))).toMatchObject({ status: 409, code: 'check_in_over' })
    const { checkInId: next } = await scanned('T-2', 'Four')
    await scanned('T-2', 'Fraisage')
    expect(await problemOf(await takeBack(next))).toMatchObject({ status: 409, code: 'check_in_over' })
  })

  it('is taken back once, however many do so at once, while others scan', async () => {
    const { scanned, scan, later, takeBack, whereNow } = await place()
    await scanned('T-1', 'Four')
    await later(20)
    const { checkInId } = await scanned('T-2', 'Four')
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, () => takeBack(checkInId)),
      ...Array.from({ length: 6 }, () => scan('T-1', 'Fraisage')),
    ])
    const statuses = answers.map(({ status }) => status)
    expect(statuses.slice(0, 6).filter(status => status === 204)).toHaveLength(1)
    expect(statuses.slice(6)).toEqual(Array.from({ length: 6 }, () => 200))
    expect(await whereNow()).toEqual(['T-1 Fraisage'])
  })

  it('is taken back by whoever works on cases in its laboratory', async () => {
    const bench = await place()
    const elsewhere = await place()
    const { checkInId } = await bench.scanned('T-1', 'Four')
    expect((await bench.takeBack(checkInId, elsewhere.call)).status).toBe(404)
    for (const user of [await make.user(bench.practice), await make.user(bench.laboratory, { role: 'accounting' })])
      expect((await bench.takeBack(checkInId, await as(user))).status).toBe(403)
    expect(await bench.whereNow()).toEqual(['T-1 Four'])
  })
})
