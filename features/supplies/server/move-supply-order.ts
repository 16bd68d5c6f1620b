import { recordDeed } from '#features/audit/server/sql.ts'
import { problem } from '#kit/problem.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import type { SupplyOrderStatus } from '../contract.ts'
import { nextStatusesOf } from '../rules.ts'
import { lockSupplyOrder, setSupplyOrderStatus } from './sql.ts'

type Move = {
  status: SupplyOrderStatus
  requestId: string
  refuse: (code: 'status_not_allowed') => never
}

export async function moveSupplyOrder(staff: Staff, id: string, { status, requestId, refuse }: Move) {
  const order = await lockSupplyOrder(staff, id)
  if (!order) throw problem('not_found')
  if (!nextStatusesOf(order).includes(status)) return refuse('status_not_allowed')
  await setSupplyOrderStatus(staff, order.id, status)
  await recordDeed(staff, 'supply_order_status_changed', requestId)
}
