import { sql } from 'kysely'
import { discardFilesOfDrafts } from '#features/attachments/server/sql.ts'
import type { Laboratory, PracticeUser } from '#tenancy/server/actor.ts'
import type { DraftContent, TemplateContent } from '../contract.ts'
import { contentVersion } from './stored-content.ts'

const shownOfDraft = ['id', 'version', 'updated_at as updatedAt'] as const

/** Row-level security shows a user no other user's draft, colleagues of the practice included. */
export const findDraft = (user: PracticeUser) =>
  user.tx
    .selectFrom('order_drafts')
    .select([...shownOfDraft, 'content', 'content_version'])
    .where('brand_id', '=', user.brandId)
    .where('user_id', '=', user.userId)
    .executeTakeFirst()

/** Until the transaction ends nobody writes it, and of two sendings the second finds it gone. */
export const lockDraft = (user: PracticeUser, id?: string) =>
  user.tx
    .selectFrom('order_drafts')
    .select('id')
    .where('brand_id', '=', user.brandId)
    .where('user_id', '=', user.userId)
    .$if(id !== undefined, drafts => drafts.where('id', '=', id ?? ''))
    .forUpdate()
    .executeTakeFirst()

const written = (content: DraftContent | TemplateContent) => ({
  content: JSON.stringify(content),
  content_version: contentVersion,
})

/** Nothing where the user has one already. */
export const insertDraft = (user: PracticeUser, content: DraftContent) =>
  user.tx
    .insertInto('order_drafts')
    .values({ brand_id: user.brandId, user_id: user.userId, ...written(content) })
    .onConflict(conflict => conflict.columns(['brand_id', 'user_id']).doNothing())
    .returning(shownOfDraft)
    .executeTakeFirst()

/** Nothing where another version than this was the last. */
export const setDraftContent = (user: PracticeUser, content: DraftContent, follows: number) =>
  user.tx
    .updateTable('order_drafts')
    .set({ ...written(content), version: follows + 1, updated_at: sql<string>`now()` })
    .where('brand_id', '=', user.brandId)
    .where('user_id', '=', user.userId)
    .where('version', '=', follows)
    .returning(shownOfDraft)
    .executeTakeFirst()

/** A saving whose answer was lost and that is sent again: it has come already. */
export const findSavedDraft = (user: PracticeUser, content: DraftContent, version: number) =>
  user.tx
    .selectFrom('order_drafts')
    .select(shownOfDraft)
    .where('brand_id', '=', user.brandId)
    .where('user_id', '=', user.userId)
    .where('version', '=', version)
    .where(sql<boolean>`content = ${JSON.stringify(content)}::jsonb`)
    .executeTakeFirst()

export const deleteDraft = (user: PracticeUser, id: string) =>
  user.tx
    .deleteFrom('order_drafts')
    .where('brand_id', '=', user.brandId)
    .where('user_id', '=', user.userId)
    .where('id', '=', id)
    .execute()

/** Begun and left for a year, with their files, whose bytes go with the next sweep. How many that were. */
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

/** Until the transaction ends nobody else of the practice keeps one: what is counted now still holds then. */
export async function countTemplates(user: PracticeUser): Promise<number> {
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

/** Nothing where the practice has one of that name. */
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
