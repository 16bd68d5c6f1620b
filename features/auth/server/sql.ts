import { sql } from 'kysely'
import type { SecondFactor, SessionEnd } from '#db/schema.ts'
import { isMeantBy } from '#features/people/server/names-sql.ts'
import type { Laboratory, SignedIn } from '#tenancy/server/actor.ts'
import { type Slots, statement } from '#tenancy/server/statement.ts'
import { absoluteLimitSeconds, idleLimitSeconds } from './refresh-token.ts'

export const shownOfUser = [
  'users.id as user_id',
  'users.login',
  'users.kind',
  'users.first_name',
  'users.last_name',
  'users.title',
  'users.email',
  'users.language',
  'users.country_code',
  'users.account_type',
  'users.is_dlcpm',
  'users.is_practice_doctor',
  'users.role',
  sql<boolean>`users.kind = 'staff' and brands.staff_need_second_factor`.as('is_second_factor_demanded'),
] as const

export type UserRow = NonNullable<Awaited<ReturnType<typeof findUser>>>

/** By login or address; undefined when several users share the address, who then sign in with their logins. */
export async function findUserByLogin(laboratory: Laboratory, login: string) {
  const meant = await enabledUsers(laboratory).where(isMeantBy(login)).limit(2).execute()
  return meant.length === 1 ? meant[0] : undefined
}

export const findUser = (laboratory: Laboratory, id: string) =>
  enabledUsers(laboratory).where('users.id', '=', id).executeTakeFirst()

const enabledUsers = (laboratory: Laboratory) =>
  laboratory.tx
    .selectFrom('users')
    .innerJoin('brands', 'brands.id', 'users.brand_id')
    .select([...shownOfUser, 'users.password_hash'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('authenticators as a')
          .select('a.user_id')
          .whereRef('a.brand_id', '=', 'users.brand_id')
          .whereRef('a.user_id', '=', 'users.id')
          .where('a.confirmed_at', 'is not', null),
      ).as('has_authenticator'),
    )
    .where('users.brand_id', '=', laboratory.brandId)
    .where('users.disabled_at', 'is', null)

export const findPasswordHash = async ({ tx, brandId }: Laboratory | SignedIn, userId: string) =>
  (
    await tx
      .selectFrom('users')
      .select('password_hash')
      .where('brand_id', '=', brandId)
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
  ).password_hash

export const findOwnPasswordHash = (user: SignedIn) => findPasswordHash(user, user.userId)

/** A user with an authenticator cannot get a session without a second factor. */
export const secondFactorConstraint = 'sessions__second_factor'

type NewSession = {
  userId: string
  passwordHash: string | null
  seed: Buffer
  device: string
  secondFactor: SecondFactor | null
}

/**
 * Undefined if the checked password is no longer the user's. Takes a lock, so that a concurrent password change either ends this
 * session too or prevents it.
 */
export const insertSession = (
  { tx, brandId }: Laboratory,
  { userId, passwordHash, seed, device, secondFactor }: NewSession,
) =>
  tx
    .insertInto('sessions')
    .columns(['brand_id', 'user_id', 'refresh_seed', 'device', 'second_factor'])
    .expression(({ selectFrom, val }) =>
      selectFrom('users')
        .select(['brand_id', 'id', val(seed).as('seed'), val(device).as('device')])
        .select(sql<SecondFactor | null>`${secondFactor}::second_factor`.as('second_factor'))
        .where('brand_id', '=', brandId)
        .where('id', '=', userId)
        .where('password_hash', '=', passwordHash)
        .where('disabled_at', 'is', null)
        .forShare(),
    )
    .returning(['id', 'refresh_seed', 'refresh_generation'])
    .executeTakeFirst()

/** Besides the one that has just begun. */
export async function hasEarlierSession({ tx, brandId }: Laboratory, userId: string): Promise<boolean> {
  const sessions = await tx
    .selectFrom('sessions')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('user_id', '=', userId)
    .limit(2)
    .execute()
  return sessions.length > 1
}

const sessionsForRefresh = statement((db, $: Slots<Laboratory, { id: string }>) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', join =>
      join.onRef('users.brand_id', '=', 'sessions.brand_id').onRef('users.id', '=', 'sessions.user_id'),
    )
    .innerJoin('brands', 'brands.id', 'users.brand_id')
    .select([
      ...shownOfUser,
      'sessions.id',
      'sessions.refresh_seed',
      'sessions.refresh_generation',
      'sessions.second_factor',
      'sessions.ended_at',
      'users.disabled_at',
      sql<number>`extract(epoch from now() - sessions.used_at)::float8`.as('idle_seconds'),
      sql<number>`extract(epoch from now() - sessions.created_at)::float8`.as('age_seconds'),
      sql<number | null>`extract(epoch from clock_timestamp() - sessions.rotated_at)::float8`.as('rotated_seconds_ago'),
    ])
    .where('sessions.brand_id', '=', $.brandId)
    .where('sessions.id', '=', $.id),
)

/** Not locked, so that forged cookies cannot make anybody wait for the row. Ages are by the database's clock. */
export const findSessionForRefresh = async (laboratory: Laboratory, id: string) =>
  (await sessionsForRefresh(laboratory, { id }))[0]

/** Ended sessions and disabled users included: only for recognising a device. */
export const listSessionsOfDevice = async (laboratory: Laboratory, sessionIds: readonly string[]) =>
  sessionIds.length === 0
    ? []
    : laboratory.tx
        .selectFrom('sessions')
        .select(['id', 'user_id', 'refresh_seed', 'ended_because'])
        .where('brand_id', '=', laboratory.brandId)
        .where('id', 'in', sessionIds)
        .execute()

/** Moves from this generation to the next; undefined if another request has already: of twenty at once one rotates. */
export const setSessionRotated = (laboratory: Laboratory, sessionId: string, seen: number) =>
  laboratory.tx
    .updateTable('sessions')
    .set({ refresh_generation: seen + 1, rotated_at: sql`clock_timestamp()`, used_at: sql`clock_timestamp()` })
    .where('brand_id', '=', laboratory.brandId)
    .where('id', '=', sessionId)
    .where('refresh_generation', '=', seen)
    .where('ended_at', 'is', null)
    .returning('refresh_generation')
    .executeTakeFirst()

/** Returns the session's user, or undefined when there was none to end. Users can end only their own. */
export const setSessionEnded = (actor: Laboratory | SignedIn, sessionId: string, because: SessionEnd) =>
  actor.tx
    .updateTable('sessions')
    .set({ ended_at: sql`now()`, ended_because: because })
    .where('brand_id', '=', actor.brandId)
    .$if(actor.kind !== 'laboratory', sessions =>
      sessions.where('user_id', '=', actor.kind === 'laboratory' ? '' : actor.userId),
    )
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()

/** Ends all sessions but the current one; returns their ids. */
export const setOtherSessionsEnded = (user: SignedIn, because: SessionEnd) =>
  user.tx
    .updateTable('sessions')
    .set({ ended_at: sql`now()`, ended_because: because })
    .where('brand_id', '=', user.brandId)
    .where('user_id', '=', user.userId)
    .where('id', '<>', user.sessionId)
    .where('ended_at', 'is', null)
    .returning('id')
    .execute()

/** More than anyone has devices; ended a few at a time, so that no sign-in pays for a backlog from before the limit. */
const mostSessions = 100
const endedAtOnce = 20

/** Ends the longest unused sessions beyond a user's limit; skips those being renewed or ended by another sign-in. */
export const endSupersededSessions = (laboratory: Laboratory, userId: string) =>
  laboratory.tx
    .updateTable('sessions')
    .set({ ended_at: sql`now()`, ended_because: 'superseded' })
    .where('brand_id', '=', laboratory.brandId)
    .where('user_id', '=', userId)
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('sessions as old')
        .select('old.id')
        .where('old.brand_id', '=', laboratory.brandId)
        .where('old.user_id', '=', userId)
        .where('old.ended_at', 'is', null)
        // Selected before locking, so that sessions that stay are not locked.
        .where('old.id', 'in', ({ selectFrom }) =>
          selectFrom('sessions as open')
            .select('open.id')
            .where('open.brand_id', '=', laboratory.brandId)
            .where('open.user_id', '=', userId)
            .where('open.ended_at', 'is', null)
            .orderBy('open.used_at', 'desc')
            .orderBy('open.id')
            .offset(mostSessions)
            .limit(endedAtOnce),
        )
        .forUpdate()
        .skipLocked(),
    )
    .returning('id')
    .execute()

/** Sessions that could still be renewed: expired ones are over even if nothing has ended them. */
export const listSessions = (user: SignedIn) =>
  user.tx
    .selectFrom('sessions')
    .select(['id', 'created_at as createdAt', 'used_at as usedAt', 'device'])
    .where('brand_id', '=', user.brandId)
    .where('user_id', '=', user.userId)
    .where('ended_at', 'is', null)
    .where('used_at', '>=', sql<string>`now() - make_interval(secs => ${idleLimitSeconds})`)
    .where('created_at', '>=', sql<string>`now() - make_interval(secs => ${absoluteLimitSeconds})`)
    .orderBy('used_at', 'desc')
    .limit(mostSessions)
    .execute()
