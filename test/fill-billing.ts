import type pg from 'pg'
import { makeWith } from './make.ts'

/** A laboratory whose practices have so many cases each, a crown with or without a splint, delivered a week ago and not billed. */
export async function fillBilling(owner: pg.Pool, practices: number, cases: number) {
  const make = makeWith(owner)
  const laboratory = await make.laboratory()
  const crown = await make.product(laboratory, { price_cents: 14_900 })
  const splint = await make.product(laboratory, { price_cents: 9_999, vat: 'standard' })
  const accounting = await make.user(laboratory, { role: 'accounting' })
  await make.insert(laboratory.id, 'billing_settings', {
    brand_id: laboratory.id,
    legal_name: 'Laboratoire d’essai SARL',
    siren: '732829320',
  })
  await make.within(laboratory.id, async client => {
    await client.query(
      `with places as (
         insert into practices (brand_id, name) select $1, 'Cabinet ' || n from generate_series(1, $2::int) n returning id
       ), numbered as (select id, row_number() over () as place from places)
       insert into orders (brand_id, practice_id, code, patient_code, print_type, status, summary_fr, summary_en)
       select $1, id, 'T-26-' || place || '-' || n, 'P-1', 'optical', 'delivered', 'Couronne', 'Crown'
       from numbered, generate_series(1, $3::int) n`,
      [laboratory.id, practices, cases],
    )
    await client.query(
      `insert into order_products (brand_id, practice_id, order_id, case_sequence, reference, product_version, label_fr,
         label_en, quantity)
       select o.brand_id, o.practice_id, o.id, n, (array[$2, $3])[n], 1, (array['Couronne', 'Gouttière'])[n],
         (array['Crown', 'Splint'])[n], 1
       from orders o, generate_series(1, 1 + right(o.code, 1)::int % 2) n where o.brand_id = $1`,
      [laboratory.id, crown.reference, splint.reference],
    )
    await client.query(
      `insert into order_events (brand_id, practice_id, order_id, sequence, status, at)
       select o.brand_id, o.practice_id, o.id, s.place, s.status::order_status, now() - interval '12 days' + s.place * interval '1 day'
       from orders o,
         unnest(array['registered', 'in_preparation', 'in_production', 'shipped', 'delivered']) with ordinality s (status, place)
       where o.brand_id = $1`,
      [laboratory.id],
    )
  })
  return { laboratory, accounting }
}
