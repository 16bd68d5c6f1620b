import * as v from 'valibot'
import { data, endpoint, Instant } from '#kit/contract.ts'
import { RealDay, Words } from '#kit/input.ts'

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

/** What the bench used for a product, as the maker's label says it. */
export const Material = v.strictObject({
  name: Words(120),
  maker: Words(120),
  lot: Words(60),
  expiresOn: v.optional(RealDay),
  /** "EN ISO 6872:2024" */
  standard: v.optional(Words(80)),
})
export type Material = v.InferOutput<typeof Material>

/** The bench's side. */
export const staffTraceabilityCalls = {
  recordMaterials: endpoint({
    method: 'PUT',
    path: '/api/staff/orders/:id/materials',
    needs: 'sheets',
    summary: 'Enters what the bench used, replacing what was entered for the products named',
    status: 204,
    body: v.strictObject({
      products: v.pipe(
        v.array(
          v.strictObject({
            caseSequence: v.pipe(
              v.number(),
              v.integer(),
              v.minValue(1, 'out_of_range'),
              v.maxValue(999, 'out_of_range'),
            ),
            materials: v.pipe(v.array(Material), v.maxLength(20, 'too_many')),
          }),
        ),
        v.minLength(1, 'required'),
        v.maxLength(50, 'too_many'),
      ),
    }),
    refusals: { product_unknown: 422 },
  }),
  signStatement: endpoint({
    method: 'POST',
    path: '/api/staff/orders/:id/statement',
    needs: 'sheets',
    summary: 'Signs the statement of a custom-made device; signing again makes a new version',
    status: 201,
    creates: true,
    body: v.strictObject({
      /** Requirements of Annex I that are not fully met, and why. */
      unmetRequirements: v.optional(Words(2000)),
      /** Medicinal substances, human or animal tissues. */
      substances: v.optional(Words(500)),
    }),
    reply: data(v.object({ number: v.string(), version: v.pipe(v.number(), v.integer()), signedAt: Instant })),
    /** Nothing to sign before work has begun, without products, or while lots are missing; the maker needs an address. */
    refusals: { statement_too_early: 409, materials_missing: 409, manufacturer_incomplete: 409 },
  }),
}
