import type { Language } from '#kit/language.ts'
import type { CatalogueFamilies, CatalogueProduct } from '../contract.ts'
import { needsOf, type ProductRow } from './sql.ts'

/** The catalogue as shown: by family, in its order. */
export const familiesOf = (rows: readonly ProductRow[], language: Language, hasPrices: boolean): CatalogueFamilies =>
  [...Map.groupBy(rows, row => row.family)].map(([id, members]) => ({
    id,
    name: members[0]?.[`family_${language}`] ?? id,
    products: members.map(row => ({
      ...catalogueProduct(row, language),
      ...(hasPrices && row.price_cents !== null && { priceCents: row.price_cents }),
    })),
  }))

const catalogueProduct = (row: ProductRow, language: Language): CatalogueProduct => ({
  reference: row.reference,
  label: row[`label_${language}`],
  name: { one: row[`name_one_${language}`], many: row[`name_many_${language}`] },
  leadDays: row.lead_days,
  vat: row.vat,
  needs: needsOf(row),
})
