import { describe, expect, it } from 'vitest'
import { addDays } from '#kit/day.ts'
import { benchOf } from '#test/at-a-place.ts'
import { problemOf, startTestApp } from '#test/harness.ts'
import type { TestPractice } from '#test/make.ts'
import { today } from '#test/today.ts'

const { make, as } = startTestApp({ connections: 25 })

const place = () => benchOf({ make, as })

describe('a label that is scanned at a place', () => {
  it('checks its case in, and out the second time; a reader that reads twice says nothing new', async () => {
    const { scanned, listed, one, later } = await place()
    const here = {
      id: one.id,
      code: 'T-1',
      station: 'Fraisage',
      isHere: true,
      hasLeft: false,
      minutes: null,
      before: null,
    }
    const first = await scanned('t-1', 'Fraisage')
    expect(first).toMatchObject(here)
    expect(await scanned('T-1', ' fraisage ')).toEqual(first)
    await later(25)
    const gone = await scanned('T-1', 'FRAISAGE')
    expect(gone).toMatchObject({ station: 'Fraisage', isHere: false })
    expect(Math.round(gone.minutes)).toBe(25)
    expect(await scanned('T-1', 'Fraisage')).toMatchObject({ isHere: false })
    await later(5)
    expect(await scanned('T-1', 'Fraisage')).toMatchObject({ isHere: true })
    expect((await listed()).map(({ name }) => name)).toEqual(['Fraisage'])
  })

  it('takes the place of what was there, and leaves where it was before', async () => {
    const { scanned, later } = await place()
    await scanned('T-1', 'Fraisage')
    await later(10)
    expect(await scanned('T-2', 'Fraisage')).toMatchObject({ isHere: true, before: 'T-1' })
    await later(10)
    expect(await scanned('T-2', 'Finition')).toMatchObject({ isHere: true, before: null })
    expect(await scanned('T-1', 'Fraisage')).toMatchObject({ isHere: true, before: null })
  })

  it('is there again at once where another one was scanned by mistake', async () => {
    const { scanned, later, whereNow } = await place()
    await scanned('T-1', 'Fraisage')
    await later(10)
    await scanned('T-2', 'Fraisage')
    expect(await scanned('T-1', 'Fraisage')).toMatchObject({ isHere: true, minutes: null, before: 'T-2' })
    expect(await whereNow()).toEqual(['T-1 Fraisage'])
  })

  it('twenty times at once is there once', async () => {
    const { laboratory, call } = await place()
    const body = { code: 'T-1', station: 'Four' }
    const answers = await Promise.all(Array.from({ length: 20 }, () => call('/api/staff/stations/check-ins', { body })))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const { rows } = await make.within(laboratory.id, client =>
      client.query('select ended_at from station_visits where brand_id = $1', [laboratory.id]),
    )
    expect(rows).toEqual([{ ended_at: null }])
  })

  it('is where it was scanned last, and alone there, whoever scans at once', async () => {
    const { laboratory, one, other } = await place()
    const users = await Promise.all(Array.from({ length: 8 }, () => make.user(laboratory, { role: 'production' })))
    // Each call is signed in already, so that all of them run concurrently.
    const calls = await Promise.all(users.map(user => as(user)))
    const answers = await Promise.all(
      calls.map((call, index) =>
        call('/api/staff/stations/check-ins', {
          body: { code: index % 2 === 0 ? 'T-1' : 'T-2', station: index < 4 ? 'Four' : 'Fraisage' },
        }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    await expect(
      make.within(laboratory.id, async client => {
        await client.query('update station_visits set ended_at = now()')
        await client.query(
          `insert into station_visits (brand_id, station_id, order_id, began_at)
           select brand_id, id, $1, now() from stations`,
          [one.id],
        )
      }),
    ).rejects.toMatchObject({ code: '23505', constraint: 'station_visits__one_place' })
    await expect(
      make.within(laboratory.id, async client => {
        await client.query('update station_visits set ended_at = now()')
        await client.query(
          `insert into station_visits (brand_id, station_id, order_id, began_at)
           select brand_id, (select id from stations limit 1), id, now() from orders where id = any($1)`,
          [[one.id, other.id]],
        )
      }),
    ).rejects.toMatchObject({ code: '23505', constraint: 'station_visits__one_case' })
  })

  it('is of a case of the own laboratory, for whoever works on cases', async () => {
    const { laboratory, practice, call, scan, listed } = await place()
    const elsewhere = await place()
    await make.order(elsewhere.practice, { code: 'T-9' })
    for (const code of ['T-9', 'T-404']) expect((await scan(code, 'Four')).status, code).toBe(404)
    for (const [body, path] of [
      [{ code: 'T-1', station: ' ' }, 'station'],
      [{ code: 'T-1', station: 'x'.repeat(41) }, 'station'],
    ] as const) {
      const refused = await call('/api/staff/stations/check-ins', { body })
      expect((await problemOf(refused)).errors?.map(error => error.path)).toEqual([path])
    }
    for (const user of [
      await make.user(laboratory, { role: 'driver' }),
      await make.user(laboratory, { role: 'accounting' }),
      await make.user(practice),
    ])
      expect(
        (await (await as(user))('/api/staff/stations/check-ins', { body: { code: 'T-1', station: 'Four' } })).status,
      ).toBe(403)
    await elsewhere.scanned('T-9', 'Ailleurs')
    expect(await listed()).toEqual([])
  })
})

describe('the figures', () => {
  const product = (
    practice: TestPractice,
    order_id: string,
    case_sequence: number,
    reference: string,
    quantity: number,
  ) =>
    make.insert(practice.laboratory.id, 'order_products', {
      brand_id: practice.laboratory.id,
      practice_id: practice.id,
      order_id,
      case_sequence,
      reference,
      label_fr: `Produit ${reference}`,
      label_en: `Product ${reference}`,
      quantity,
    })

  it('know the minutes of each place and product, and leave out what was forgotten there', async () => {
    const { laboratory, practice, scanned, one, other, later } = await place()
    await product(practice, one.id, 1, 'A', 2)
    await product(practice, other.id, 1, 'A', 1)
    await product(practice, other.id, 2, 'B', 1)
    await scanned('T-1', 'Fraisage')
    await later(20)
    await scanned('T-1', 'Fraisage')
    await later(1)
    await scanned('T-1', 'Fraisage')
    await later(10)
    await scanned('T-2', 'Fraisage')
    await later(8)
    await scanned('T-2', 'Four')
    await later(11 * 60)
    expect(await scanned('T-2', 'Four')).toMatchObject({ isHere: false, minutes: null })
    const admin = await as(await make.user(laboratory))
    const period = `from=${addDays(today, -2)}&to=${today}`
    const { stations } = (await (await admin(`/api/staff/figures?${period}`)).json()).data
    expect(stations).toEqual([
      { station: 'Fraisage', reference: 'A', product: 'Produit A', cases: 1, minutes: 30, minutesEach: 15 },
      { station: 'Fraisage', reference: null, product: null, cases: 1, minutes: 8, minutesEach: 4 },
    ])
    const table = await (await admin(`/api/staff/figures/export?${period}`)).text()
    expect(table).toContain('Temps par poste;Fraisage;Produit A;1;30;15')
  })
})
