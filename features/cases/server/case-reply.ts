import type { CaseProblem } from '../contract.ts'
import type { Promised } from '../rules.ts'
import type { ProblemRow } from './correspondence-sql.ts'
import type { OrderRow } from './sql.ts'

export const fullName = (user: Record<'title' | 'first_name' | 'last_name', string | null>) =>
  [user.title, user.first_name, user.last_name].filter(Boolean).join(' ')

export const caseLink = (id: string | null, code: string | null) => (id && code ? { id, code } : null)

export const caseProblem = (row: ProblemRow): CaseProblem => ({
  id: row.id,
  kind: row.kind,
  description: row.description,
  reportedAt: row.reported_at,
  reportedBy: fullName(row),
  remake: caseLink(row.remake_id, row.remake_code),
})

type PromiseRow = Pick<
  OrderRow,
  'status' | 'delivery_on' | 'first_delivery_on' | 'is_delivery_confirmed' | 'moved_from_on' | 'excused_on'
>

export const promisedOf = (row: PromiseRow): Promised => ({
  status: row.status,
  deliveryOn: row.delivery_on,
  firstDeliveryOn: row.first_delivery_on,
  isDeliveryConfirmed: row.is_delivery_confirmed,
  movedFromOn: row.moved_from_on,
  excusedOn: row.excused_on,
})
