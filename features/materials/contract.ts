import * as v from 'valibot'
import { CaseStatus } from '#features/cases/contract.ts'
import { Day, data, endpoint, Id, Instant } from '#kit/contract.ts'
import { Words } from '#kit/input.ts'
import { Expiry, LotDecision, materialKinds, NewLot, NewMaterial, NewSubcontractor, Recall } from './input.ts'
import { lotFaults } from './rules.ts'

const text = v.nullable(v.string())
const count = v.pipe(v.number(), v.integer())

const materialFields = {
  id: Id,
  name: v.string(),
  maker: v.string(),
  kind: v.picklist(materialKinds),
  standard: text,
  labelCode: text,
  certificate: text,
  certificateEndsOn: v.nullable(Day),
  isImplantable: v.boolean(),
  isRetired: v.boolean(),
}

const Fault = v.nullable(v.picklist(lotFaults))

const lotFields = {
  id: Id,
  number: v.string(),
  arrivedOn: Day,
  expiresOn: v.nullable(Day),
  checked: v.nullable(v.object({ by: v.string(), at: Instant })),
  blocked: v.nullable(v.object({ because: v.string(), by: v.string(), at: Instant })),
  state: v.picklist(['usable', 'used_up', 'blocked']),
  /** Why it may not be used today; null where it may. */
  fault: Fault,
}

const MaterialRow = v.object({
  ...materialFields,
  /** Number of lots usable today, and the first day on which one of them expires. */
  usableLots: count,
  nextExpiry: v.nullable(Day),
  /** Number of lots without an incoming inspection. */
  uncheckedLots: count,
})
export type MaterialRow = v.InferOutput<typeof MaterialRow>

const Lot = v.object({ ...lotFields, casesCount: count })
export type Lot = v.InferOutput<typeof Lot>

const Material = v.object({ ...materialFields, lots: v.array(Lot) })
export type Material = v.InferOutput<typeof Material>

export const LotChoice = v.object({
  id: Id,
  number: v.string(),
  expiresOn: v.nullable(Day),
  name: v.string(),
  maker: v.string(),
  fault: Fault,
})
export type LotChoice = v.InferOutput<typeof LotChoice>

const Subcontractor = v.object({
  id: Id,
  name: v.string(),
  address: v.string(),
  postalCode: v.string(),
  city: v.string(),
  work: v.string(),
  isRetired: v.boolean(),
})
export type Subcontractor = v.InferOutput<typeof Subcontractor>

const Created = data(v.object({ id: Id }))
/** It exists already: a material by name and maker or by the code on its label, a lot by its number. */
const materialRefusals = { material_known: 409, label_code_known: 409 }

export const staffMaterialCalls = {
  list: endpoint({
    method: 'GET',
    path: '/api/staff/materials',
    needs: 'sheets',
    summary: 'The register of materials by name, with what may be used of each',
    query: v.strictObject({ search: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100))) }),
    reply: data(v.array(MaterialRow)),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/staff/materials',
    needs: 'sheets',
    summary: 'Enters a material',
    status: 201,
    creates: true,
    body: NewMaterial,
    reply: Created,
    refusals: materialRefusals,
  }),
  find: endpoint({
    method: 'GET',
    path: '/api/staff/materials/:id',
    needs: 'sheets',
    summary: 'One material with its lots, the last to arrive first',
    reply: data(Material),
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/staff/materials/:id',
    needs: 'sheets',
    summary: 'Changes what the register says of a material; what was used stays as it was on that day',
    status: 204,
    body: NewMaterial,
    refusals: materialRefusals,
  }),
  addLot: endpoint({
    method: 'POST',
    path: '/api/staff/materials/:id/lots',
    needs: 'sheets',
    summary: 'Enters a lot that has arrived',
    status: 201,
    creates: true,
    body: NewLot,
    reply: Created,
    refusals: { lot_known: 409, label_of_other: 409 },
  }),
  findLots: endpoint({
    method: 'GET',
    path: '/api/staff/lots',
    needs: 'sheets',
    summary: 'Lots by their number, or those that may be used of materials by name, whichever is meant',
    query: v.strictObject({
      words: Words(120),
      /** From a scanned label: restricts the result to this material. */
      labelCode: v.optional(v.pipe(v.string(), v.regex(/^\d{14}$/))),
    }),
    reply: data(v.array(LotChoice)),
  }),
  checkLot: endpoint({
    method: 'POST',
    path: '/api/staff/lots/:id/check',
    needs: 'sheets',
    summary: 'Says that one has looked at label, package and papers of a lot; once',
    status: 204,
    refusals: { lot_checked: 409 },
  }),
  setExpiry: endpoint({
    method: 'POST',
    path: '/api/staff/lots/:id/expiry',
    needs: 'sheets',
    summary: 'Corrects the last day on which a lot may be used',
    status: 204,
    body: Expiry,
  }),
  decideLot: endpoint({
    method: 'POST',
    path: '/api/staff/lots/:id/state',
    needs: 'sheets',
    summary: 'Blocks a lot with a reason, says that it is used up, or lets it be used again',
    status: 204,
    body: LotDecision,
    /** A colleague has just set the same state. */
    refusals: { lot_state_same: 409 },
  }),
}

const RecalledCase = v.object({
  id: Id,
  code: v.string(),
  patientCode: v.string(),
  status: CaseStatus,
  /** The promised day. */
  deliveryOn: v.nullable(Day),
  /** The day it was received. */
  arrivedOn: v.nullable(Day),
  practice: v.object({ id: Id, name: v.string() }),
  told: v.nullable(v.object({ by: v.string(), at: Instant })),
})
export type RecalledCase = v.InferOutput<typeof RecalledCase>

const RecalledLot = v.object({
  ...lotFields,
  material: v.object({ id: Id, name: v.string(), maker: v.string() }),
  /** Ordered by practice; at most five hundred. */
  cases: v.array(RecalledCase),
  counts: v.object({ cases: count, practices: count, told: count }),
})
export type RecalledLot = v.InferOutput<typeof RecalledLot>

export const recallCalls = {
  find: endpoint({
    method: 'GET',
    path: '/api/staff/lots/:id',
    needs: 'sheets',
    summary: 'A lot, the cases in which it is, and which practices have been told',
    reply: data(RecalledLot),
  }),
  recall: endpoint({
    method: 'POST',
    path: '/api/staff/lots/:id/recall',
    needs: 'sheets',
    summary: 'Blocks a lot and writes to the practices on each case that has it; a case is told once',
    status: 201,
    creates: true,
    body: Recall,
    reply: data(v.object({ told: count })),
  }),
}

export const staffSubcontractorCalls = {
  list: endpoint({
    method: 'GET',
    path: '/api/staff/subcontractors',
    needs: 'sheets',
    summary: 'Who works for the laboratory elsewhere, by name',
    reply: data(v.array(Subcontractor)),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/staff/subcontractors',
    needs: 'sheets',
    summary: 'Enters a subcontractor',
    status: 201,
    creates: true,
    body: NewSubcontractor,
    reply: Created,
    refusals: { subcontractor_known: 409 },
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/staff/subcontractors/:id',
    needs: 'sheets',
    summary: 'Changes what the register says of a subcontractor',
    status: 204,
    body: NewSubcontractor,
    refusals: { subcontractor_known: 409 },
  }),
}
