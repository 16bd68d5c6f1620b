import { fullName } from '#features/account/rules.ts'
import { inArchOrder } from '#features/prescription/rules.ts'
import { type Day, dayInZone } from '#kit/day.ts'
import { problem } from '#kit/problem.ts'
import { type Api, on } from '#kit/server/serve.ts'
import { may } from '#tenancy/rights.ts'
import type { PracticeUser } from '#tenancy/server/actor.ts'
import { asPracticeUser } from '#tenancy/server/guards.ts'
import { type CaseProduct, type CaseRow, type CaseStatus, caseCalls } from '../contract.ts'
import { delayDaysOf, deliveryOf, statusesOfTab } from '../rules.ts'
import { caseLink, caseProblem } from './case-reply.ts'
import { findOrderLinks, listOrderProblems } from './correspondence-sql.ts'
import { promisedOf } from './promised-sql.ts'
import {
  countOrders,
  type EventRow,
  findOrder,
  listOrderEvents,
  listOrderProducts,
  listOrders,
  type OrderRow,
  type ProductRow,
  pageSize,
} from './sql.ts'

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
    const [[order], products, events, [links], problems] = await Promise.all([
      findOrder(user, params),
      listOrderProducts(user, params),
      listOrderEvents(user, params),
      findOrderLinks(user, params),
      listOrderProblems(user, params),
    ])
    if (!order || !links) throw problem('not_found')
    return {
      data: {
        ...caseRow(user, dayInZone(new Date(), user.timeZone), order),
        products: products.map(product => caseProduct(user, product)),
        timeline: events.map(row => caseEvent(user, row)),
        totalCents: order.total_cents,
        comment: order.comment,
        prescriberId: order.prescriber_id,
        enteredBy: order.ordered_by && fullName(order),
        contact: contactOf(user, order),
        remakeOf: caseLink(links.remake_of_id, links.remake_of_code),
        remake: caseLink(links.remake_id, links.remake_code),
        problems: problems.map(caseProblem),
        attachmentsCount: links.attachments,
        messagesCount: links.messages,
        statement: links.statement_number
          ? {
              number: links.statement_number,
              version: links.statement_version ?? 1,
              signedOn: dayInZone(links.statement_signed_at ?? new Date(), user.timeZone),
            }
          : null,
      },
    }
  })
}

function caseEvent(user: PracticeUser, { status, at, note, absence_note }: EventRow) {
  const told = (may(user, 'absences') && absence_note) || note
  return { status, at, ...(told ? { note: told } : {}) }
}

type Parties = Awaited<ReturnType<typeof findOrder>>[number]

function contactOf(user: PracticeUser, order: Parties) {
  const [id, name, phone, email] = order.prescriber
    ? [order.prescriber_id, order.prescriber, order.prescribing_phone, order.prescribing_email]
    : [order.ordered_by, order.ordered_by && fullName(order), order.entering_phone, order.entering_email]
  // Colleagues see each other's names and numbers, not their e-mail addresses (security.md S13).
  return name ? { name, phone: phone || order.practice_phone || null, email: id === user.userId ? email : null } : null
}

const caseProduct = (user: PracticeUser, row: ProductRow): CaseProduct => ({
  id: row.id,
  reference: row.reference,
  label: user.language === 'fr' ? row.label_fr : row.label_en,
  quantity: row.quantity,
  caseSequence: row.case_sequence,
  traceability: row.traceability,
  shade: row.shade,
  complementaryShade: row.complementary_shade,
  teeth: inArchOrder(row.teeth),
  sector: row.sector,
  pontics: inArchOrder(row.pontics),
  implant: row.implant_brand ? { brand: row.implant_brand, platform: row.implant_platform ?? '' } : null,
  note: row.note,
})

function caseRow(user: PracticeUser, today: Day, row: OrderRow): CaseRow {
  const promised = promisedOf(row)
  return {
    id: row.id,
    code: row.code,
    patient: row.patient,
    patientCode: row.patient_code,
    prescriber: row.prescriber,
    summary: user.language === 'fr' ? row.summary_fr : row.summary_en,
    status: row.status,
    printType: row.print_type,
    wishedDate: row.wished_on,
    deliveryDate: row.delivery_on,
    delivery: deliveryOf(promised, today, { maySeeAbsences: may(user, 'absences') }),
    appointmentDate: row.appointment_at,
    delayDays: delayDaysOf(promised, today),
    hold: row.hold_reason && {
      reason: row.hold_reason,
      ...(row.hold_question ? { question: row.hold_question } : {}),
      ...(row.hold_answer ? { answer: row.hold_answer } : {}),
      ...(row.hold_answered_at ? { answeredAt: row.hold_answered_at } : {}),
    },
    tracking: row.carrier ? { carrier: row.carrier, ...(row.tracking_url ? { url: row.tracking_url } : {}) } : null,
    createdAt: row.created_at,
  }
}
