import { listFills, listWork } from '#features/capacity/server/sql.ts'
import { findCalendar } from '#features/catalogue/server/sql.ts'
import { addDays, type Day, dayInZone } from '#kit/day.ts'
import { problem } from '#kit/problem.ts'
import { type Api, on } from '#kit/server/serve.ts'
import { may } from '#tenancy/rights.ts'
import { onBehalfOf } from '#tenancy/server/actor.ts'
import { asStaff } from '#tenancy/server/guards.ts'
import { type Place, staffCaseCalls } from '../staff-contract.ts'
import { boardStatuses } from '../staff-rules.ts'
import { caseProduct, caseRow, lostDay } from './case-reply.ts'
import { findOrder } from './case-sql.ts'
import { listMessages } from './correspondence-sql.ts'
import type { PromisedDay } from './new-order-sql.ts'
import { lostDayOf } from './shown-day.ts'
import type { OrderRow } from './sql.ts'
import { countPromised, findOfStaff } from './staff-case-sql.ts'
import { askedOf } from './staff-filters-sql.ts'
import {
  countStaffOrders,
  listFamilies,
  listPracticeNames,
  listStaffOrders,
  listTechnicians,
  staffPageSize,
  withFamily,
  withStart,
} from './staff-list-sql.ts'

/** The laboratory sees who caused each move. */
const reader = { maySeeAbsences: true, maySeeInvoices: true, isStaff: true }

/** Omits what is null for most cases, and what a board would repeat a hundred times. */
function staffRow<Row extends OrderRow & { place: Place | null; acceptedAt: string | null }>(row: Row, today: Day) {
  const { place, acceptedAt, ...shown } = caseRow(row, today, reader)
  return { ...shown, ...(place && { place }), ...(acceptedAt && { acceptedAt }) }
}

/** Days shown around the proposed one, with what else leaves then and where there is room. */
const daysOfLoad = 21

export function staffCaseRoutes(api: Api, promisedDay: PromisedDay) {
  on(api, staffCaseCalls.list, asStaff, async ({ actor: staff, query }) => {
    const today = dayInZone(new Date(), staff.timeZone)
    const { tab, sort_by, sort_order, page, ...filters } = query
    const asked = await withFamily(staff, await withStart(staff, askedOf(staff, filters, today), tab), tab)
    const offset = (page - 1) * staffPageSize
    const [rows, total] = await Promise.all([
      listStaffOrders(staff, asked, { tab, sort_by, sort_order, offset }),
      countStaffOrders(staff, asked, tab),
    ])
    return {
      data: rows.map(row => staffRow(row, today)),
      page: { number: page, size: staffPageSize, total },
    }
  })

  on(api, staffCaseCalls.board, asStaff, async ({ actor: staff, query }) => {
    const today = dayInZone(new Date(), staff.timeZone)
    const columns = boardStatuses.map(async status => {
      const asked = askedOf(staff, { ...query, statuses: [status] }, today)
      const [rows, total] = await Promise.all([
        listStaffOrders(staff, asked, { tab: 'in_progress', offset: 0 }),
        countStaffOrders(staff, asked, 'in_progress'),
      ])
      return { status, total, cases: rows.map(row => staffRow(row, today)) }
    })
    return { data: await Promise.all(columns) }
  })

  on(api, staffCaseCalls.filters, asStaff, async ({ actor: staff }) => {
    const [practices, families, technicians] = await Promise.all([
      listPracticeNames(staff),
      listFamilies(staff),
      listTechnicians(staff),
    ])
    return { data: { practices, families, technicians } }
  })

  on(api, staffCaseCalls.find, asStaff, async ({ actor: staff, params }) => {
    const [order, [ofStaff]] = await Promise.all([findOrder(staff, params), findOfStaff(staff, params)])
    if (!order || !ofStaff) throw problem('not_found')
    const { lines, place, entry, acceptedAt, ...seen } = ofStaff
    const contact = order.prescriber
      ? { name: order.prescriber, phone: order.prescribingPhone, email: order.prescribingEmail }
      : order.enteredBy && { name: order.enteredBy, phone: order.enteringPhone, email: order.enteringEmail }
    return {
      data: {
        ...caseRow(order, dayInZone(new Date(), staff.timeZone), reader),
        ...lostDay(order),
        ...seen,
        ...(place && { place }),
        ...(entry && { entry }),
        ...(acceptedAt && { acceptedAt }),
        practicePhone: order.practicePhone || null,
        invoiceId: (may(staff, 'billing') && order.invoiceId) || undefined,
        contact: contact ? { ...contact, phone: contact.phone || null, email: contact.email || null } : null,
        products: order.products.map(caseProduct),
        timeline: lines.map(({ status, at, kind, note, authorKind, author, authorId }) => ({
          status,
          at,
          kind,
          ...(note ? { note } : {}),
          by:
            authorKind && author
              ? { name: author, isOfLaboratory: authorKind !== 'practice', isOwn: authorId === staff.userId }
              : null,
        })),
      },
    }
  })

  on(api, staffCaseCalls.load, asStaff, async ({ actor: staff, params }) => {
    const order = await findOrder(staff, params)
    const [seen] = await findOfStaff(staff, params)
    if (!order || !seen) throw problem('not_found')
    const today = dayInZone(new Date(), staff.timeZone)
    const references = order.products.map(({ reference }) => reference)
    const practice = onBehalfOf(staff, seen.practice.id)
    // For the laboratory, a fetched impression is on its way, and one without a pickup may have arrived; the laboratory sees
    // for itself.
    const pickup = order.pickup && !order.pickup.isDone ? { ...order.pickup, isPlanned: true } : null
    const asked = { references, printType: order.printType, pickup }
    const [earliest, calendar, work] = await Promise.all([
      promisedDay(practice, asked),
      findCalendar(practice),
      listWork(staff, order.id),
    ])
    // The day shown to the practice when it ordered is kept, however full it is by now, unless it cannot be kept any more.
    const lost = lostDayOf(order, { today, earliest, calendar, pickup: order.pickup })
    const room = { work, of: { id: order.id, deliveryOn: null } }
    const isHeld = order.deliveryDate !== null && lost === null
    const proposed = isHeld ? order.deliveryDate : earliest && (await promisedDay(practice, { ...asked, room }))
    const span = { from: today, to: addDays(proposed ?? today, daysOfLoad) }
    const [days, fills] = await Promise.all([
      countPromised(staff, span),
      calendar.askForDay ? listFills(staff, { id: order.id, work }, span) : [],
    ])
    return { data: { proposed, earliest, lost, days, fills, calendar } }
  })

  on(api, staffCaseCalls.listMessages, asStaff, async ({ actor: staff, params }) => {
    const [[order], messages] = await Promise.all([findOfStaff(staff, params), listMessages(staff, params.id)])
    if (!order) throw problem('not_found')
    return { data: messages }
  })
}
