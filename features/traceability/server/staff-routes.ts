import { fullName } from '#features/account/rules.ts'
import { recordDeed } from '#features/audit/server/sql.ts'
import { lockOrder } from '#features/cases/server/changes-sql.ts'
import { faultIn } from '#features/materials/server/sql.ts'
import { findOwnName } from '#features/people/server/own-sql.ts'
import { inArchOrder } from '#features/prescription/rules.ts'
import { dayInZone } from '#kit/day.ts'
import { pageSize } from '#kit/pages.ts'
import { problem } from '#kit/problem.ts'
import { violates } from '#kit/server/database-problem.ts'
import { refuseRepeated } from '#kit/server/repeated.ts'
import { type Api, on } from '#kit/server/serve.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import { asStaff } from '#tenancy/server/guards.ts'
import { staffTraceabilityCalls } from '../contract.ts'
import { gapsOf } from '../rules.ts'
import {
  findChangedAt,
  insertRelease,
  listBlocked,
  listLastUsed,
  listReleases,
  listToSign,
  listUsedLots,
  replaceMaterials,
  replaceSites,
} from './bench-sql.ts'
import { factsOf } from './facts.ts'
import { insertStatement, listTracedProducts, nextStatementNumber } from './sql.ts'
import { isChangedSince, keptUntil, statementContent } from './statement-content.ts'
import { readStatement } from './stored-statement.ts'

export function staffTraceabilityRoutes(api: Api) {
  on(api, staffTraceabilityCalls.queue, asStaff, async ({ actor: staff, query }) => {
    const { rows, total } = await listToSign(staff, query.page)
    return { data: rows, page: { number: query.page, size: pageSize, total } }
  })

  on(api, staffTraceabilityCalls.bench, asStaff, async ({ actor: staff, params }) => {
    const { order, statement, next, blocked, releases, gaps, ...facts } = await benchOf(staff, params)
    const lastUsed = await listLastUsed(staff, params.id)
    const { products, materials, sites } = facts
    return {
      data: {
        id: params.id,
        code: order.code,
        patientCode: order.patient_code,
        practice: order.practice_name,
        deliveryOn: order.delivery_on,
        products: products.map(product => ({
          caseSequence: product.case_sequence,
          label: staff.language === 'fr' ? product.label_fr : product.label_en,
          quantity: product.quantity,
          teeth: inArchOrder(product.teeth),
          shade: product.shade,
          materials: materials
            .filter(({ case_sequence }) => case_sequence === product.case_sequence)
            .map(({ lot_id, name, maker, lot, expires_on }) => ({
              lotId: lot_id,
              name,
              maker,
              lot,
              expiresOn: expires_on,
              isBlocked: lot_id !== null && blocked.has(lot_id),
            })),
          lastUsed: lastUsed.filter(({ caseSequence }) => caseSequence === product.case_sequence),
        })),
        subcontractors: sites,
        changedAt: await findChangedAt(staff, params.id),
        checks: releases,
        statement: statement
          ? {
              number: statement.number,
              version: statement.version,
              signedAt: statement.signed_at,
              signedBy: statement.signed_by_name,
            }
          : null,
        isChanged:
          statement !== undefined &&
          // `is_signed` also covers words that the sheet omits, such as a comment, which is part of the prescription. It
          // does not apply to invoiced or cancelled cases.
          ((!order.is_signed && !['invoiced', 'cancelled'].includes(order.status)) ||
            isChangedSince(readStatement(statement), statementContent({ order, ...facts }, staff.timeZone))),
        gaps,
      },
    }
  })

  on(
    api,
    staffTraceabilityCalls.recordMaterials,
    asStaff,
    async ({ actor: staff, params, body, requestId, refuse }) => {
      refuseRepeated(body.products, 'products', 'caseSequence')
      const order = await lockOrder(staff, params.id)
      if (!order) throw problem('not_found')
      const products = await listTracedProducts(staff, params)
      const known = new Set(products.map(product => product.case_sequence))
      const unknown = body.products.findIndex(({ caseSequence }) => !known.has(caseSequence))
      if (unknown >= 0) {
        refuse('product_unknown', { errors: [{ path: `products.${unknown}.caseSequence`, code: 'product_unknown' }] })
      }
      for (const [index, { caseSequence, lotIds, seenLotIds }] of body.products.entries()) {
        if (seenLotIds && !(await stillThose(staff, order.id, caseSequence, seenLotIds))) {
          return refuse('materials_changed')
        }
        await replaceMaterials(staff, { orderId: order.id, practiceId: order.practice_id }, caseSequence, lotIds).catch(
          error => {
            const fault = faultIn(error)
            if (fault) return refuse(fault)
            throw error
          },
        )
        const used = new Set((await listUsedLots(staff, order.id, caseSequence)).map(({ lot_id }) => lot_id))
        const missing = lotIds.findIndex(id => !used.has(id))
        if (missing >= 0) {
          refuse('lot_unknown', { errors: [{ path: `products.${index}.lotIds.${missing}`, code: 'lot_unknown' }] })
        }
      }
      await recordDeed(staff, 'materials_recorded', requestId, order.id)
      return undefined
    },
  )

  on(
    api,
    staffTraceabilityCalls.setSubcontractors,
    asStaff,
    async ({ actor: staff, params, body, requestId, refuse }) => {
      const order = await lockOrder(staff, params.id)
      if (!order) throw problem('not_found')
      const of = { orderId: order.id, practiceId: order.practice_id }
      if (!(await replaceSites(staff, of, body.subcontractorIds))) return refuse('subcontractor_unknown')
      await recordDeed(staff, 'materials_recorded', requestId, order.id)
      return undefined
    },
  )

  on(api, staffTraceabilityCalls.checkRelease, asStaff, async ({ actor: staff, params, body, requestId, refuse }) => {
    const locked = await lockOrder(staff, params.id)
    if (!locked) throw problem('not_found')
    const { next, gaps } = await benchOf(staff, params)
    if (gaps.some(({ code }) => code === 'statement_too_early')) return refuse('statement_too_early')
    const { seenChangedAt } = body
    if (seenChangedAt !== undefined && timeOf(seenChangedAt) !== timeOf(await findChangedAt(staff, locked.id)))
      return refuse('changed_meanwhile')
    const check = {
      version: next,
      points: body.points,
      note: body.note ?? null,
      name: fullName(await findOwnName(staff)),
    }
    const { at } = await insertRelease(staff, { orderId: locked.id, practiceId: locked.practice_id }, check)
    await recordDeed(staff, 'release_checked', requestId, locked.id)
    return { data: { ...check, by: check.name, at, isOvertaken: false } }
  })

  on(api, staffTraceabilityCalls.signStatement, asStaff, async ({ actor: staff, params, body, requestId, refuse }) => {
    // Locks the case: of two concurrent signatures, the second creates the next version.
    const locked = await lockOrder(staff, params.id)
    if (!locked) throw problem('not_found')
    const { order, statement: before, next: version, releases, gaps, ...facts } = await benchOf(staff, params)
    if (gaps[0]) return refuse(gaps[0].code)
    const release = releases.find(check => check.version === version)
    const content = {
      ...statementContent({ order, ...facts, release }, staff.timeZone),
      unmetRequirements: body.unmetRequirements ?? null,
      substances: body.substances ?? null,
    }
    const today = dayInZone(new Date(), staff.timeZone)
    const number = before?.number ?? (await nextStatementNumber(staff, Number(today.slice(0, 4))))
    const { signedAt } = await insertStatement(
      staff,
      { orderId: locked.id, practiceId: order.practice_id },
      {
        number,
        version,
        content,
        signedByName: fullName(await findOwnName(staff)),
        keptUntil: keptUntil(today, facts.products, facts.materials),
      },
    ).catch(error => {
      // A colleague has blocked the lot since it was read.
      if (violates(error, 'traceability_statements__lots_not_blocked')) return refuse('lot_blocked')
      throw error
    })
    await recordDeed(staff, 'statement_signed', requestId, locked.id)
    return { data: { number, version, signedAt } }
  })
}

/** The case as the bench sees it, and what is missing for its next version. */
async function benchOf(staff: Staff, asked: { id: string }) {
  const [{ order, ...facts }, blocked, releases] = await Promise.all([
    factsOf(staff, asked),
    listBlocked(staff, asked.id),
    listReleases(staff, asked.id),
  ])
  if (!order) throw problem('not_found')
  const next = (facts.statement?.version ?? 0) + 1
  const gaps = gapsOf({
    status: order.status,
    hasMakersAddress: !!order.brand_address && !!order.brand_city,
    products: facts.products.map(({ case_sequence: caseSequence }) => ({
      caseSequence,
      materials: facts.materials
        .filter(used => used.case_sequence === caseSequence)
        .map(({ lot_id }) => ({ isBlocked: lot_id !== null && blocked.has(lot_id) })),
    })),
    isReleased: releases.some(({ version, isOvertaken }) => version === next && !isOvertaken),
  })
  return { order, ...facts, blocked, releases, next, gaps }
}

async function stillThose(staff: Staff, orderId: string, caseSequence: number, seen: readonly string[]) {
  const now = (await listUsedLots(staff, orderId, caseSequence)).flatMap(({ lot_id }) => lot_id ?? [])
  return now.length === seen.length && now.every(id => seen.includes(id))
}

const timeOf = (instant: string | null | undefined) => instant && new Date(instant).getTime()
