import type { SignedIn } from '#tenancy/server/actor.ts'
import type { Attachment } from '../contract.ts'
import type { FileRow } from './sql.ts'

/** One's own, while nobody works with it; the laboratory whatever it shows, a picture of somebody else's mouth above all. */
export const canRemove = (user: SignedIn, row: FileRow) =>
  user.kind === 'staff'
    ? row.isOfLaboratory && !row.isOfHandOver
    : row.creatorId === user.userId && (row.order_id === null || row.order_status === 'registered')

export const attachmentOf = (user: SignedIn, row: FileRow): Attachment => ({ ...row, canRemove: canRemove(user, row) })
