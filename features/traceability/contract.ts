import * as v from 'valibot'
import { LotChoice } from '#features/materials/contract.ts'
import { lotFaults } from '#features/materials/rules.ts'
import { Day, data, endpoint, Id, Instant, Page, PageNumber } from '#kit/contract.ts'
import { Bench, NewReleaseCheck, NewStatement, Period } from './input.ts'
import { releasePoints, sheetGaps } from './rules.ts'

export const traceabilityCalls = {
  sheet: endpoint({
    method: 'GET',
    path: '/api/orders/:id/traceability-sheet',
    needs: 'cases',
    summary: 'The traceability sheet of a case as far as it exists, as a PDF in the language of the reader',
    views: 'document_viewed',
    reply: 'binary',
  }),
}

const text = v.nullable(v.string())
const count = v.pipe(v.number(), v.integer())

const UsedMaterial = v.object({
  /** Null for a material that is not in the register. */
  lotId: v.nullable(Id),
  name: v.string(),
  maker: v.string(),
  lot: v.string(),
  expiresOn: v.nullable(Day),
  /** The lot was blocked after its use. */
  isBlocked: v.boolean(),
})

const Release = v.object({
  version: count,
  points: v.array(v.picklist(releasePoints)),
  note: text,
  by: v.string(),
  at: Instant,
  /** The work has changed since: it needs a new check before signing. */
  isOvertaken: v.boolean(),
})

const SheetRow = v.object({
  id: Id,
  code: v.string(),
  patientCode: v.string(),
  practice: v.string(),
  summary: v.string(),
  status: v.picklist(['in_production', 'shipped', 'delivered']),
  deliveryOn: v.nullable(Day),
  /** Products with materials entered, out of `products`. */
  traced: count,
  products: count,
})
export type SheetRow = v.InferOutput<typeof SheetRow>

/** Everything the bench records for a case, and what is still missing for the signature. */
const BenchSheet = v.object({
  id: Id,
  code: v.string(),
  patientCode: v.string(),
  practice: v.string(),
  deliveryOn: v.nullable(Day),
  products: v.array(
    v.object({
      caseSequence: count,
      label: v.string(),
      quantity: count,
      teeth: v.array(count),
      shade: text,
      materials: v.array(UsedMaterial),
      /** Lots of the last case with this product that may still be used. */
      lastUsed: v.array(LotChoice),
    }),
  ),
  subcontractors: v.array(v.object({ id: Id, name: v.string(), work: v.string() })),
  /** When the work was last changed since it was ordered; null if never. */
  changedAt: v.nullable(Instant),
  /** Newest first. */
  checks: v.array(Release),
  statement: v.nullable(v.object({ number: v.string(), version: count, signedAt: Instant, signedBy: v.string() })),
  /** The case differs from what was signed. */
  isChanged: v.boolean(),
  gaps: v.array(v.object({ code: v.picklist(sheetGaps), caseSequence: v.optional(count) })),
})
export type BenchSheet = v.InferOutput<typeof BenchSheet>
export type BenchProduct = BenchSheet['products'][number]

/** The database's reasons for refusing a lot. */
const lotRefusals = Object.fromEntries(lotFaults.map(fault => [fault, 409])) as Record<(typeof lotFaults)[number], 409>

/** Files for an inspector: PDF and CSV in one archive. */
export const inspectionCalls = {
  ofPeriod: endpoint({
    method: 'GET',
    path: '/api/staff/inspection',
    needs: 'sheets',
    summary:
      'Signed sheets of a period with lots, checks, subcontractors, complaints and remakes, as PDF and CSV in a ZIP',
    query: Period,
    reply: 'binary',
  }),
  ofCase: endpoint({
    method: 'GET',
    path: '/api/staff/orders/:id/inspection',
    needs: 'sheets',
    summary: 'The sheet of a case with its lots, checks, subcontractors and complaints, as PDF and CSV in a ZIP',
    views: 'document_viewed',
    reply: 'binary',
  }),
}

export const staffTraceabilityCalls = {
  queue: endpoint({
    method: 'GET',
    path: '/api/staff/sheets',
    needs: 'sheets',
    summary: 'Cases that are made and whose sheet nobody has signed, by day of delivery, 25 a page',
    query: v.strictObject({
      page: PageNumber,
    }),
    reply: v.object({ data: v.array(SheetRow), page: Page }),
  }),
  bench: endpoint({
    method: 'GET',
    path: '/api/staff/orders/:id/bench-sheet',
    needs: 'sheets',
    summary: 'What the bench has noted of a case, what was checked and signed, and what is missing',
    views: 'document_viewed',
    reply: data(BenchSheet),
  }),
  sheet: endpoint({
    method: 'GET',
    path: '/api/staff/orders/:id/traceability-sheet',
    needs: 'sheets',
    summary: 'The sheet of a case as its practice has it, as PDF: to be looked at, or printed for the box',
    views: 'document_viewed',
    reply: 'binary',
  }),
  recordMaterials: endpoint({
    method: 'PUT',
    path: '/api/staff/orders/:id/materials',
    needs: 'sheets',
    summary: 'Enters the lots that the bench used, in place of those entered for the products named',
    status: 204,
    body: Bench,
    /** `materials_changed`: a colleague has changed the entry meanwhile. */
    refusals: { product_unknown: 422, lot_unknown: 422, materials_changed: 409, ...lotRefusals },
  }),
  setSubcontractors: endpoint({
    method: 'PUT',
    path: '/api/staff/orders/:id/subcontractors',
    needs: 'sheets',
    summary: 'Says who has worked on a case outside of the laboratory',
    status: 204,
    body: v.strictObject({ subcontractorIds: v.pipe(v.array(Id), v.maxLength(10, 'too_many')) }),
    refusals: { subcontractor_unknown: 422 },
  }),
  checkRelease: endpoint({
    method: 'POST',
    path: '/api/staff/orders/:id/release-checks',
    needs: 'sheets',
    summary: 'Says what was looked at before the device leaves, by whoever says it',
    status: 201,
    creates: true,
    body: NewReleaseCheck,
    reply: data(Release),
    /** `changed_meanwhile`: the work has changed since the user looked at it. */
    refusals: { statement_too_early: 409, changed_meanwhile: 409 },
  }),
  signStatement: endpoint({
    method: 'POST',
    path: '/api/staff/orders/:id/statement',
    needs: 'sheets',
    summary: 'Signs the statement of a custom-made device; signing again makes a new version',
    status: 201,
    creates: true,
    body: NewStatement,
    reply: data(v.object({ number: v.string(), version: count, signedAt: Instant })),
    /**
     * Signing requires begun work with products, the maker's address, an unblocked lot for every product, and a new check
     * for each version.
     */
    refusals: {
      statement_too_early: 409,
      manufacturer_incomplete: 409,
      materials_missing: 409,
      lot_blocked: 409,
      release_check_missing: 409,
    },
  }),
}
