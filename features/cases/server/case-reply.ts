import { inArchOrder } from '#features/prescription/rules.ts'
import type { Day } from '#kit/day.ts'
import type { CaseProduct } from '../contract.ts'
import { isDayLost } from '../expected-days.ts'
import { delayDaysOf, deliveryOf, problemFor, statusFor } from '../rules.ts'
import type { FoundOrder, ProductRow } from './case-sql.ts'
import type { OrderRow } from './sql.ts'

export type CaseReader = { maySeeAbsences: boolean; maySeeInvoices: boolean; isStaff?: boolean }

/** Fields outside the contract are not sent (docs/decisions/0004). */
export const caseRow = <Row extends OrderRow>(row: Row, today: Day, reader: CaseReader) => ({
  ...row,
  status: statusFor(row.status, reader),
  delivery: deliveryOf(row, today, reader),
  delayDays: delayDaysOf(row, today),
  problem: problemFor(row.problemStates, reader),
  hold: row.hold_reason && {
    reason: row.hold_reason,
    ...(row.hold_question ? { question: row.hold_question } : {}),
    ...(row.hold_answer ? { answer: row.hold_answer } : {}),
    ...(row.hold_answered_at ? { answeredAt: row.hold_answered_at } : {}),
  },
  tracking: row.carrier
    ? {
        carrier: row.carrier,
        ...(row.tracking_number ? { number: row.tracking_number } : {}),
        ...(row.tracking_url ? { url: row.tracking_url } : {}),
      }
    : null,
})

/** Present only when true, to keep lists small. */
export const lostDay = (order: FoundOrder): { isDayLost?: true } => (isDayLost(order) ? { isDayLost: true } : {})

export const caseProduct = (row: ProductRow): CaseProduct => ({
  ...row,
  teeth: inArchOrder(row.teeth),
  pontics: inArchOrder(row.pontics),
  implant: row.implant_brand ? { brand: row.implant_brand, platform: row.implant_platform ?? '' } : null,
})
