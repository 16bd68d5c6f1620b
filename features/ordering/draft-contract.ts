import * as v from 'valibot'
import { PrintType } from '#features/cases/contract.ts'
import { Sector } from '#features/prescription/contract.ts'
import { data, endpoint, Id, Instant } from '#kit/contract.ts'
import { Tooth } from './change-input.ts'
import { mostProducts, TemplateName } from './input.ts'

/** Longer than an order allows: texts are shortened in the form, not refused while saving. */
const DraftText = v.optional(v.pipe(v.string(), v.maxLength(10_000)))

export const DraftProduct = v.strictObject({
  reference: v.pipe(v.string(), v.maxLength(60)),
  quantity: v.optional(v.pipe(v.number(), v.integer())),
  teeth: v.optional(v.pipe(v.array(Tooth), v.maxLength(52))),
  pontics: v.optional(v.pipe(v.array(Tooth), v.maxLength(16))),
  sector: v.optional(Sector),
  shade: DraftText,
  complementaryShade: DraftText,
  implant: v.optional(v.strictObject({ brand: DraftText, platform: DraftText })),
  note: DraftText,
})

/** What a template keeps: everything but the patient and the dates. */
export const TemplateContent = v.strictObject({
  /** An id as in a new order, or `other` with a name. */
  prescriberId: DraftText,
  prescriberName: DraftText,
  printType: v.optional(PrintType),
  comment: DraftText,
  products: v.optional(v.pipe(v.array(DraftProduct), v.maxLength(mostProducts, 'too_many'))),
})
export type TemplateContent = v.InferOutput<typeof TemplateContent>

/** A prescription in progress: every field may be missing or half typed, since a draft is saved while somebody types. */
export const DraftContent = v.strictObject({
  ...TemplateContent.entries,
  patientCode: DraftText,
  patient: DraftText,
  scan: v.optional(v.strictObject({ platform: DraftText, caseNumber: DraftText, url: DraftText })),
  wishedDate: DraftText,
  practiceReference: DraftText,
  /** As typed: day and time on the laboratory's wall clock. */
  appointmentDay: DraftText,
  appointmentTime: DraftText,
})
export type DraftContent = v.InferOutput<typeof DraftContent>

const Draft = v.object({
  id: Id,
  /** Increases with each save. */
  version: v.pipe(v.number(), v.integer()),
  content: DraftContent,
  updatedAt: Instant,
})
export type Draft = v.InferOutput<typeof Draft>

/** A draft in one line; empty when a newer release wrote it and this process cannot read it. */
const DraftLine = v.object({
  id: Id,
  updatedAt: Instant,
  patientCode: v.nullable(v.string()),
  patient: v.nullable(v.string()),
  /** The work, in the reader's language: "Bridge 13–23 · A3,5"; or the number of files, where there is no work yet. */
  summary: v.string(),
})
export type DraftLine = v.InferOutput<typeof DraftLine>

const Template = v.object({ id: Id, name: v.string(), content: TemplateContent, createdAt: Instant })
export type Template = v.InferOutput<typeof Template>

/** Calls for drafts and for templates. */
export const draftCalls = {
  listDrafts: endpoint({
    method: 'GET',
    path: '/api/order-drafts',
    needs: 'order',
    summary: 'The prescriptions this user has begun and not sent, the latest first',
    reply: data(v.array(DraftLine)),
  }),
  findDraft: endpoint({
    method: 'GET',
    path: '/api/order-drafts/:id',
    needs: 'order',
    summary: 'One prescription as far as it has come',
    reply: data(Draft),
    /** A newer release wrote it, and this process cannot read it. */
    refusals: { draft_too_new: 409 },
  }),
  saveDraft: endpoint({
    method: 'PUT',
    path: '/api/order-drafts/:id',
    uncounted: true,
    needs: 'order',
    summary: 'Keeps a prescription as far as it has come; whoever begins it gives it its id',
    body: v.strictObject({
      content: DraftContent,
      /** The version this one replaces; 0 creates a draft. */
      follows: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2_147_483_646, 'out_of_range')),
    }),
    reply: data(v.object({ id: Id, version: v.pipe(v.number(), v.integer()), updatedAt: Instant })),
    /** Another tab or device has saved since; the user has reached the maximum number of drafts. */
    refusals: { draft_changed: 409, too_many_drafts: 409 },
  }),
  discardDraft: endpoint({
    method: 'DELETE',
    path: '/api/order-drafts/:id',
    needs: 'order',
    summary: 'Throws a draft and its files away',
    status: 204,
  }),
  listTemplates: endpoint({
    method: 'GET',
    path: '/api/order-templates',
    needs: 'order',
    summary: 'Prescriptions that the practice keeps to start from',
    reply: data(v.array(Template)),
  }),
  saveTemplate: endpoint({
    method: 'POST',
    path: '/api/order-templates',
    needs: 'order',
    summary: 'Keeps a prescription to start from, without its patient',
    status: 201,
    creates: true,
    body: v.strictObject({ ...TemplateName.entries, content: TemplateContent }),
    reply: data(Template),
    refusals: { template_name_taken: 409, too_many_templates: 409 },
  }),
  renameTemplate: endpoint({
    method: 'PATCH',
    path: '/api/order-templates/:id',
    needs: 'order',
    summary: 'Gives a template another name',
    body: TemplateName,
    reply: data(Template),
    refusals: { template_name_taken: 409 },
  }),
  deleteTemplate: endpoint({
    method: 'DELETE',
    path: '/api/order-templates/:id',
    needs: 'order',
    summary: 'Forgets a template',
    status: 204,
  }),
}
