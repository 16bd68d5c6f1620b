import { type Api, on } from '#kit/server/serve.ts'
import { may } from '#tenancy/rights.ts'
import { asPracticeUser } from '#tenancy/server/guards.ts'
import { catalogueCalls } from '../contract.ts'
import { familiesOf } from './families.ts'
import { findCalendar, listProducts } from './sql.ts'

export function catalogueRoutes(api: Api) {
  on(api, catalogueCalls.catalogue, asPracticeUser, async ({ actor: user }) => {
    const [rows, calendar] = await Promise.all([listProducts(user), findCalendar(user)])
    return { data: { families: familiesOf(rows, user.language, may(user, 'invoices')), calendar } }
  })
}
