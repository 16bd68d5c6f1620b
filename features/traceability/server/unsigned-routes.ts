import { recordDeed } from '#features/audit/server/sql.ts'
import { setBrand } from '#features/brand/server/settings-sql.ts'
import { type Api, on } from '#kit/server/serve.ts'
import { asStaff } from '#tenancy/server/guards.ts'
import { unsignedCalls } from '../unsigned-contract.ts'
import { findUnsigned, findUnsignedShipping } from './unsigned-sql.ts'

/** Cases about to leave without a signature, and who may let them. */
export function unsignedRoutes(api: Api) {
  on(api, unsignedCalls.check, asStaff, async ({ actor: staff, body }) => ({
    data: await findUnsigned(staff, body.orderIds),
  }))

  on(api, unsignedCalls.show, asStaff, async ({ actor: staff }) => ({
    data: { unsignedShipping: await findUnsignedShipping(staff) },
  }))

  on(api, unsignedCalls.set, asStaff, async ({ actor: staff, body: { unsignedShipping }, requestId }) => {
    if ((await findUnsignedShipping(staff)) === unsignedShipping) return undefined
    await setBrand(staff, { unsigned_shipping: unsignedShipping })
    await recordDeed(staff, 'unsigned_shipping_changed', requestId)
    return undefined
  })
}
