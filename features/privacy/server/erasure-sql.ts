import { sql } from 'kysely'
import type { PracticeUser } from '#tenancy/server/actor.ts'
import type { OwnErasure } from '../contract.ts'

const own = ({ tx, brandId, userId }: PracticeUser) =>
  tx
    .selectFrom('erasure_requests')
    .select(['id', 'requested_at as requestedAt', 'decided_at as decidedAt', 'reason'])
    .select(sql<OwnErasure['state']>`state`.as('state'))
    .where('brand_id', '=', brandId)
    .where('user_id', '=', userId)
    .orderBy('requested_at', 'desc')
    .limit(1)

export const findOwnErasure = (user: PracticeUser) => own(user).executeTakeFirst()

export const lockOwnErasure = (user: PracticeUser) => own(user).forUpdate().executeTakeFirst()

/** One undecided request per user, however often it is made. */
export const insertErasure = ({ tx, brandId, practiceId, userId }: PracticeUser) =>
  tx
    .insertInto('erasure_requests')
    .values({ brand_id: brandId, practice_id: practiceId, user_id: userId })
    .onConflict(conflict => conflict.constraint('erasure_requests__once').doNothing())
    .returning('id')
    .executeTakeFirst()

export const setErasureWithdrawn = ({ tx, brandId, userId }: PracticeUser, id: string) =>
  tx
    .updateTable('erasure_requests')
    .set({ state: 'withdrawn', decided_by: userId, decided_at: sql<string>`now()` })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .execute()
