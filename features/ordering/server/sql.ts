import { sql } from 'kysely'
import { discardFilesOfDrafts } from '#features/attachments/server/draft-files-sql.ts'
import type { Laboratory, PracticeUser } from '#tenancy/server/actor.ts'
import type { DraftContent, TemplateContent } from '../draft-contract.ts'
import { contentVersion } from './stored-content.ts'

const shownOfDraft = ['id', 'version', 'updated_at as updatedAt'] as const

const ofUser = (user: PracticeUser) => sql<boolean>`brand_id = ${user.brandId} and user_id = ${user.userId}`

export type DraftRow = Awaited<ReturnType<typeof listDrafts>>[number]

/** Row-level security hides the drafts of other users, colleagues of the practice included. */
export const listDrafts = (user: PracticeUser) =>
  user.tx
    .selectFrom('order_drafts')
    .select([
      ...shownOfDraft,
      'content',
      'content_version',
      sql<number>`(select count(*) from attachments a where a.brand_id = order_drafts.brand_id
        and a.draft_id = order_drafts.id and a.state in ('ready', 'held'))::int`.as('files'),
    ])
    .where(ofUser(user))
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .execute()

export const findDraft = (user: PracticeUser, id: string) =>
  user.tx
    .selectFrom('order_drafts')
    .select([...shownOfDraft, 'content', 'content_version'])
    .where(ofUser(user))
    .where('id', '=', id)
    .executeTakeFirst()

/** Locks the draft until the transaction ends: of two concurrent sends the second finds it gone. */
export const lockDraft = (user: PracticeUser, id: string) =>
  user.tx
    .selectFrom('order_drafts')
    .select('id')
    .where(ofUser(user))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

const written = (content: DraftContent | TemplateContent) => ({
  content: JSON.stringify(content),
  content_version: contentVersion,
})

/** Takes a lock per user until the transaction ends, so that the count stays valid. */
export async function lockAndCountDrafts(user: PracticeUser): Promise<number> {
  const place = `order_drafts/${user.brandId}/${user.userId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${place}, 0))`.execute(user.tx)
  const { begun } = await user.tx
    .selectFrom('order_drafts')
    .select(eb => eb.fn.countAll<number>().as('begun'))
    .where(ofUser(user))
    .executeTakeFirstOrThrow()
  return begun
}

/** Returns undefined where a draft of that id exists. */
export const insertDraft = (user: PracticeUser, id: string, content: DraftContent) =>
  user.tx
    .insertInto('order_drafts')
    .values({ brand_id: user.brandId, id, user_id: user.userId, ...written(content) })
    .onConflict(conflict => conflict.columns(['brand_id', 'id']).doNothing())
    .returning(shownOfDraft)
    .executeTakeFirst()

/** Returns undefined where the stored version is not `follows`. */
export const setDraftContent = (user: PracticeUser, id: string, content: DraftContent, follows: number) =>
  user.tx
    .updateTable('order_drafts')
    .set({ ...written(content), version: follows + 1, updated_at: sql<string>`now()` })
    .where(ofUser(user))
    .where('id', '=', id)
    .where('version', '=', follows)
    .returning(shownOfDraft)
    .executeTakeFirst()

/** Finds a save that is sent again because its answer was lost: it has been stored already. */
export const findSavedDraft = (user: PracticeUser, id: string, content: DraftContent, version: number) =>
  user.tx
    .selectFrom('order_drafts')
    .select(shownOfDraft)
    .where(ofUser(user))
    .where('id', '=', id)
    .where('version', '=', version)
    .where(sql<boolean>`content = ${JSON.stringify(content)}::jsonb`)
    .executeTakeFirst()

export const deleteDraft = (user: PracticeUser, id: string) =>
  user.tx.deleteFrom('order_drafts').where(ofUser(user)).where('id', '=', id).execute()

/** Deletes drafts untouched for a year, with their files, whose bytes go with the next sweep. Returns how many. */
export async function deleteOldDrafts(laboratory: Laboratory, most: number): Promise<number> {
  const { tx, brandId } = laboratory
  const old = await tx
    .selectFrom('order_drafts')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('updated_at', '<', sql<string>`now() - interval '12 months'`)
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute()
  if (old.length === 0) return 0
  const ids = old.map(({ id }) => id)
  await discardFilesOfDrafts(laboratory, ids)
  await tx.deleteFrom('order_drafts').where('brand_id', '=', brandId).where('id', 'in', ids).execute()
  return ids.length
}

const shownOfTemplate = ['id', 'name', 'content', 'content_version', 'created_at as createdAt'] as const

export type TemplateRow = Awaited<ReturnType<typeof listTemplates>>[number]

export const listTemplates = (user: PracticeUser) =>
  user.tx
    .selectFrom('order_templates')
    .select(shownOfTemplate)
    .where('brand_id', '=', user.brandId)
    .where('practice_id', '=', user.practiceId)
    .orderBy('name')
    .execute()

/** Takes a lock per practice until the transaction ends, so that the count stays valid. */
export async function lockAndCountTemplates(user: PracticeUser): Promise<number> {
  const place = `order_templates/${user.brandId}/${user.practiceId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${place}, 0))`.execute(user.tx)
  const { kept } = await user.tx
    .selectFrom('order_templates')
    .select(eb => eb.fn.countAll<number>().as('kept'))
    .where('brand_id', '=', user.brandId)
    .where('practice_id', '=', user.practiceId)
    .executeTakeFirstOrThrow()
  return kept
}

/** Returns undefined where the practice has a template of that name. */
export const insertTemplate = (user: PracticeUser, { name, content }: { name: string; content: TemplateContent }) =>
  user.tx
    .insertInto('order_templates')
    .values({
      brand_id: user.brandId,
      practice_id: user.practiceId,
      name,
      ...written(content),
      created_by: user.userId,
    })
    .onConflict(conflict => conflict.columns(['brand_id', 'practice_id', 'name']).doNothing())
    .returning(shownOfTemplate)
    .executeTakeFirst()

export const renameTemplate = (user: PracticeUser, id: string, name: string) =>
  user.tx
    .updateTable('order_templates')
    .set({ name })
    .where('brand_id', '=', user.brandId)
    .where('practice_id', '=', user.practiceId)
    .where('id', '=', id)
    .returning(shownOfTemplate)
    .executeTakeFirst()

export const deleteTemplate = async (user: PracticeUser, id: string): Promise<boolean> =>
  (await user.tx
    .deleteFrom('order_templates')
    .where('brand_id', '=', user.brandId)
    .where('practice_id', '=', user.practiceId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()) !== undefined
