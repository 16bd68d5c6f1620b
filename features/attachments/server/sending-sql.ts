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

/** Locks the practice's files until the transaction ends, so that the counts stay valid. */
export async function lockFilesOfPractice(
  { tx, brandId }: SignedIn,
  { practiceId }: Pick<Target, 'practiceId'>,
): Promise<void> {
  const place = `attachments/${brandId}/${practiceId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${place}, 0))`.execute(tx)
}

/**
 * Number and size of the files of this side in the target and the practice; uploads count with their maximum size, and
 * removed files until their bytes are deleted. Locks the files of the practice.
 */
export async function countFiles(user: SignedIn, target: Target, limits: Limits) {
  await lockFilesOfPractice(user, target)
  const ofPractice = user.tx
    .selectFrom('attachments')
    .select(sql<number>`coalesce(sum(coalesce(size, ${limits.bytes})), 0)::bigint`.as('bytes'))
    .where('brand_id', '=', user.brandId)
    .where('practice_id', '=', target.practiceId)
    .where('of_laboratory', '=', user.kind === 'staff')
    // Drivers' photos do not count.
    .where('hand_over_id', 'is', null)
  // Two sums, so that each uses its own index.
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

/** The row is inserted before the bytes are stored. */
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
 * Where an uploading file belongs now: its draft may have become a case. It stays there until the transaction ends if the
 * practice's files are locked. Undefined if the file is gone, with its draft or with the sweep.
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
  /** The virus scanner was unavailable: stored, but not served. */
  isHeld: boolean
}

/** Marks the file as stored. Undefined where the row is gone: removed with its draft, or swept. */
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

/** Deletes the row of a failed upload that has no bytes. */
export const deleteUploading = async ({ tx, brandId, userId }: SignedIn, id: string): Promise<void> => {
  await tx
    .deleteFrom('attachments')
    .where('brand_id', '=', brandId)
    .where('created_by', '=', userId)
    .where('id', '=', id)
    .where('state', '=', 'uploading')
    .execute()
}

/**
 * Marks a failed upload with complete bytes as removed: the next sweep may delete them, and until then they count with
 * their actual size.
 */
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
