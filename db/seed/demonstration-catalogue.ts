import type pg from 'pg'
import { addDays, type Day } from '#kit/day.ts'
import { latestSinceDays } from './catalogue.ts'
import { insertRows } from './insert-rows.ts'
import { families, type Product } from './product.ts'

/** The whole of it, with the versions before the latest ones. */
export async function insertCatalogue(
  client: pg.ClientBase,
  brand_id: string,
  catalogue: ReadonlyMap<string, Product>,
  today: Day,
): Promise<void> {
  await insertRows(
    client,
    'product_families',
    families.map(({ id, fr, en }, position) => ({ brand_id, id, position, name_fr: fr, name_en: en })),
  )
  const products = [...catalogue.values()]
  const since = (days: number) => `${addDays(today, -days)}T08:00:00Z`
  await insertRows(
    client,
    'products',
    products.flatMap((product, position) => {
      const row = { brand_id, position, ...productRow(product) }
      const { before } = product
      if (!before) return [{ ...row, version: 1, created_at: since(1000) }]
      const { leadDays: lead_days, priceCents: price_cents } = before
      return [
        { ...row, lead_days, price_cents, version: 1, created_at: since(1000) },
        { ...row, version: 2, created_at: since(latestSinceDays) },
      ]
    }),
  )
}

const productRow = ({ needs, label, name, ...product }: Product) => ({
  reference: product.reference,
  family: product.family,
  label_fr: label.fr,
  label_en: label.en,
  name_one_fr: name.fr.one,
  name_many_fr: name.fr.many,
  name_one_en: name.en.one,
  name_many_en: name.en.many,
  lead_days: product.leadDays,
  tooth_need: needs.teeth,
  minimum_teeth: needs.minimumTeeth,
  has_pontics: needs.hasPontics,
  sector_need: needs.sector,
  shade_need: needs.shade,
  implant_need: needs.implant,
  vat: product.vat,
  price_cents: product.priceCents,
  is_implantable: product.isImplantable,
  material: product.material,
  is_retired: false,
})
