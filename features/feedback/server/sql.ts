import { sql } from 'kysely'
import { fullNameOf } from '#features/people/server/names-sql.ts'
import type { PracticeUser, Staff } from '#tenancy/server/actor.ts'

const mostListed = 100
/** Messages per user within a day. */
const mostOften = 20

/** Returns undefined where the user has reached the daily limit. The lock per user makes the count reliable. */
export async function insertFeedback(user: PracticeUser, body: string): Promise<{ id: string } | undefined> {
  const { brandId, practiceId, userId } = user
  await sql`select pg_advisory_xact_lock(hashtextextended(${`feedback/${brandId}/${userId}`}, 0))`.execute(user.tx)
  const { rows } = await sql<{ id: string }>`
    insert into feedback (brand_id, practice_id, author_id, body)
    select ${brandId}, ${practiceId}, ${userId}, ${body}
    where (select count(*) from feedback where brand_id = ${brandId} and author_id = ${userId}
      and created_at > now() - interval '1 day') < ${mostOften}
    returning id`.execute(user.tx)
  return rows[0]
}

export const listFeedback = (staff: Staff) =>
  staff.tx
    .selectFrom('feedback as f')
    .innerJoin('users as u', join => join.onRef('u.brand_id', '=', 'f.brand_id').onRef('u.id', '=', 'f.author_id'))
    .innerJoin('practices as p', join =>
      join.onRef('p.brand_id', '=', 'f.brand_id').onRef('p.id', '=', 'f.practice_id'),
    )
    .select(['f.id', 'f.created_at as at', 'f.body', fullNameOf('u').as('author'), 'p.name as practice'])
    .where('f.brand_id', '=', staff.brandId)
    .orderBy('f.created_at', 'desc')
    .orderBy('f.id')
    .limit(mostListed)
    .execute()
