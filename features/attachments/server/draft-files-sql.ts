import type { Laboratory, PracticeUser } from '#tenancy/server/actor.ts'
import { hasRole } from '../rules.ts'
import { type OrderedJaws, rolesOfScans } from '../scan-rules.ts'
import { lockFilesOfPractice } from './sending-sql.ts'
import { changeFile, listFiles, renameWithoutPatient } from './sql.ts'

const draftOfFiles = (user: PracticeUser, id: string) =>
  user.tx
    .selectFrom('order_drafts')
    .select('id')
    .where('brand_id', '=', user.brandId)
    .where('user_id', '=', user.userId)
    .where('id', '=', id)

export const findDraftOfFiles = (user: PracticeUser, id: string) => draftOfFiles(user, id).executeTakeFirst()

/**
 * Locks the draft before a file is added and the practice's files are counted: the same order as sending or discarding the
 * draft.
 */
export const lockDraftOfFiles = (user: PracticeUser, id: string) =>
  draftOfFiles(user, id).forKeyShare().executeTakeFirst()

/** Returns whether the file still belonged to a draft. */
export async function renameInDraft({ tx, brandId }: PracticeUser, id: string, name: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('attachments')
    .set({ name })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .where('draft_id', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Moves the draft's files, those being uploaded included, to its case. Call in the transaction that inserts the case,
 * before the draft is deleted.
 */
export async function moveDraftAttachments(
  user: PracticeUser,
  draftId: string,
  orderId: string,
  jaws: OrderedJaws,
): Promise<void> {
  await lockFilesOfPractice(user, user)
  // Removed files only drop their reference to the draft, which could not be deleted otherwise.
  await ofDraft(user, draftId).set({ draft_id: null }).where('state', '=', 'removed').execute()
  await ofDraft(user, draftId).set({ order_id: orderId, draft_id: null }).execute()
  const moved = await listFiles(user, { orderId })
  for (const file of moved) await renameWithoutPatient(user, file)
  const scans = moved.filter(({ type }) => hasRole(type))
  for (const [{ id, role }, known] of rolesOfScans(scans, jaws)) if (!role) await changeFile(user, id, { role: known })
}

/** Removes the files of a draft that is discarded. Call before it is deleted. */
export async function discardDraftAttachments(user: PracticeUser, draftId: string): Promise<void> {
  await lockFilesOfPractice(user, user)
  await ofDraft(user, draftId).set({ state: 'removed', draft_id: null }).execute()
}

/** The same for old drafts, whoever owns them. */
export const discardFilesOfDrafts = ({ tx, brandId }: Laboratory, draftIds: readonly string[]) =>
  tx
    .updateTable('attachments')
    .set({ state: 'removed', draft_id: null })
    .where('brand_id', '=', brandId)
    .where('draft_id', 'in', draftIds)
    .execute()

const ofDraft = (user: PracticeUser, draftId: string) =>
  user.tx
    .updateTable('attachments')
    .where('brand_id', '=', user.brandId)
    .where('created_by', '=', user.userId)
    .where('draft_id', '=', draftId)
