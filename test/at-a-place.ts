import { expect } from 'vitest'
import type { ListedStation } from '#features/stations/contract.ts'
import type { startTestApp } from './harness.ts'

// What the tests of places of work share.

type App = Pick<ReturnType<typeof startTestApp>, 'make' | 'as'>

/** A laboratory with a practice, somebody who works on cases, and the cases T-1 and T-2. */
export async function benchOf({ make, as }: App) {
  const laboratory = await make.laboratory()
  const practice = await make.practice(laboratory)
  const bench = await make.user(laboratory, { role: 'production' })
  const [one, other] = [await make.order(practice, { code: 'T-1' }), await make.order(practice, { code: 'T-2' })]
  const call = await as(bench)
  const scan = (code: string, station: string) => call('/api/staff/stations/check-ins', { body: { code, station } })
  /** As if all that was noted had been so many minutes ago. */
  const later = (minutes: number) =>
    make.within(laboratory.id, client =>
      client.query(
        `update station_visits set began_at = began_at - make_interval(mins => $2),
           ended_at = ended_at - make_interval(mins => $2) where brand_id = $1`,
        [laboratory.id, minutes],
      ),
    )
  /** Which case is where at the moment. */
  const whereNow = async () =>
    (
      await make.within(laboratory.id, client =>
        client.query<{ code: string; name: string }>(
          `select o.code, s.name from station_visits v join orders o on o.id = v.order_id join stations s on s.id = v.station_id
           where v.ended_at is null order by o.code`,
        ),
      )
    ).rows.map(({ code, name }) => `${code} ${name}`)
  return {
    laboratory,
    practice,
    bench,
    one,
    other,
    call,
    scan,
    later,
    whereNow,
    scanned: async (code: string, station: string) => dataOf(await scan(code, station)),
    listed: async () => (await dataOf(await call('/api/staff/stations'))) as ListedStation[],
  }
}

export async function dataOf(answer: Response) {
  expect(answer.status, await answer.clone().text()).toBe(200)
  return (await answer.json()).data
}
