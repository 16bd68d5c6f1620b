import { dayInZone } from '#kit/day.ts'
import { problem } from '#kit/problem.ts'
import type { PracticeUser } from '#kit/server/actor.ts'
import { asPracticeUser } from '#kit/server/guards.ts'
import { type Api, on } from '#kit/server/serve.ts'
import { type CaseRow, caseCalls } from '../contract.ts'
import { delayDaysOf, deliveryOf, inArchOrder } from '../rules.ts'
import {
  countOrders,
  findOrder,
  listOrderEvents,
  listOrderProducts,
  listOrders,
  type OrderRow,
  pageSize,
} from './sql.ts'

export function caseRoutes(api: Api) {
  // Statements that do not wait for each other travel together: one round trip.
  on(api, caseCalls.list, asPracticeUser, async ({ actor: user, query }) => {
    const [counts, rows] = await Promise.all([countOrders(user, query), listOrders(user, query)])
    const { in_progress, history, all } = counts
    return {
      data: rows.map(row => caseRow(user, row)),
      page: { number: query.page, size: pageSize, total: counts.matching ?? counts[query.tab] },
      counts: { inProgress: in_progress, history, all },
    }
  })

  on(api, caseCalls.find, asPracticeUser, async ({ actor: user, params }) => {
    const [order, products, events] = await Promise.all([
      findOrder(user, params.id),
      listOrderProducts(user, params.id),
      listOrderEvents(user, params.id),
    ])
    if (!order) throw problem('not_found')
    return {
      data: {
        ...caseRow(user, order),
        products: products.map(product => ({
          id: product.id,
          reference: product.reference,
          label: user.language === 'fr' ? product.label_fr : product.label_en,
          quantity: product.quantity,
          caseSequence: product.case_sequence,
          traceability: product.traceability,
          shade: product.shade,
          complementaryShade: product.complementary_shade,
          teeth: inArchOrder(product.teeth),
          sector: product.sector,
        })),
        timeline: events.map(({ status, at, note }) => ({ status, at, ...(note ? { note } : {}) })),
        totalCents: order.total_cents,
        comment: order.comment,
        contact: order.ordered_by
          ? {
              name: [order.title, order.first_name, order.last_name].filter(Boolean).join(' '),
              phone: order.phone || order.practice_phone || null,
              // Colleagues see each other's names and numbers, not their e-mail addresses (security.md S13).
              email: order.ordered_by === user.userId ? order.email : null,
            }
          : null,
      },
    }
  })
}

function caseRow(user: PracticeUser, row: OrderRow): CaseRow {
  const today = dayInZone(new Date(), user.timeZone)
  const promised = {
    status: row.status,
    deliveryOn: row.delivery_on,
    firstDeliveryOn: row.first_delivery_on,
    isDeliveryConfirmed: row.is_delivery_confirmed,
  }
  return {
    id: row.id,
    code: row.code,
    patient: row.patient,
    patientCode: row.patient_code,
    summary: user.language === 'fr' ? row.summary_fr : row.summary_en,
    status: row.status,
    printType: row.print_type,
    wishedDate: row.wished_on,
    deliveryDate: row.delivery_on,
    delivery: deliveryOf(promised, today),
    appointmentDate: row.appointment_at,
    delayDays: delayDaysOf(promised, today),
    hold: row.hold_reason && {
      reason: row.hold_reason,
      ...(row.hold_question ? { question: row.hold_question } : {}),
    },
    tracking: row.carrier ? { carrier: row.carrier, ...(row.tracking_url ? { url: row.tracking_url } : {}) } : null,
    createdAt: row.created_at,
  }
}
