import { recordDeed } from '#features/audit/server/sql.ts'
import { problem } from '#kit/problem.ts'
import { attachment } from '#kit/server/attachment.ts'
import { type Api, on } from '#kit/server/serve.ts'
import { type Staff, shareOf, type Waiting } from '#tenancy/server/actor.ts'
import { asWaitingStaff } from '#tenancy/server/guards.ts'
import { inspectionCalls } from '../contract.ts'
import { plainName } from '../rules.ts'
import { inspectionFile, takeInspectionTurn } from './inspection.ts'
import type { Scope } from './inspection-sql.ts'
import { inspectionText } from './inspection-text.ts'
import { findOrderParties } from './sql.ts'

export function inspectionRoutes(api: Api) {
  on(api, inspectionCalls.ofPeriod, asWaitingStaff, async ({ actor, query, outgoing, requestId }) => {
    const { from, to } = query
    return answer(actor, { from, to }, outgoing, requestId)
  })

  on(api, inspectionCalls.ofCase, asWaitingStaff, async ({ actor, params, outgoing, requestId }) =>
    answer(actor, { orderId: params.id }, outgoing, requestId),
  )
}

async function answer(waiting: Waiting<Staff>, scope: Scope, outgoing: Headers, requestId: string) {
  const asked = await waiting.within('write', async staff => {
    const orderId = 'orderId' in scope ? scope.orderId : undefined
    const [order] = orderId ? await findOrderParties(staff, { id: orderId }) : []
    if (orderId && !order) throw problem('not_found')
    await recordDeed(staff, 'inspection_exported', requestId, orderId)
    const { language, timeZone } = staff
    return { share: shareOf(staff), language, timeZone, ...(order && { code: order.code }) }
  })
  const about = 'orderId' in scope ? plainName(asked.code ?? '') : `${scope.from}-${scope.to}`
  outgoing.set('content-disposition', attachment(`${inspectionText(asked.language).file}-${about}.zip`))
  return {
    type: 'application/zip',
    bytes: async () => inspectionFile({ waiting, scope, ...asked }, await takeInspectionTurn(asked.share)),
  }
}
