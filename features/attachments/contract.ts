import * as v from 'valibot'
import { data, endpoint, Id, Instant } from '#kit/contract.ts'

/** The types that may be attached; both the first bytes and the extension must match (security.md S47). */
export const AttachmentType = v.picklist(['jpg', 'png', 'webp', 'pdf', 'stl', 'ply', 'obj', '3mf'])
export type AttachmentType = v.InferOutput<typeof AttachmentType>

/** The jaw or part that a scan shows. */
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
  /** What a scan shows, from its name or set by hand; null where unknown, and for other files. */
  role: v.nullable(ScanRole),
  /** A scan that the browser compressed before sending; it downloads as the STL it was. */
  isCompressed: v.boolean(),
  createdAt: Instant,
  /** Name of the colleague, or of the laboratory. */
  createdBy: v.string(),
  /**
   * Whether the reader may remove it: members of a practice their own files, in a draft or while the case is registered;
   * the laboratory its own files.
   */
  canRemove: v.boolean(),
  /** The reported problem it belongs to. */
  problemId: v.nullable(Id),
  /** Added by the laboratory, which has the same number of files per case as the practice. */
  isOfLaboratory: v.boolean(),
  /** A driver's photo; it does not count against the number of files. */
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
  /** The bytes do not match the extension. */
  file_is_not_what_it_says: 415,
  /** More than 50 megapixels as JPEG, 25 as PNG, 12.5 as WebP. */
  image_too_large: 422,
  too_many_files: 409,
  /** The quota of the practice's files is used up, or that of the laboratory's files for this practice. */
  quota_exceeded: 409,
  /** The disk or the object store is full or unreachable. */
  storage_unavailable: 507,
} as const

/** The row exists but the bytes do not, as after restoring only one of them. */
const downloadRefusals = { file_lost: 410 } as const

/**
 * multipart/form-data with one part `file`, preceded optionally by `problemId` and `compression` ("draco"). A scan already
 * present is not stored twice: the reply is the existing one.
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
      /** Must keep its extension; only for one's own file, while it can be removed. */
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

/** The laboratory's calls: the files that practices have sent, and its own files for them. */
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
