import type { SignedIn } from '#tenancy/server/actor.ts'
import type { Attachment } from '../contract.ts'
import type { FileRow } from './sql.ts'

/**
 * Practices may remove their own files until work begins; the laboratory all of its own except drivers' photos, because it
 * may have shown another patient's.
 */
export const canRemove = (user: SignedIn, row: FileRow) =>
  user.kind === 'staff'
    ? row.isOfLaboratory && !row.isOfHandOver
    : row.creatorId === user.userId && (row.order_id === null || row.order_status === 'registered')

export const attachmentOf = (user: SignedIn, row: FileRow): Attachment => ({ ...row, canRemove: canRemove(user, row) })
