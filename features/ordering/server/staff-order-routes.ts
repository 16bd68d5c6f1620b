import { recordDeed } from '#features/audit/server/sql.ts'
import { familiesOf } from '#features/catalogue/server/families.ts'
import { findCalendar, listProducts } from '#features/catalogue/server/sql.ts'
import { type Api, on } from '#kit/server/serve.ts'
import { asStaff } from '#tenancy/server/guards.ts'
import { staffOrderingCalls } from '../contract.ts'
import { createOrder } from './create-order.ts'
import { practiceOf } from './practice-sql.ts'
import { prescribersOf } from './prescriber-routes.ts'

/** The laboratory enters what a practice has not ordered in the portal: half of its work comes with a slip of paper. */
export function staffOrderRoutes(api: Api) {
  on(api, staffOrderingCalls.prepare, asStaff, async ({ actor: staff, params }) => {
    const practice = await practiceOf(staff, params.id)
    const asking = { ...staff, practiceId: practice.id }
    const [rows, calendar, prescribers] = await Promise.all([
      listProducts(asking),
      findCalendar(asking),
      prescribersOf(asking),
    ])
    const families = familiesOf(rows, staff.language, false)
    return { data: { practice, families, prescribers, physicalTransportDays: calendar.physicalTransportDays } }
  })

  on(api, staffOrderingCalls.enter, asStaff, async ({ actor: staff, params, body, requestId }) => {
    const practice = await practiceOf(staff, params.id)
    const { isImpressionHere, ...order } = body
    const { id, code, deliveryDate } = await createOrder({ ...staff, practiceId: practice.id }, order, {
      isImpressionHere,
    })
    await recordDeed(staff, 'order_created', requestId, id)
    return { data: { id, code, deliveryDate } }
  })
}
