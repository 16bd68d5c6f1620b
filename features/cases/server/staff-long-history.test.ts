import { beforeAll, expect, it } from 'vitest'
import { startTestApp } from '#test/harness.ts'
import type { TestUser } from '#test/make.ts'
import { mostCounted } from '../rules.ts'
import { latestSearched } from '../staff-rules.ts'
import { longHistory, staffPageSize } from './staff-list-sql.ts'

const { make, as } = startTestApp()

let staff: TestUser
let rivoli: string
const old = { status: 'delivered', delivery_on: '2001-03-04' }

/** More cases than are scanned: the latest delivered today, three of the oldest with their own names. */
beforeAll(async () => {
  const laboratory = await make.laboratory()
  const practice = await make.practice(laboratory)
  staff = await make.user(laboratory)
  await make.within(laboratory.id, async client => {
    await client.query(
      `insert into orders (brand_id, practice_id, code, patient, patient_code, print_type, summary_fr, summary_en, status,
         delivery_on, first_delivery_on)
       select $1, $2, 'T-' || lpad(n::text, 6, '0'), 'Paul ' || n, 'P', 'optical', 'Couronne', 'Crown', 'delivered',
         current_date - n / 50, current_date - n / 50 from generate_series(1, $3::int) n`,
      [laboratory.id, practice.id, longHistory + 1],
    )
    for (const [reference, family] of [
      ['CROWN', 'crowns'],
      ['SPLINT', 'splints'],
    ]) {
      await client.query(
        `insert into product_families (brand_id, id, position, name_fr, name_en) values ($1, $2, 1, 'Famille', 'Family')`,
        [laboratory.id, family],
      )
      await client.query(
        `insert into products (brand_id, reference, version, family, position, label_fr, label_en, name_one_fr, name_many_fr,
           name_one_en, name_many_en, lead_days, tooth_need, sector_need, shade_need, implant_need, vat, price_cents)
         values ($1, $2, 1, $3, 1, 'C', 'C', 'c', 'c', 'c', 'c', 8, 'required', 'none', 'optional', 'none', 'exempt', 9000)`,
        [laboratory.id, reference, family],
      )
    }
    // Every fourth case has one family, twice; five cases have another.
    await client.query(
      `insert into order_products (brand_id, practice_id, order_id, case_sequence, reference, product_version, label_fr, label_en,
         quantity, teeth, own_price_cents, own_vat)
       select brand_id, practice_id, id, sequence, case when n > 5 then 'CROWN' else 'SPLINT' end, 1, 'Couronne', 'Crown', 1, '{26}',
         9000, 'exempt'
       from (select *, substr(code, 3)::int as n from orders where brand_id = $1) o cross join generate_series(1, 2) sequence
       where n <= 5 or n % 4 = 0`,
      [laboratory.id],
    )
    // As autovacuum does within a minute.
    await client.query('analyze orders, order_products')
  })
  const other = await make.practice(laboratory)
  rivoli = other.id
  await make.order(other, { ...old, code: 'A-1', patient: 'Zoé Étienne' })
  await make.order(other, { ...old, code: 'A-2', patient: 'ZOE Durand' })
  await make.order(other, { ...old, code: 'A-3', patient: 'Anne Lise Zoé' })
  await make.order(other, { ...old, code: 'A-4', patient: 'Loïc de La Rochefoucauld-Montbel' })
})

async function read(query: string) {
  const reply = await (await as(staff))(`/api/staff/orders?${query}`)
  expect(reply.status).toBe(200)
  return (await reply.json()) as { data: { code: string }[]; page: { total: number } }
}
const codesOf = async (query: string) => (await read(query)).data.map(({ code }) => code)

it('a name is found among the cases of all years by what it begins with, whatever its accents and capitals', async () => {
  for (const words of ['zoe', 'Zoé', 'ZO'])
    expect(await codesOf(`tab=history&search=${encodeURIComponent(words)}`), words).toEqual(['A-2', 'A-1'])
  expect(await codesOf('tab=all&search=zo%C3%A9%20e')).toEqual(['A-1'])
  expect(await codesOf('tab=history&search=lise')).toEqual(['A-3'])
})

it('and by what the surname begins with, with the words before it or without', async () => {
  expect(await codesOf('tab=history&search=durand')).toEqual(['A-2'])
  expect(await codesOf('tab=history&search=etie')).toEqual(['A-1'])
  for (const words of ['rochef', 'Rochefoucauld-M'])
    expect(await codesOf(`tab=history&search=${words}`)).toEqual(['A-4'])
})

it('of very many of one name those are found that the other filters leave', async () => {
  const last = 'A-5'
  await make.order(
    { id: rivoli, laboratory: staff.laboratory },
    { ...old, delivery_on: '2001-03-03', code: last, patient: 'Paul Z' },
  )
  expect(await codesOf('tab=history&search=paul&deliveryDateTo=2001-03-03')).toEqual([last])
})

it('any part of a name is found among the latest, and everywhere in the cases of a practice or from a day on', async () => {
  expect(await codesOf(`tab=history&search=aul%20${latestSearched - 1}`)).toEqual([
    `T-${String(latestSearched - 1).padStart(6, '0')}`,
  ])
  expect(await codesOf(`tab=history&search=aul%20${latestSearched + 60}`)).toEqual([])
  expect(await codesOf(`tab=history&search=zoe&practiceId=${rivoli}`)).toEqual(['A-3', 'A-2', 'A-1'])
  expect(await codesOf('tab=history&search=zoe&deliveryDateFrom=2001-03-04')).toEqual(['A-3', 'A-2', 'A-1'])
})

it('a family is counted once for each case, and read in the order of the list, whether it has many or few', async () => {
  const many = await read('tab=history&family=crowns')
  expect(many.page.total).toBe(mostCounted)
  expect(many.data).toHaveLength(staffPageSize)
  expect(many.data[0]?.code).toBe('T-000048')
  expect((await read('tab=all&family=crowns&page=2')).data).toHaveLength(staffPageSize)
  const few = await read('tab=history&family=splints')
  expect(few.page.total).toBe(5)
  expect(few.data.map(({ code }) => code)).toEqual(['T-000005', 'T-000004', 'T-000003', 'T-000002', 'T-000001'])
  expect((await read('tab=history&family=nothing')).data).toEqual([])
})
