import * as v from 'valibot'
import { data, endpoint, Id, Instant } from '#kit/contract.ts'

/** What may be attached; decided by the first bytes and the extension together (security.md S47). */
export const AttachmentType = v.picklist(['jpg', 'png', 'webp', 'pdf', 'stl', 'ply', 'obj', '3mf'])
export type AttachmentType = v.InferOutput<typeof AttachmentType>

/** What a scan shows. */
export const ScanRole = v.picklist([
  'upper',
  'lower',
  'bite',
  'preparation',
  'antagonist',
  'abutment',
  'gingiva',
  'marker',
])
export type ScanRole = v.InferOutput<typeof ScanRole>

/** A laboratory may lower both, never raise them. */
export const maximumBytes = 5 * 1024 * 1024
export const maximumFiles = 20

export const Attachment = v.object({
  id: Id,
  name: v.string(),
  /** Bytes as stored. */
  size: v.pipe(v.number(), v.integer()),
  type: AttachmentType,
  /** Of a scan, as its name or a hand has said; null where neither has. */
  role: v.nullable(ScanRole),
  /** A scan that the browser compressed before sending; downloads as the STL it was. */
  isCompressed: v.boolean(),
  createdAt: Instant,
  /** Name of the colleague, or of the laboratory. */
  createdBy: v.string(),
  /** Whether the reader may take it away again: of a practice one's own, while the case is registered, and of a draft; the laboratory its own. */
  canRemove: v.boolean(),
  /** Of the reported problem that it shows. */
  problemId: v.nullable(Id),
  /** Added by the laboratory, which has as many places on a case as its practice. */
  isOfLaboratory: v.boolean(),
  /** Photographed by a driver: it takes no place. */
  isOfHandOver: v.boolean(),
})
export type Attachment = v.InferOutput<typeof Attachment>

const Attachments = v.object({
  data: v.array(Attachment),
  limits: v.object({ bytes: v.pipe(v.number(), v.integer()), files: v.pipe(v.number(), v.integer()) }),
})

const refusals = {
  file_too_large: 413,
  file_type_refused: 415,
  /** The bytes are not what the name says. */
  file_is_not_what_it_says: 415,
  /** More than 50 megapixels as JPEG, 25 as PNG, 12 as WebP. */
  image_too_large: 422,
  too_many_files: 409,
  /** The practice's space is full, or that of the laboratory's files with this practice. */
  quota_exceeded: 409,
  /** The disk or the store behind it is full or away. */
  storage_unavailable: 507,
} as const

/** The row is there and the bytes are not, as after a restore of one without the other. */
const downloadRefusals = { file_lost: 410 } as const

/**
 * multipart/form-data with one part `file`, before it optionally `problemId` and `compression` ("draco"). A scan that is there
 * already is not there twice: the answer is the first.
 */
const upload = { status: 201, creates: true, upload: 'file', reply: data(Attachment), refusals } as const

export const attachmentCalls = {
  listOfOrder: endpoint({
    method: 'GET',
    path: '/api/orders/:id/attachments',
    needs: 'cases',
    summary: 'Files of a case',
    views: 'files_viewed',
    reply: Attachments,
  }),
  addToOrder: endpoint({
    ...upload,
    method: 'POST',
    path: '/api/orders/:id/attachments',
    needs: 'cases',
    summary: 'Attaches a file to a case',
  }),
  listOfDraft: endpoint({
    method: 'GET',
    path: '/api/attachments',
    needs: 'cases',
    summary: 'Files of a draft; none where it has not been kept yet',
    query: v.strictObject({ draft: Id }),
    reply: Attachments,
  }),
  addToDraft: endpoint({
    ...upload,
    method: 'POST',
    path: '/api/order-drafts/:id/attachments',
    needs: 'cases',
    summary: 'Attaches a file to a draft; it goes with the case when that is sent',
  }),
  download: endpoint({
    method: 'GET',
    path: '/api/attachments/:id',
    needs: 'cases',
    summary: 'The file; a compressed scan as the STL it was, unless `as=stored`',
    query: v.strictObject({ as: v.optional(v.picklist(['stored'])) }),
    views: 'attachment_downloaded',
    reply: 'binary',
    refusals: downloadRefusals,
  }),
  setRole: endpoint({
    method: 'PATCH',
    path: '/api/attachments/:id',
    needs: 'cases',
    summary: 'Says what a scan shows, or calls a file otherwise',
    body: v.strictObject({
      role: v.optional(v.nullable(ScanRole)),
      /** With the extension that it has; of one's own, while it can be taken away. */
      name: v.optional(v.pipe(v.string(), v.minLength(1, 'required'), v.maxLength(200, 'too_long'))),
    }),
    reply: data(Attachment),
    refusals: { not_a_scan: 422, file_type_refused: 415, attachment_is_kept: 409 },
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/attachments/:id',
    needs: 'cases',
    summary: 'Takes a file away again',
    status: 204,
    refusals: { attachment_is_kept: 409 },
  }),
}

/** The laboratory's side: what practices have sent, and what it shows them. */
export const staffAttachmentCalls = {
  listOfOrder: endpoint({
    method: 'GET',
    path: '/api/staff/orders/:id/attachments',
    needs: 'production',
    summary: 'Files of a case',
    views: 'files_viewed',
    reply: Attachments,
  }),
  addToOrder: endpoint({
    ...upload,
    method: 'POST',
    path: '/api/staff/orders/:id/attachments',
    needs: 'production',
    summary: 'Attaches a file to a case, which its practice sees; to none that was cancelled',
    refusals: { ...refusals, order_over: 409 },
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/staff/attachments/:id',
    needs: 'production',
    summary: 'Takes away again what the laboratory has attached',
    status: 204,
    refusals: { attachment_is_kept: 409 },
  }),
  download: endpoint({
    method: 'GET',
    path: '/api/staff/attachments/:id',
    needs: 'production',
    summary: 'A file of a case; a compressed scan as the STL it was, unless `as=stored`',
    query: v.strictObject({ as: v.optional(v.picklist(['stored'])) }),
    views: 'attachment_downloaded',
    reply: 'binary',
    refusals: downloadRefusals,
  }),
}
