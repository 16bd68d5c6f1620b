import { expect, it } from 'vitest'
import { startTestApp } from '#test/harness.ts'
import { staffPageSize } from './staff-list-sql.ts'

const { make, as } = startTestApp()

type Made = { code: string; status: string; delivery_on: string | null; appointment_at: string | null }
const columns = { deliveryDate: 'delivery_on', appointmentDate: 'appointment_at', code: 'code' } as const
const isOver = ({ status }: Made) => status === 'delivered' || status === 'cancelled'
const tabs = {
  in_progress: (one: Made) => !isOver(one),
  history: isOver,
  all: () => true,
}

/** More than a page in each tab, days shared by several cases, and a few cases without a day. */
const made = Array.from(
  { length: 70 },
  (_, at): Made => ({
    code: `C-${100 + ((at * 37) % 70)}`,
    status: ['registered', 'delivered', 'in_production', 'cancelled', 'shipped'][at % 5] ?? '',
    delivery_on: at % 7 === 3 ? null : `2026-03-${10 + (at % 9)}`,
    appointment_at: at % 4 === 1 ? null : `2026-04-${10 + (at % 11)}T09:00:00Z`,
  }),
)

/** Undated cases come last, in either direction. */
function inOrder(rows: readonly Made[], by: keyof typeof columns, order: string): string[] {
  const turned = order === 'ASC' ? 1 : -1
  const compare = (one: string, other: string) => turned * (one < other ? -1 : one > other ? 1 : 0)
  return rows
    .toSorted((one, other) => {
      const [first, second] = [one[columns[by]], other[columns[by]]]
      if (first === null || second === null)
        return Number(first === null) - Number(second === null) || compare(one.code, other.code)
      return compare(first, second) || compare(one.code, other.code)
    })
    .map(({ code }) => code)
}

it('every tab can be read in each order from the first page to the last, and misses and repeats nothing', async () => {
  const laboratory = await make.laboratory()
  const practice = await make.practice(laboratory)
  await make.within(laboratory.id, client =>
    client.query(
      `insert into orders (brand_id, practice_id, code, patient_code, print_type, summary_fr, summary_en, status, delivery_on,
         first_delivery_on, appointment_at)
       select $1, $2, code, 'P', 'optical', 'Couronne', 'Crown', status, delivery_on, delivery_on, appointment_at
       from jsonb_to_recordset($3) as made (code text, status order_status, delivery_on date, appointment_at timestamptz)`,
      [laboratory.id, practice.id, JSON.stringify(made)],
    ),
  )
  const call = await as(await make.user(laboratory))
  const codesOf = async (query: string) => {
    const { data } = (await (await call(`/api/staff/orders?${query}`)).json()) as { data: { code: string }[] }
    return data.map(({ code }) => code)
  }
  const expectWhole = async (query: string, expected: string[]) => {
    const found: string[] = []
    for (let page = 1; page <= Math.ceil(expected.length / staffPageSize) + 1; page++)
      found.push(...(await codesOf(`${query}&page=${page}`)))
    expect(found, query).toEqual(expected)
    const { page } = (await (await call(`/api/staff/orders?${query}`)).json()) as { page: { total: number } }
    expect(page.total, query).toBe(expected.length)
  }
  for (const [tab, holds] of Object.entries(tabs))
    for (const order of ['ASC', 'DESC']) {
      for (const by of ['deliveryDate', 'appointmentDate', 'code'] as const)
        await expectWhole(`tab=${tab}&sort_by=${by}&sort_order=${order}`, inOrder(made.filter(holds), by, order))
      for (const statuses of [
        ['in_production', 'shipped'],
        ['registered', 'cancelled'],
        ['shipped', 'delivered'],
      ]) {
        const rows = made.filter(one => holds(one) && statuses.includes(one.status))
        const query = `tab=${tab}&sort_order=${order}&${statuses.map(status => `statuses=${status}`).join('&')}`
        await expectWhole(`${query}&sort_by=deliveryDate`, inOrder(rows, 'deliveryDate', order))
      }
    }
})

it('what is narrowed keeps its order', async () => {
  const laboratory = await make.laboratory()
  const practice = await make.practice(laboratory)
  const { id } = await make.user(laboratory, { role: 'production' })
  await make.order(practice, { code: 'A', delivery_on: '2026-03-10', technician_id: id })
  await make.order(practice, { code: 'B', delivery_on: '2026-03-12', technician_id: id, status: 'delivered' })
  await make.order(practice, { code: 'C', technician_id: id, status: 'cancelled' })
  await make.order(practice, { code: 'D', delivery_on: '2026-03-11', status: 'cancelled' })
  const call = await as(await make.user(laboratory))
  const codesOf = async (query: string) => {
    const { data } = (await (await call(`/api/staff/orders?${query}`)).json()) as { data: { code: string }[] }
    return data.map(({ code }) => code)
  }
  expect(await codesOf(`tab=all&technician=${id}&sort_by=deliveryDate&sort_order=DESC`)).toEqual(['B', 'A', 'C'])
  expect(await codesOf(`tab=history&technician=${id}`)).toEqual(['B', 'C'])
  expect(await codesOf('tab=history&statuses=cancelled')).toEqual(['D', 'C'])
})

it('what codes begin with finds them among all years; whatever begins no code is looked for everywhere', async () => {
  const laboratory = await make.laboratory()
  const practice = await make.practice(laboratory)
  await make.order(practice, { code: 'T-100', status: 'delivered', patient: 'Zoé' })
  await make.order(practice, { code: 'T-101', status: 'cancelled', patient_code: 'P-100' })
  await make.order(practice, { code: 'T-102', patient_code: 'T-100' })
  await make.order(await make.practice(await make.laboratory()), { code: 'T-1001' })
  const call = await as(await make.user(laboratory))
  const codesOf = async (query: string) => {
    const { data } = (await (await call(`/api/staff/orders?${query}`)).json()) as { data: { code: string }[] }
    return data.map(({ code }) => code)
  }
  expect(await codesOf('tab=all&search=t-100')).toEqual(['T-100'])
  expect(await codesOf('tab=all&search=T-10')).toEqual(['T-102', 'T-101', 'T-100'])
  expect(await codesOf('tab=history&search=T-102')).toEqual([])
  expect(await codesOf('search=T-100')).toEqual(['T-102'])
  expect(await codesOf('tab=all&search=p-100')).toEqual(['T-101'])
  expect(await codesOf('tab=all&search=100')).toEqual(['T-102', 'T-101', 'T-100'])
  expect(await codesOf('tab=history&search=zoe')).toEqual(['T-100'])
})
