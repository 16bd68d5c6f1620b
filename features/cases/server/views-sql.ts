import { sql } from 'kysely'
import type { PracticeUser } from '#tenancy/server/actor.ts'
import type { ViewContent } from '../views-contract.ts'

/** The shape in which views are stored; incremented with each change. */
export const viewVersion = 1

const shown = ['id', 'name', 'content', 'content_version'] as const

export type ViewRow = Awaited<ReturnType<typeof listViews>>[number]

const ofUser = (user: PracticeUser) => sql<boolean>`brand_id = ${user.brandId} and user_id = ${user.userId}`

export const listViews = (user: PracticeUser) =>
  user.tx.selectFrom('case_views').select(shown).where(ofUser(user)).orderBy('name').execute()

/** Locks out other inserts of this user until the transaction ends, so that the count stays valid. */
export async function lockAndCountViews(user: PracticeUser): Promise<number> {
  const place = `case_views/${user.brandId}/${user.userId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${place}, 0))`.execute(user.tx)
  const { kept } = await user.tx
    .selectFrom('case_views')
    .select(eb => eb.fn.countAll<number>().as('kept'))
    .where(ofUser(user))
    .executeTakeFirstOrThrow()
  return kept
}

/** Undefined when this user has a view of that name. */
export const insertView = (user: PracticeUser, { name, content }: { name: string; content: ViewContent }) =>
  user.tx
    .insertInto('case_views')
    .values({
      brand_id: user.brandId,
      user_id: user.userId,
      name,
      content: JSON.stringify(content),
      content_version: viewVersion,
    })
    .onConflict(conflict => conflict.columns(['brand_id', 'user_id', 'name']).doNothing())
    .returning(shown)
    .executeTakeFirst()

export const renameView = (user: PracticeUser, id: string, name: string) =>
  user.tx
    .updateTable('case_views')
    .set({ name })
    .where(ofUser(user))
    .where('id', '=', id)
    .returning(shown)
    .executeTakeFirst()

export const deleteView = async (user: PracticeUser, id: string): Promise<boolean> =>
  (await user.tx
    .deleteFrom('case_views')
    .where(ofUser(user))
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()) !== undefined
