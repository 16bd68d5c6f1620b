import type { AuditKind } from '#db/schema.ts'
import { fullName } from '#features/account/rules.ts'
import { recordEvent } from '#features/audit/server/sql.ts'
import { findOwnName } from '#features/people/server/own-sql.ts'
import { problem } from '#kit/problem.ts'
import { violates } from '#kit/server/database-problem.ts'
import { type Api, on } from '#kit/server/serve.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import { asStaff } from '#tenancy/server/guards.ts'
import { staffMaterialCalls, staffSubcontractorCalls } from '../contract.ts'
import {
  findLot,
  findMaterial,
  insertLot,
  insertMaterial,
  listLotChoices,
  listLots,
  listMaterials,
  setChecked,
  setExpiry,
  setLotState,
  setMaterial,
} from './sql.ts'
import { insertSubcontractor, listSubcontractors, setSubcontractor } from './subcontractors-sql.ts'

const recordOf = (staff: Staff, kind: AuditKind, requestId: string, subjectId: string) =>
  recordEvent(staff, { kind, requestId, userId: staff.userId, sessionId: staff.sessionId, subjectId })

const signerOf = async (staff: Staff) => ({ name: fullName(await findOwnName(staff)) })

/** The register of materials, their lots, and subcontractors. */
export function staffMaterialRoutes(api: Api) {
  on(api, staffMaterialCalls.list, asStaff, async ({ actor: staff, query }) => ({
    data: await listMaterials(staff, query.search),
  }))

  on(api, staffMaterialCalls.create, asStaff, async ({ actor: staff, body, requestId, refuse }) => {
    const made = await insertMaterial(staff, body).catch(error => throwKnown(error, refuse))
    await recordOf(staff, 'register_changed', requestId, made.id)
    return { data: made }
  })

  on(api, staffMaterialCalls.find, asStaff, async ({ actor: staff, params }) => {
    const [material, lots] = await Promise.all([findMaterial(staff, params.id), listLots(staff, params.id)])
    if (!material) throw problem('not_found')
    return { data: { ...material, lots } }
  })

  on(api, staffMaterialCalls.change, asStaff, async ({ actor: staff, params, body, requestId, refuse }) => {
    const isThere = await setMaterial(staff, params.id, body).catch(error => throwKnown(error, refuse))
    if (!isThere) throw problem('not_found')
    await recordOf(staff, 'register_changed', requestId, params.id)
    return undefined
  })

  on(api, staffMaterialCalls.addLot, asStaff, async ({ actor: staff, params, body, requestId, refuse }) => {
    const material = await findMaterial(staff, params.id)
    if (!material) throw problem('not_found')
    // The bench finds lots by their label: under another article this one would be on no sheet, or on a wrong one.
    if (body.labelCode && material.labelCode && body.labelCode !== material.labelCode) return refuse('label_of_other')
    const made = await insertLot(staff, params.id, body, await signerOf(staff)).catch(error => {
      if (violates(error, 'material_lots__number')) return refuse('lot_known')
      throw error
    })
    await recordOf(staff, 'register_changed', requestId, made.id)
    if (body.isChecked) await recordOf(staff, 'lot_checked', requestId, made.id)
    return { data: made }
  })

  on(api, staffMaterialCalls.findLots, asStaff, async ({ actor: staff, query }) => ({
    data: await listLotChoices(staff, query),
  }))

  on(api, staffMaterialCalls.checkLot, asStaff, async ({ actor: staff, params, requestId, refuse }) => {
    if (!(await setChecked(staff, params.id, await signerOf(staff)))) {
      if (!(await findLot(staff, params.id))) throw problem('not_found')
      return refuse('lot_checked')
    }
    await recordOf(staff, 'lot_checked', requestId, params.id)
    return undefined
  })

  on(api, staffMaterialCalls.setExpiry, asStaff, async ({ actor: staff, params, body, requestId }) => {
    if (!(await setExpiry(staff, params.id, body.expiresOn))) throw problem('not_found')
    await recordOf(staff, 'register_changed', requestId, params.id)
    return undefined
  })

  on(api, staffMaterialCalls.decideLot, asStaff, async ({ actor: staff, params, body, requestId, refuse }) => {
    if (!(await setLotState(staff, params.id, body, await signerOf(staff)))) {
      if (!(await findLot(staff, params.id))) throw problem('not_found')
      return refuse('lot_state_same')
    }
    await recordOf(staff, 'lot_state_changed', requestId, params.id)
    return undefined
  })

  on(api, staffSubcontractorCalls.list, asStaff, async ({ actor: staff }) => ({
    data: await listSubcontractors(staff),
  }))

  on(api, staffSubcontractorCalls.create, asStaff, async ({ actor: staff, body, requestId, refuse }) => {
    const made = await insertSubcontractor(staff, body).catch(error => {
      if (violates(error, 'subcontractors__name')) return refuse('subcontractor_known')
      throw error
    })
    await recordOf(staff, 'register_changed', requestId, made.id)
    return { data: made }
  })

  on(api, staffSubcontractorCalls.change, asStaff, async ({ actor: staff, params, body, requestId, refuse }) => {
    const isThere = await setSubcontractor(staff, params.id, body).catch(error => {
      if (violates(error, 'subcontractors__name')) return refuse('subcontractor_known')
      throw error
    })
    if (!isThere) throw problem('not_found')
    await recordOf(staff, 'register_changed', requestId, params.id)
    return undefined
  })
}

function throwKnown(error: unknown, refuse: (code: 'material_known' | 'label_code_known') => never): never {
  if (violates(error, 'materials__name')) return refuse('material_known')
  if (violates(error, 'materials__label_code')) return refuse('label_code_known')
  throw error
}
