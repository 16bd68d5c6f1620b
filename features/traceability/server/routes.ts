import { statusFor } from '#features/cases/rules.ts'
import { problem } from '#kit/problem.ts'
import { attachment } from '#kit/server/attachment.ts'
import { type Api, on } from '#kit/server/serve.ts'
import { may } from '#tenancy/rights.ts'
import { shareOf } from '#tenancy/server/actor.ts'
import { asPracticeUser } from '#tenancy/server/guards.ts'
import { traceabilityCalls } from '../contract.ts'
import { traceabilitySheetName } from '../rules.ts'
import { drawInTurn } from './drawing.ts'
import { factsOf, sheetOf } from './facts.ts'

export function traceabilityRoutes(api: Api) {
  on(api, traceabilityCalls.sheet, asPracticeUser, async ({ actor: user, params, outgoing }) => {
    const { order, statement, ...facts } = await factsOf(user, params)
    if (!order) throw problem('not_found')
    const status = statusFor(order.status, { maySeeInvoices: may(user, 'invoices') })
    const sheet = sheetOf(user, { order: { ...order, status }, statement, ...facts })
    outgoing.set('content-disposition', attachment(traceabilitySheetName(order.code, user.language)))
    return { type: 'application/pdf', bytes: () => drawInTurn(shareOf(user), { sheet }) }
  })
}
