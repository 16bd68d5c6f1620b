import type pg from 'pg'
import { addDays, type Day } from '#kit/day.ts'
import type { Language } from '#kit/language.ts'
import { latestSinceDays } from './catalogue.ts'
import { insertRows } from './insert-rows.ts'
import { insertFamilies, type Product, productRow } from './product.ts'

/** The whole of it, with the versions before the latest ones. */
export async function insertCatalogue(
  client: pg.ClientBase,
  brand_id: string,
  language: Language,
  catalogue: ReadonlyMap<string, Product>,
  today: Day,
): Promise<void> {
  await insertFamilies(client, brand_id)
  const products = [...catalogue.values()]
  const since = (days: number) => `${addDays(today, -days)}T08:00:00Z`
  await insertRows(
    client,
    'products',
    products.flatMap((product, position) => {
      const row = { brand_id, position, ...productRow(product, language) }
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
