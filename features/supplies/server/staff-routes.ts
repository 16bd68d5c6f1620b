import { isDeepStrictEqual } from 'node:util'
import { recordDeed } from '#features/audit/server/sql.ts'
import { problem } from '#kit/problem.ts'
import { type Api, on } from '#kit/server/serve.ts'
import { asStaff } from '#tenancy/server/guards.ts'
import { supplyListCalls } from '../staff-contract.ts'
import { insertSupply, listStaffSupplies, lockSupplies, placeSupplies, setSupply } from './staff-sql.ts'

/** The list of supplies that practices can request, maintained by the laboratory. */
export function staffSupplyListRoutes(api: Api) {
  on(api, supplyListCalls.list, asStaff, async ({ actor: staff }) => ({ data: await listStaffSupplies(staff) }))

  on(api, supplyListCalls.add, asStaff, async ({ actor: staff, body, requestId }) => {
    await lockSupplies(staff)
    const name = await insertSupply(staff, body)
    await recordDeed(staff, 'supplies_changed', requestId)
    return { data: { name } }
  })

  on(api, supplyListCalls.change, asStaff, async ({ actor: staff, params, body, requestId }) => {
    await lockSupplies(staff)
    const now = (await listStaffSupplies(staff)).find(({ name }) => name === params.name)
    if (!now) throw problem('not_found')
    const { version, ...said } = body
    // A retry after a lost answer succeeds too.
    if (isDeepStrictEqual({ ...now, ...said }, now)) return undefined
    if (now.version !== version) throw problem('conflict')
    await setSupply(staff, params.name, said)
    await recordDeed(staff, 'supplies_changed', requestId)
    return undefined
  })

  on(api, supplyListCalls.place, asStaff, async ({ actor: staff, body, requestId }) => {
    await lockSupplies(staff)
    const there = await listStaffSupplies(staff)
    // Somebody has added a supply meanwhile, so its position is unknown.
    const isWhole = body.names.length === there.length && there.every(({ name }) => body.names.includes(name))
    if (!isWhole) throw problem('conflict')
    await placeSupplies(staff, body.names)
    await recordDeed(staff, 'supplies_changed', requestId)
    return undefined
  })
}
