import { sql } from 'kysely'
import type { EarlierAnswer, KeyPlace } from '#kit/server/idempotency.ts'
import type { Laboratory, SignedIn } from './actor.ts'

export async function tryLockKey(user: SignedIn, { route, key }: KeyPlace): Promise<boolean> {
  const place = `idempotency/${user.brandId}/${user.userId}/${route}/${key}`
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${place}, 0)) as locked`.execute(user.tx)
  return rows[0]?.locked === true
}

export const findAnswer = (user: SignedIn, { route, key }: KeyPlace) =>
  user.tx
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'status', 'body'])
    .where('brand_id', '=', user.brandId)
    .where('user_id', '=', user.userId)
    .where('route', '=', route)
    .where('key', '=', key)
    .executeTakeFirst()

export const insertAnswer = (user: SignedIn, { route, key }: KeyPlace, answer: EarlierAnswer) =>
  user.tx
    .insertInto('idempotency_keys')
    .values({ brand_id: user.brandId, user_id: user.userId, route, key, ...answer })
    .execute()

/** Of all users, whether they come back or not. */
export const deleteOldAnswers = ({ tx, brandId }: Laboratory) =>
  tx
    .deleteFrom('idempotency_keys')
    .where('brand_id', '=', brandId)
    .where('created_at', '<', sql<string>`now() - interval '48 hours'`)
    .execute()
