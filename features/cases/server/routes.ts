import { inArchOrder } from '#features/prescription/rules.ts'
import { dayInZone } from '#kit/day.ts'
import { pageSize } from '#kit/pages.ts'
import { problem } from '#kit/problem.ts'
import { attachment } from '#kit/server/attachment.ts'
import { type Api, on } from '#kit/server/serve.ts'
import { may } from '#tenancy/rights.ts'
import type { PracticeUser } from '#tenancy/server/actor.ts'
import { asPracticeUser } from '#tenancy/server/guards.ts'
import { type CaseStatus, caseCalls } from '../contract.ts'
import { expectedDays } from '../expected-days.ts'
import { type CaseQuery, caseListCalls } from '../list-contract.ts'
import { statusesOfTab, statusFor } from '../rules.ts'
import { type CaseReader, caseProduct, caseRow, lostDay } from './case-reply.ts'
import { type EventRow, type FoundOrder, findOrder } from './case-sql.ts'
import { casesCsv, casesCsvName } from './cases-csv.ts'
import { listOrdersOfPatient, listShadesOfPatient } from './patient-sql.ts'
import { countOrders, listForExport, listOrders, listPrescribers } from './sql.ts'

export function caseRoutes(api: Api) {
  // Independent statements are sent together in one round trip.
  on(api, caseListCalls.list, asPracticeUser, async ({ actor: user, query }) => {
    const today = dayInZone(new Date(), user.timeZone)
    const asked = { ...asSeenBy(user, query), today }
    const [counted, rows] = await Promise.all([countOrders(user, asked), listOrders(user, asked)])
    const sumOf = (what: 'cases' | 'matching', statuses: readonly CaseStatus[]) =>
      counted.reduce((sum, row) => (statuses.includes(row.status) ? sum + row[what] : sum), 0)
    return {
      data: rows.map(row => caseRow(row, today, readerOf(user))),
      page: { number: query.page, size: pageSize, total: sumOf('matching', statusesOfTab[query.tab]) },
      counts: {
        inProgress: sumOf('cases', statusesOfTab.in_progress),
        history: sumOf('cases', statusesOfTab.history),
        all: sumOf('cases', statusesOfTab.all),
        onHold: counted.find(({ status }) => status === 'on_hold')?.awaited ?? 0,
      },
    }
  })

  on(api, caseListCalls.export, asPracticeUser, async ({ actor: user, query, outgoing }) => {
    const today = dayInZone(new Date(), user.timeZone)
    const found = await listForExport(user, { ...asSeenBy(user, query), page: 1, today })
    const rows = found.map(row => caseRow(row, today, readerOf(user)))
    outgoing.set('content-disposition', attachment(casesCsvName(user.language)))
    return { type: 'text/csv; charset=utf-8', bytes: Buffer.from(casesCsv(rows, user.language, user.timeZone)) }
  })

  on(api, caseListCalls.countStatuses, asPracticeUser, async ({ actor: user, query }) => {
    const today = dayInZone(new Date(), user.timeZone)
    const counted = await countOrders(user, { ...query, tab: 'all', page: 1, today })
    const counts = new Map<CaseStatus, number>()
    for (const { status, matching } of counted) {
      const seen = statusFor(status, readerOf(user))
      counts.set(seen, (counts.get(seen) ?? 0) + matching)
    }
    return { data: [...counts].map(([status, count]) => ({ status, count })) }
  })

  on(api, caseListCalls.listPrescribers, asPracticeUser, async ({ actor: user }) => ({
    data: (await listPrescribers(user)).map(({ name }) => name),
  }))

  on(api, caseCalls.findPatient, asPracticeUser, async ({ actor: user, params }) => {
    const [found, shades] = await Promise.all([listOrdersOfPatient(user, params), listShadesOfPatient(user, params)])
    const [newest] = found
    if (!newest) throw problem('not_found')
    const today = dayInZone(new Date(), user.timeZone)
    return {
      data: {
        code: newest.patientCode,
        name: found.find(({ patient }) => patient)?.patient ?? null,
        cases: found.map(row => caseRow(row, today, readerOf(user))),
        shades: shades.map(({ orderId, orderCode, teeth, ...used }) => ({
          ...used,
          teeth: inArchOrder(teeth),
          order: { id: orderId, code: orderCode },
        })),
      },
    }
  })

  on(api, caseCalls.find, asPracticeUser, async ({ actor: user, params }) => {
    const order = await findOrder(user, params)
    if (!order) throw problem('not_found')
    const today = dayInZone(new Date(), user.timeZone)
    const orderedOn = dayInZone(order.createdAt, user.timeZone)
    const lost = lostDay(order)
    return {
      data: {
        ...caseRow(order, today, readerOf(user)),
        ...lost,
        expected: order.making && !lost.isDayLost ? expectedDays({ ...order, orderedOn }, order.making, today) : [],
        contact: contactOf(user, order),
        invoiceId: order.invoiceId ?? undefined,
        products: order.products.map(caseProduct),
        timeline: order.events.flatMap(row => caseEvent(user, row)),
      },
    }
  })
}

const readerOf = (user: PracticeUser): CaseReader => ({
  maySeeAbsences: may(user, 'absences'),
  maySeeInvoices: may(user, 'invoices'),
})

/** For a user who may not see invoices, either of `delivered` and `invoiced` finds both. */
function asSeenBy<Query extends Pick<CaseQuery, 'statuses'>>(user: PracticeUser, query: Query): Query {
  const both: readonly CaseStatus[] = ['delivered', 'invoiced']
  if (may(user, 'invoices') || !query.statuses?.some(status => both.includes(status))) return query
  return { ...query, statuses: [...new Set([...query.statuses, ...both])] }
}

/** Hides the invoicing event from users who may not see invoices; its note is shown under the status they see. */
function caseEvent(user: PracticeUser, row: EventRow) {
  const status = statusFor(row.status, readerOf(user))
  const told = (may(user, 'absences') && row.absence_note) || row.note
  if (status !== row.status && !told) return []
  const kind = status === row.status ? row.kind : 'note'
  return [{ status, at: row.at, kind, ...(told ? { note: told } : {}) }]
}

function contactOf(user: PracticeUser, order: FoundOrder) {
  const [id, name, phone, email] = order.prescriber
    ? [order.prescriberId, order.prescriber, order.prescribingPhone, order.prescribingEmail]
    : [order.orderedBy, order.enteredBy, order.enteringPhone, order.enteringEmail]
  // Colleagues see each other's names and telephone numbers, but not e-mail addresses (security.md S13).
  return name ? { name, phone: phone || order.practicePhone || null, email: id === user.userId ? email : null } : null
}
