import { dayInZone } from '#kit/day.ts'
import { attachment } from '#kit/server/attachment.ts'
import { type Api, on } from '#kit/server/serve.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import { asStaff } from '#tenancy/server/guards.ts'
import { mostOwing, takingsCalls } from '../takings-contract.ts'
import { owedCsv, owedCsvName } from './takings-csv.ts'
import { findFirstYear, listOwed, listTakings } from './takings-sql.ts'

const todayOf = ({ timeZone }: Staff) => dayInZone(new Date(), timeZone)

/** What comes in, month by month, and what is still owed. */
export function staffTakingsRoutes(api: Api) {
  on(api, takingsCalls.takings, asStaff, async ({ actor: staff, query }) => {
    const today = todayOf(staff)
    const thisYear = Number(today.slice(0, 4))
    const year = query.day ? Number(query.day.slice(0, 4)) : thisYear
    const [first, months] = await Promise.all([findFirstYear(staff), listTakings(staff, year, today)])
    return { data: { year, firstYear: first ?? thisYear, months } }
  })

  on(api, takingsCalls.owed, asStaff, async ({ actor: staff }) => {
    const today = todayOf(staff)
    return { data: { on: today, ...(await listOwed(staff, today, mostOwing)) } }
  })

  on(api, takingsCalls.export, asStaff, async ({ actor: staff, outgoing }) => {
    const today = todayOf(staff)
    const { practices } = await listOwed(staff, today)
    outgoing.set('content-disposition', attachment(owedCsvName(today, staff.language)))
    return { type: 'text/csv; charset=utf-8', bytes: Buffer.from(owedCsv(practices, staff.language)) }
  })
}
