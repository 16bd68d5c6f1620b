import { sql } from 'kysely'
import type { SignedIn } from '#tenancy/server/actor.ts'
import type { AttachmentType } from '../contract.ts'
import { hasRole } from '../rules.ts'
import { roleOfName } from '../scan-rules.ts'
import type { OrderOrDraft, Target } from './sql.ts'

export type Limits = { bytes: number; files: number; quota: number }

export const findLimits = async (user: SignedIn): Promise<Limits> => {
  const brand = await user.tx
    .selectFrom('brands')
    .select(['attachment_maximum_bytes', 'attachment_maximum_count', 'attachment_quota_bytes'])
    .where('id', '=', user.brandId)
    .executeTakeFirstOrThrow()
  return {
    bytes: brand.attachment_maximum_bytes,
    files: brand.attachment_maximum_count,
    quota: Number(brand.attachment_quota_bytes),
  }
}

/** Until the transaction ends, nobody else adds a file for this practice: what is counted now still holds then. */
export async function lockFilesOfPractice(
  { tx, brandId }: SignedIn,
  { practiceId }: Pick<Target, 'practiceId'>,
): Promise<void> {
  const place = `attachments/${brandId}/${practiceId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${place}, 0))`.execute(tx)
}

/**
 * What the target and the practice hold of the files of this side, what is on its way counted as large as it may be. What was removed
 * takes its room until its bytes are gone. Locks the files of the practice.
 */
export async function countFiles(user: SignedIn, target: Target, limits: Limits) {
  await lockFilesOfPractice(user, target)
  const ofPractice = user.tx
    .selectFrom('attachments')
    .select(sql<number>`coalesce(sum(coalesce(size, ${limits.bytes})), 0)::bigint`.as('bytes'))
    .where('brand_id', '=', user.brandId)
    .where('practice_id', '=', target.practiceId)
    .where('of_laboratory', '=', user.kind === 'staff')
    // What a driver has photographed takes nobody's room.
    .where('hand_over_id', 'is', null)
  // Two sums, each from an index of its own.
  const [removed, present] = await Promise.all([
    ofPractice.where('state', '=', 'removed').executeTakeFirstOrThrow(),
    ofPractice
      .where('state', '<>', 'removed')
      .select(eb => eb.fn.countAll<number>().filterWhere(ofTarget(target)).as('files'))
      .executeTakeFirstOrThrow(),
  ])
  return { files: present.files, bytes: present.bytes + removed.bytes }
}

const ofTarget = (target: Target) =>
  'orderId' in target ? sql<boolean>`order_id = ${target.orderId}` : sql<boolean>`draft_id = ${target.draftId}`

/** The row before the bytes. */
export const insertUploading = async (user: SignedIn, target: Target): Promise<string> => {
  const { id } = await user.tx
    .insertInto('attachments')
    .values({
      brand_id: user.brandId,
      practice_id: target.practiceId,
      created_by: user.userId,
      ...('orderId' in target ? { order_id: target.orderId } : { draft_id: target.draftId }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Where a file on its way belongs by now: its draft may have become a case since. It stays there until the transaction ends where the
 * files of the practice are locked. Undefined where the file is gone, with its draft or with the sweep.
 */
export async function findPlace({ tx, brandId, userId }: SignedIn, id: string): Promise<OrderOrDraft | undefined> {
  const row = await tx
    .selectFrom('attachments')
    .select(['order_id', 'draft_id'])
    .where('brand_id', '=', brandId)
    .where('created_by', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (row?.order_id) return { orderId: row.order_id }
  return row?.draft_id ? { draftId: row.draft_id } : undefined
}

export type StoredFile = {
  name: string
  type: AttachmentType
  size: number
  sha256: Buffer
  isCompressed: boolean
  /** The scanner was away: kept, not given out. */
  isHeld: boolean
}

/** The bytes are there. Undefined where the row is gone meanwhile: removed with its draft, or swept. */
export const setReady = (user: SignedIn, id: string, file: StoredFile, problemId: string | undefined) =>
  user.tx
    .updateTable('attachments')
    .set({
      state: file.isHeld ? 'held' : 'ready',
      name: file.name,
      type: file.type,
      size: file.size,
      sha256: file.sha256,
      is_compressed: file.isCompressed,
      role: hasRole(file.type) ? (roleOfName(file.name) ?? null) : null,
      problem_id: problemId ?? null,
    })
    .where('brand_id', '=', user.brandId)
    .where('created_by', '=', user.userId)
    .where('id', '=', id)
    .where('state', '=', 'uploading')
    .returning(['id', 'order_id', 'created_at'])
    .executeTakeFirst()

/** Came to nothing, and has no bytes. */
export const deleteUploading = async ({ tx, brandId, userId }: SignedIn, id: string): Promise<void> => {
  await tx
    .deleteFrom('attachments')
    .where('brand_id', '=', brandId)
    .where('created_by', '=', userId)
    .where('id', '=', id)
    .where('state', '=', 'uploading')
    .execute()
}

/** Its bytes came to nothing, and no more will come: the next sweep may take them, and until then they count as what they are. */
export const setStoredInVain = async ({ tx, brandId, userId }: SignedIn, id: string, size: number): Promise<void> => {
  await tx
    .updateTable('attachments')
    .set({ state: 'removed', size })
    .where('brand_id', '=', brandId)
    .where('created_by', '=', userId)
    .where('id', '=', id)
    .where('state', 'in', ['uploading', 'removed'])
    .execute()
}
