import { fullName } from '#features/account/rules.ts'
import { recordDeed } from '#features/audit/server/sql.ts'
import { lockOrder } from '#features/cases/server/changes-sql.ts'
import { dayInZone, formatTime } from '#kit/day.ts'
import { problem } from '#kit/problem.ts'
import { attachment } from '#kit/server/attachment.ts'
import { type Api, on } from '#kit/server/serve.ts'
import { type SignedIn, shareOf } from '#tenancy/server/actor.ts'
import { asPracticeUser, asStaff } from '#tenancy/server/guards.ts'
import { staffTraceabilityCalls, traceabilityCalls } from '../contract.ts'
import { traceabilitySheetName } from '../rules.ts'
import { drawInTurn } from './drawing.ts'
import {
  findOrderParties,
  findSigner,
  findStatement,
  insertStatement,
  listMaterials,
  listTracedProducts,
  nextStatementNumber,
  replaceMaterials,
} from './sql.ts'
import { keptUntil, statementContent } from './statement.ts'
import { readStatement } from './stored-statement.ts'

/** The sheet for the practice; materials and signature for the bench. */
export function traceabilityRoutes(api: Api) {
  on(api, traceabilityCalls.sheet, asPracticeUser, async ({ actor: user, params, outgoing }) => {
    const { order, products, materials, statement } = await factsOf(user, params)
    if (!order) throw problem('not_found')
    const { language, timeZone } = user
    const at = new Date()
    // What was signed stays as it was signed, whatever has changed in the case since.
    const content = statement ? readStatement(statement) : statementContent(order, products, materials, timeZone)
    const sheet = {
      content,
      language,
      color: order.primary_color,
      at: statement ? new Date(statement.signed_at) : at,
      status: order.status,
      signature: statement
        ? {
            number: statement.number,
            version: statement.version,
            name: statement.signed_by_name,
            on: dayInZone(statement.signed_at, timeZone),
            keptUntil: statement.kept_until,
          }
        : null,
      seen: { on: dayInZone(at, timeZone), time: formatTime(at, language, timeZone) },
    }
    outgoing.set('content-disposition', attachment(traceabilitySheetName(order.code, language)))
    return { type: 'application/pdf', bytes: () => drawInTurn(shareOf(user), sheet) }
  })

  on(
    api,
    staffTraceabilityCalls.recordMaterials,
    asStaff,
    async ({ actor: staff, params, body, requestId, refuse }) => {
      const order = await lockOrder(staff, params.id)
      if (!order) throw problem('not_found')
      const products = await listTracedProducts(staff, params)
      const known = new Set(products.map(product => product.case_sequence))
      const unknown = body.products.findIndex(({ caseSequence }) => !known.has(caseSequence))
      if (unknown >= 0) {
        refuse('product_unknown', { errors: [{ path: `products.${unknown}.caseSequence`, code: 'product_unknown' }] })
      }
      for (const { caseSequence, materials } of body.products) {
        await replaceMaterials(staff, { orderId: order.id, practiceId: order.practice_id }, caseSequence, materials)
      }
      await recordDeed(staff, 'materials_recorded', requestId, order.id)
      return undefined
    },
  )

  on(api, staffTraceabilityCalls.signStatement, asStaff, async ({ actor: staff, params, body, requestId, refuse }) => {
    // Locked: of two who sign at once, the second makes the next version.
    const locked = await lockOrder(staff, params.id)
    const { order, products, materials, statement: before } = await factsOf(staff, params)
    if (!locked || !order) throw problem('not_found')
    if (!['in_production', 'shipped', 'delivered', 'invoiced'].includes(order.status) || products.length === 0) {
      return refuse('statement_too_early')
    }
    if (!order.brand_address || !order.brand_city) return refuse('manufacturer_incomplete')
    const content = {
      ...statementContent(order, products, materials, staff.timeZone),
      unmetRequirements: body.unmetRequirements ?? null,
      substances: body.substances ?? null,
    }
    if (content.products.some(product => product.materials.length === 0)) return refuse('materials_missing')

    const today = dayInZone(new Date(), staff.timeZone)
    const number = before?.number ?? (await nextStatementNumber(staff, Number(today.slice(0, 4))))
    const version = (before?.version ?? 0) + 1
    const { signedAt } = await insertStatement(
      staff,
      { orderId: locked.id, practiceId: order.practice_id },
      {
        number,
        version,
        content,
        signedByName: fullName(await findSigner(staff)),
        keptUntil: keptUntil(today, products),
      },
    )
    await recordDeed(staff, 'statement_signed', requestId, locked.id)
    return { data: { number, version, signedAt } }
  })
}

/** All that a sheet is made of; without the order the rest is nothing either. */
async function factsOf(reader: SignedIn, asked: { id: string }) {
  const [[order], products, materials, [statement]] = await Promise.all([
    findOrderParties(reader, asked),
    listTracedProducts(reader, asked),
    listMaterials(reader, asked),
    findStatement(reader, asked),
  ])
  return { order, products, materials, statement }
}
