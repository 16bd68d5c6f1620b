import type { CaseStatus } from '#features/cases/contract.ts'
import { statusFor } from '#features/cases/rules.ts'
import { problem } from '#kit/problem.ts'
import { attachment } from '#kit/server/attachment.ts'
import { type Api, on } from '#kit/server/serve.ts'
import { may } from '#tenancy/rights.ts'
import { type SignedIn, shareOf } from '#tenancy/server/actor.ts'
import { asPracticeUser, asStaff } from '#tenancy/server/guards.ts'
import { staffTraceabilityCalls, traceabilityCalls } from '../contract.ts'
import { traceabilitySheetName } from '../rules.ts'
import { drawInTurn } from './drawing.ts'
import { factsOf, sheetOf } from './facts.ts'

/** The sheet as the practice has it, and the laboratory prints it. */
export function traceabilityRoutes(api: Api) {
  on(api, traceabilityCalls.sheet, asPracticeUser, async ({ actor: user, params, outgoing }) =>
    drawn(user, await factsOf(user, params), outgoing, status =>
      statusFor(status, { maySeeInvoices: may(user, 'invoices') }),
    ),
  )

  on(api, staffTraceabilityCalls.sheet, asStaff, async ({ actor: staff, params, outgoing }) =>
    drawn(staff, await factsOf(staff, params), outgoing, status => status),
  )
}

type Facts = Awaited<ReturnType<typeof factsOf>>

function drawn(
  reader: SignedIn,
  { order, ...facts }: Facts,
  outgoing: Headers,
  seenAs: (status: CaseStatus) => CaseStatus,
) {
  if (!order) throw problem('not_found')
  const sheet = sheetOf(reader, { order: { ...order, status: seenAs(order.status) }, ...facts })
  outgoing.set('content-disposition', attachment(traceabilitySheetName(order.code, reader.language)))
  return { type: 'application/pdf', bytes: () => drawInTurn(shareOf(reader), { sheet }) }
}
