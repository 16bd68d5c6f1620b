import { type Api, on } from '#kit/server/serve.ts'
import { may } from '#tenancy/rights.ts'
import { asPracticeUser } from '#tenancy/server/guards.ts'
import { type CatalogueProduct, catalogueCalls } from '../contract.ts'
import { findCalendar, listProducts, needsOf, type ProductRow } from './sql.ts'

export function catalogueRoutes(api: Api) {
  on(api, catalogueCalls.catalogue, asPracticeUser, async ({ actor: user }) => {
    const [rows, calendar] = await Promise.all([listProducts(user), findCalendar(user)])
    const families = Map.groupBy(rows, row => row.family)
    return {
      data: {
        families: [...families].map(([id, members]) => ({
          id,
          name: members[0]?.[`family_${user.language}`] ?? id,
          products: members.map(row => ({
            ...catalogueProduct(row, user.language),
            ...(may(user, 'invoices') && row.price_cents !== null && { priceCents: row.price_cents }),
          })),
        })),
        calendar,
      },
    }
  })
}

const catalogueProduct = (row: ProductRow, language: 'fr' | 'en'): CatalogueProduct => ({
  reference: row.reference,
  label: row[`label_${language}`],
  name: { one: row[`name_one_${language}`], many: row[`name_many_${language}`] },
  leadDays: row.lead_days,
  vat: row.vat,
  needs: needsOf(row),
})
