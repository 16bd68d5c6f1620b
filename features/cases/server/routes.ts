import { inArchOrder } from '#features/prescription/rules.ts'
import { type Day, dayInZone } from '#kit/day.ts'
import { problem } from '#kit/problem.ts'
import { type Api, on } from '#kit/server/serve.ts'
import { may } from '#tenancy/rights.ts'
import type { PracticeUser } from '#tenancy/server/actor.ts'
import { asPracticeUser } from '#tenancy/server/guards.ts'
import { type CaseProduct, type CaseStatus, caseCalls } from '../contract.ts'
import { delayDaysOf, deliveryOf, statusesOfTab } from '../rules.ts'
import { type EventRow, findOrder, type ProductRow } from './case-sql.ts'
import { countOrders, listOrders, type OrderRow, pageSize } from './sql.ts'

export function caseRoutes(api: Api) {
  // Statements that do not wait for each other travel together: one round trip.
  on(api, caseCalls.list, asPracticeUser, async ({ actor: user, query }) => {
    const today = dayInZone(new Date(), user.timeZone)
    const asked = { ...query, today }
    const [counted, rows] = await Promise.all([countOrders(user, asked), listOrders(user, asked)])
    const sumOf = (what: 'cases' | 'matching', statuses: readonly CaseStatus[]) =>
      counted.reduce((sum, row) => (statuses.includes(row.status) ? sum + row[what] : sum), 0)
    return {
      data: rows.map(row => caseRow(user, today, row)),
      page: { number: query.page, size: pageSize, total: sumOf('matching', statusesOfTab[query.tab]) },
      counts: {
        inProgress: sumOf('cases', statusesOfTab.in_progress),
        history: sumOf('cases', statusesOfTab.history),
        all: sumOf('cases', statusesOfTab.all),
        onHold: counted[0]?.awaited ?? 0,
      },
    }
  })

  on(api, caseCalls.find, asPracticeUser, async ({ actor: user, params }) => {
    const [order] = await findOrder(user, params)
    if (!order) throw problem('not_found')
    return {
      data: {
        ...caseRow(user, dayInZone(new Date(), user.timeZone), order),
        contact: contactOf(user, order),
        invoiceId: order.invoiceId ?? undefined,
        products: order.products.map(caseProduct),
        timeline: order.events.map(row => caseEvent(user, row)),
      },
    }
  })
}

function caseEvent(user: PracticeUser, { status, at, note, absence_note }: EventRow) {
  const told = (may(user, 'absences') && absence_note) || note
  return { status, at, ...(told ? { note: told } : {}) }
}

type FoundOrder = Awaited<ReturnType<typeof findOrder>>[number]

function contactOf(user: PracticeUser, order: FoundOrder) {
  const [id, name, phone, email] = order.prescriber
    ? [order.prescriberId, order.prescriber, order.prescribingPhone, order.prescribingEmail]
    : [order.orderedBy, order.enteredBy, order.enteringPhone, order.enteringEmail]
  // Colleagues see each other's names and numbers, not their e-mail addresses (security.md S13).
  return name ? { name, phone: phone || order.practicePhone || null, email: id === user.userId ? email : null } : null
}

const caseProduct = (row: ProductRow): CaseProduct => ({
  ...row,
  teeth: inArchOrder(row.teeth),
  pontics: inArchOrder(row.pontics),
  implant: row.implant_brand ? { brand: row.implant_brand, platform: row.implant_platform ?? '' } : null,
})

/** Of what is not in the contract nothing is sent (docs/decisions/0004). */
const caseRow = <Row extends OrderRow>(user: PracticeUser, today: Day, row: Row) => ({
  ...row,
  delivery: deliveryOf(row, today, { maySeeAbsences: may(user, 'absences') }),
  delayDays: delayDaysOf(row, today),
  hold: row.hold_reason && {
    reason: row.hold_reason,
    ...(row.hold_question ? { question: row.hold_question } : {}),
    ...(row.hold_answer ? { answer: row.hold_answer } : {}),
    ...(row.hold_answered_at ? { answeredAt: row.hold_answered_at } : {}),
  },
  tracking: row.carrier ? { carrier: row.carrier, ...(row.tracking_url ? { url: row.tracking_url } : {}) } : null,
})
