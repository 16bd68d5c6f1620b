import { sql } from 'kysely'
import type { KeyPlace, Maker } from '#kit/server/idempotency.ts'
import type { Laboratory } from './actor.ts'

/** Whose keys they are: a person's or a program's, which are both users. */
export type KeyOwner = Pick<Laboratory, 'tx' | 'brandId'> & { userId: string }

export async function tryLockKey(owner: KeyOwner, { route, key }: KeyPlace): Promise<boolean> {
  const place = `idempotency/${owner.brandId}/${owner.userId}/${route}/${key}`
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${place}, 0)) as locked`.execute(owner.tx)
  return rows[0]?.locked === true
}

export const findAnswer = (owner: KeyOwner, { route, key }: KeyPlace) =>
  owner.tx
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'status', 'body'])
    .where('brand_id', '=', owner.brandId)
    .where('maker_id', '=', owner.userId)
    .where('route', '=', route)
    .where('key', '=', key)
    .executeTakeFirst()

export const insertAnswer = (owner: KeyOwner, { route, key }: KeyPlace, answer: Parameters<Maker['insert']>[1]) =>
  owner.tx
    .insertInto('idempotency_keys')
    .values({
      brand_id: owner.brandId,
      user_id: owner.userId,
      route,
      key,
      ...answer,
    })
    .execute()
