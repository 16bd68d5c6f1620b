import { type NotNull, sql } from 'kysely'
import { fullNameOf } from '#features/account/server/sql.ts'
import type { Laboratory, PracticeUser, SignedIn, Staff } from '#tenancy/server/actor.ts'
import { ofActor } from '#tenancy/server/actor-sql.ts'
import type { AttachmentType, ScanRole } from '../contract.ts'
import { hasRole } from '../rules.ts'
import { type OrderedJaws, roleOfName, rolesOfScans, withoutPatient } from '../scan-rules.ts'

/** What a file hangs on. */
export type Target = { orderId: string } | { draftId: string }

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

export const findOrderOfFiles = (user: SignedIn, id: string) =>
  user.tx
    .selectFrom('orders')
    .select(['id', 'status'])
    .where(ofActor(user, 'orders'))
    .where('id', '=', id)
    .executeTakeFirst()

const draftOfFiles = (user: PracticeUser, id: string) =>
  user.tx
    .selectFrom('order_drafts')
    .select('id')
    .where('brand_id', '=', user.brandId)
    .where('user_id', '=', user.userId)
    .where('id', '=', id)

export const findDraftOfFiles = (user: PracticeUser, id: string) => draftOfFiles(user, id).executeTakeFirst()

/** For a file that is added: before those of the practice are counted, as whoever sends the draft or throws it away does. */
export const holdDraftOfFiles = (user: PracticeUser, id: string) =>
  draftOfFiles(user, id).forKeyShare().executeTakeFirst()

/** Until the transaction ends, nobody else of the practice adds a file: what is counted now still holds then. */
export async function lockFilesOfPractice({ tx, brandId, practiceId }: PracticeUser): Promise<void> {
  const place = `attachments/${brandId}/${practiceId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${place}, 0))`.execute(tx)
}

/**
 * What the target and the practice hold, what is on its way counted as large as it may be. What was removed takes its room
 * until its bytes are gone. Locks: see above.
 */
export async function countFiles(user: PracticeUser, target: Target, limits: Limits) {
  await lockFilesOfPractice(user)
  const ofPractice = user.tx
    .selectFrom('attachments')
    .select(sql<number>`coalesce(sum(coalesce(size, ${limits.bytes})), 0)::bigint`.as('bytes'))
    .where('brand_id', '=', user.brandId)
    .where('practice_id', '=', user.practiceId)
    // What a driver has photographed takes no room of the practice's.
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
export const insertUploading = async (user: PracticeUser, target: Target): Promise<string> => {
  const { id } = await user.tx
    .insertInto('attachments')
    .values({
      brand_id: user.brandId,
      practice_id: user.practiceId,
      created_by: user.userId,
      ...('orderId' in target ? { order_id: target.orderId } : { draft_id: target.draftId }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const listProblemsOfOrder = async (user: PracticeUser, orderId: string): Promise<string[]> => {
  const rows = await user.tx
    .selectFrom('order_problems')
    .select('id')
    .where('brand_id', '=', user.brandId)
    .where('order_id', '=', orderId)
    .execute()
  return rows.map(({ id }) => id)
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
export const setReady = (user: PracticeUser, id: string, file: StoredFile, problemId: string | undefined) =>
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
export const deleteUploading = async ({ tx, brandId, userId }: PracticeUser, id: string): Promise<void> => {
  await tx
    .deleteFrom('attachments')
    .where('brand_id', '=', brandId)
    .where('created_by', '=', userId)
    .where('id', '=', id)
    .where('state', '=', 'uploading')
    .execute()
}

/** A draft's files are its writer's alone, as the draft is. */
const files = (user: SignedIn) =>
  user.tx
    .selectFrom('attachments')
    .leftJoin('users', join =>
      join.onRef('users.brand_id', '=', 'attachments.brand_id').onRef('users.id', '=', 'attachments.created_by'),
    )
    .leftJoin('orders', join =>
      join.onRef('orders.brand_id', '=', 'attachments.brand_id').onRef('orders.id', '=', 'attachments.order_id'),
    )
    .leftJoin('hand_overs', join =>
      join
        .onRef('hand_overs.brand_id', '=', 'attachments.brand_id')
        .onRef('hand_overs.id', '=', 'attachments.hand_over_id'),
    )
    .innerJoin('brands', 'brands.id', 'attachments.brand_id')
    .select(eb => [
      'attachments.id',
      'attachments.order_id',
      'attachments.draft_id',
      'attachments.name',
      'attachments.size',
      'attachments.type',
      'attachments.role',
      'attachments.state',
      'attachments.is_compressed as isCompressed',
      // Taken at the door, told when there was a network.
      eb.fn.coalesce('hand_overs.done_at', 'attachments.created_at').as('createdAt'),
      'attachments.created_by as creatorId',
      'attachments.problem_id as problemId',
      sql<boolean>`attachments.hand_over_id is not null`.as('isOfHandOver'),
      'attachments.sha256',
      'orders.status as order_status',
      // Of the laboratory's people the practice sees no names.
      eb
        .case()
        .when('users.last_name', '<>', '')
        .then(fullNameOf('users'))
        .else(eb.ref('brands.company_name'))
        .end()
        .as('createdBy'),
    ])
    .where(ofActor(user, 'attachments'))
    .where('attachments.state', 'in', ['ready', 'held'])
    .where(eb => eb.or([eb('attachments.draft_id', 'is', null), eb('attachments.created_by', '=', user.userId)]))
    .$narrowType<{ name: NotNull; size: NotNull; type: NotNull }>()

export type FileRow = Awaited<ReturnType<typeof listFiles>>[number]

/** In the order in which they came. */
export const listFiles = (user: SignedIn, target: Target) =>
  files(user)
    .where(
      'orderId' in target
        ? sql<boolean>`attachments.order_id = ${target.orderId}`
        : sql<boolean>`attachments.draft_id = ${target.draftId}`,
    )
    .orderBy('attachments.created_at')
    .orderBy('attachments.id')
    .execute()

export const findFile = (user: PracticeUser, id: string) =>
  files(user).where('attachments.id', '=', id).executeTakeFirst()

/** The scan that was there before with the same bytes, whatever either is called. Locks: see above. */
export const findSameScan = (user: PracticeUser, { id, order_id, draft_id, problemId, sha256 }: FileRow) =>
  files(user)
    .where('attachments.id', '<>', id)
    .where('attachments.sha256', '=', sha256)
    .where('attachments.order_id', order_id === null ? 'is' : '=', order_id)
    .where('attachments.draft_id', draft_id === null ? 'is' : '=', draft_id)
    .where('attachments.problem_id', problemId === null ? 'is' : '=', problemId)
    .executeTakeFirst()

/** A file of a case is called by the patient's code, never by their name. */
export async function renameWithoutPatient(user: PracticeUser, { id, order_id, name }: FileRow): Promise<void> {
  if (order_id === null) return
  const { patient, patient_code } = await user.tx
    .selectFrom('orders')
    .select(['patient', 'patient_code'])
    .where('brand_id', '=', user.brandId)
    .where('id', '=', order_id)
    .executeTakeFirstOrThrow()
  const harmless = withoutPatient(name, patient, patient_code)
  if (harmless !== name) await changeFile(user, id, { name: harmless })
}

export const changeFile = (user: PracticeUser, id: string, change: { name?: string; role?: ScanRole | null }) =>
  user.tx.updateTable('attachments').set(change).where('brand_id', '=', user.brandId).where('id', '=', id).execute()

/** Whether it still was one of a draft. */
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

/** For the laboratory: of all its practices, once the case has been sent. */
export const findFileOfLaboratory = (staff: Staff, id: string) =>
  staff.tx
    .selectFrom('attachments')
    .select(['id', 'name', 'type', 'state', 'is_compressed as isCompressed'])
    .where('brand_id', '=', staff.brandId)
    .where('id', '=', id)
    .where('order_id', 'is not', null)
    .where('state', 'in', ['ready', 'held'])
    .$narrowType<{ name: NotNull; type: NotNull }>()
    .executeTakeFirst()

/** From now on nobody finds it; its bytes go with the next sweep. `from`: unless it is further already. */
export const setRemoved = async ({ tx, brandId }: PracticeUser, id: string, from?: 'uploading'): Promise<void> => {
  await tx
    .updateTable('attachments')
    .set({ state: 'removed' })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .$if(from !== undefined, query => query.where('state', '=', 'uploading'))
    .execute()
}

/** Its bytes came to nothing, and no more will come: the next sweep may take them, and until then they count as what they are. */
export const setStoredInVain = async (
  { tx, brandId, userId }: PracticeUser,
  id: string,
  size: number,
): Promise<void> => {
  await tx
    .updateTable('attachments')
    .set({ state: 'removed', size })
    .where('brand_id', '=', brandId)
    .where('created_by', '=', userId)
    .where('id', '=', id)
    .where('state', 'in', ['uploading', 'removed'])
    .execute()
}

/**
 * The files of a draft go with the case that it has become, those still on their way too. To be called in the transaction
 * that inserts the case, before the draft is deleted.
 */
export async function moveDraftAttachments(
  user: PracticeUser,
  draftId: string,
  orderId: string,
  jaws: OrderedJaws,
): Promise<void> {
  await lockFilesOfPractice(user)
  // What is removed only lets go of the draft, which could not be deleted otherwise.
  await ofDraft(user, draftId).set({ draft_id: null }).where('state', '=', 'removed').execute()
  await ofDraft(user, draftId).set({ order_id: orderId, draft_id: null }).execute()
  const moved = await listFiles(user, { orderId })
  for (const file of moved) await renameWithoutPatient(user, file)
  const scans = moved.filter(({ type }) => hasRole(type))
  for (const [{ id, role }, known] of rolesOfScans(scans, jaws)) if (!role) await changeFile(user, id, { role: known })
}

/** The files of a draft that is thrown away. To be called before it is deleted. */
export async function discardDraftAttachments(user: PracticeUser, draftId: string): Promise<void> {
  await lockFilesOfPractice(user)
  await ofDraft(user, draftId).set({ state: 'removed', draft_id: null }).execute()
}

/** The same for drafts that nobody has touched for long, whoever's they are. */
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

/**
 * What is to be cleared away in a laboratory, some at a time: removed files, and uploads that nobody can be working on any
 * more. Until the transaction ends another process finds others, not these.
 */
export async function listDue(laboratory: Laboratory, olderThanSeconds: number) {
  const { tx, brandId } = laboratory
  const { rows } = await sql<{ id: string }>`
    select id from attachments
    where brand_id = ${brandId} and state in ('uploading', 'removed')
      -- A file removed while it was still coming may get its bytes yet.
      and (state = 'removed' and size is not null or created_at < now() - make_interval(secs => ${olderThanSeconds}))
    order by created_at limit 100
    for update skip locked`.execute(tx)
  return rows.map(({ id }) => id)
}

/** After their bytes. */
export const deleteDue = ({ tx, brandId }: Laboratory, ids: string[]) =>
  tx.deleteFrom('attachments').where('brand_id', '=', brandId).where('id', 'in', ids).execute()

/** Files that no scanner has looked at yet. */
export const listHeld = ({ tx, brandId }: Laboratory) =>
  tx
    .selectFrom('attachments')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('state', '=', 'held')
    .orderBy('created_at')
    .execute()

export const setScanned = ({ tx, brandId }: Laboratory, id: string, state: 'ready' | 'removed') =>
  tx
    .updateTable('attachments')
    .set({ state })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .where('state', '=', 'held')
    .execute()
