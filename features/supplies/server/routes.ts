import { recordDeed } from '#features/audit/server/sql.ts'
import { problem } from '#kit/problem.ts'
import { type Api, on } from '#kit/server/serve.ts'
import { asPracticeUser, asStaff } from '#tenancy/server/guards.ts'
import { staffSupplyCalls, supplyCalls } from '../contract.ts'
import { nextStatusesOf, supplyGaps } from '../rules.ts'
import { moveSupplyOrder } from './move-supply-order.ts'
import { insertSupplyOrder, listStaffSupplyOrders, listSupplies, listSupplyOrders, setRequestCancelled } from './sql.ts'

export function supplyRoutes(api: Api) {
  on(api, supplyCalls.available, asPracticeUser, async ({ actor: user }) => ({
    data: await listSupplies(user),
  }))

  on(api, supplyCalls.order, asPracticeUser, async ({ actor: user, body, requestId }) => {
    const gaps = supplyGaps(body.supplies, await listSupplies(user))
    if (gaps.length > 0) throw problem('input_invalid', { errors: gaps })
    const { id } = await insertSupplyOrder(user, body.supplies)
    await recordDeed(user, 'supplies_ordered', requestId)
    const [ordered] = await listSupplyOrders(user, id)
    if (!ordered) throw new Error('Supplies that were just ordered are not there.')
    return { data: ordered }
  })

  on(api, supplyCalls.history, asPracticeUser, async ({ actor: user }) => ({
    data: await listSupplyOrders(user),
  }))

  on(api, supplyCalls.cancel, asPracticeUser, async ({ actor: user, params, requestId, refuse }) => {
    if (await setRequestCancelled(user, params.id)) {
      await recordDeed(user, 'supply_order_status_changed', requestId)
      return undefined
    }
    const [order] = await listSupplyOrders(user, params.id)
    if (!order) throw problem('not_found')
    // A second press finds the request cancelled already.
    return order.status === 'cancelled' ? undefined : refuse('supplies_prepared')
  })

  on(api, staffSupplyCalls.list, asStaff, async ({ actor: staff, query }) => ({
    data: (await listStaffSupplyOrders(staff, query.tab)).map(({ isCancelledByPractice, ...order }) => ({
      ...order,
      next: [...nextStatusesOf({ ...order, isCancelledByPractice })],
    })),
  }))

  on(api, staffSupplyCalls.setStatus, asStaff, async ({ actor: staff, params, body, requestId, refuse }) => {
    await moveSupplyOrder(staff, params.id, { status: body.status, requestId, refuse })
    return undefined
  })
}
