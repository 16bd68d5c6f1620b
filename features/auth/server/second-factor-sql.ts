import { sql } from 'kysely'
import type { SecondFactor } from '#db/schema.ts'
import type { Challenged, Laboratory, SignedIn, Staff } from '#tenancy/server/actor.ts'

type Whose = Pick<Laboratory, 'tx' | 'brandId'>

/** The signed-in user's state: whether codes are required, and how many recovery codes are left. */
export const findSecondFactor = ({ tx, brandId, userId }: SignedIn) =>
  tx
    .selectFrom('users')
    .innerJoin('brands', 'brands.id', 'users.brand_id')
    .leftJoin('authenticators as a', join =>
      join
        .onRef('a.brand_id', '=', 'users.brand_id')
        .onRef('a.user_id', '=', 'users.id')
        .on('a.confirmed_at', 'is not', null),
    )
    .select([
      'a.confirmed_at as addedAt',
      sql<boolean>`users.kind = 'staff' and brands.staff_need_second_factor`.as('isDemanded'),
      ({ selectFrom }) =>
        selectFrom('recovery_codes as r')
          .select(sql<number>`count(*)`.as('count'))
          .whereRef('r.brand_id', '=', 'users.brand_id')
          .whereRef('r.user_id', '=', 'users.id')
          .$asScalar()
          .$notNull()
          .as('recoveryCodesLeft'),
    ])
    .where('users.brand_id', '=', brandId)
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()

/** The user's data for the secret's label and for notices. */
export const findWhose = ({ tx, brandId }: Whose, userId: string) =>
  tx
    .selectFrom('users')
    .innerJoin('brands', 'brands.id', 'users.brand_id')
    .select(['login', 'email', 'first_name as firstName', 'last_name as lastName', 'users.language'])
    .select('company_name as companyName')
    .where('users.brand_id', '=', brandId)
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()

/** Replaces an unconfirmed secret; false if one is in force. */
export async function insertAuthenticator({ tx, brandId, userId }: SignedIn, secret: Buffer): Promise<boolean> {
  await tx
    .deleteFrom('authenticators')
    .where('brand_id', '=', brandId)
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .execute()
  const inserted = await tx
    .insertInto('authenticators')
    .values({ brand_id: brandId, user_id: userId, secret })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}

/** The signed-in user's secret, confirmed or not. */
export async function findOwnSecret({ tx }: SignedIn): Promise<Buffer | undefined> {
  const { rows } = await sql<{ secret: Buffer | null }>`select tenant.own_authenticator_secret() as secret`.execute(tx)
  return rows[0]?.secret ?? undefined
}

/** A concurrent sign-in with the password alone either has its session before this lock, or is refused after it. */
export const lockOwnUser = ({ tx, brandId, userId }: SignedIn) =>
  tx
    .selectFrom('users')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()

/** False if it was confirmed already. */
export const setConfirmed = async ({ tx, brandId, userId }: SignedIn, step: number): Promise<boolean> =>
  (
    await tx
      .updateTable('authenticators')
      .set({ confirmed_at: sql`now()`, last_step: step })
      .where('brand_id', '=', brandId)
      .where('user_id', '=', userId)
      .where('confirmed_at', 'is', null)
      .executeTakeFirst()
  ).numUpdatedRows === 1n

/** False if none was in force. Its recovery codes are deleted with it. */
export const deleteOwnAuthenticator = async ({ tx, brandId, userId }: SignedIn): Promise<boolean> =>
  (
    await tx
      .deleteFrom('authenticators')
      .where('brand_id', '=', brandId)
      .where('user_id', '=', userId)
      .where('confirmed_at', 'is not', null)
      .executeTakeFirst()
  ).numDeletedRows === 1n

/** Replaces all earlier codes. */
export async function replaceRecoveryCodes({ tx, brandId, userId }: SignedIn, hashes: readonly Buffer[]) {
  await tx.deleteFrom('recovery_codes').where('brand_id', '=', brandId).where('user_id', '=', userId).execute()
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map(hash => ({ brand_id: brandId, user_id: userId, code_hash: hash })))
    .execute()
}

/** Records that this session has shown it. */
export const setSecondFactorShown = ({ tx, brandId, userId, sessionId }: SignedIn, shown: SecondFactor) =>
  tx
    .updateTable('sessions')
    .set({ second_factor: shown })
    .where('brand_id', '=', brandId)
    .where('user_id', '=', userId)
    .where('id', '=', sessionId)
    .execute()

/** Removes the second factor from these sessions, which no longer counts. */
export const setSecondFactorForgotten = ({ tx, brandId, userId }: SignedIn, shown: readonly SecondFactor[]) =>
  tx
    .updateTable('sessions')
    .set({ second_factor: null })
    .where('brand_id', '=', brandId)
    .where('user_id', '=', userId)
    .where('second_factor', 'in', shown)
    .execute()

type NewChallenge = { userId: string; tokenHash: Buffer; passwordMark: Buffer; minutes: number }

export const insertChallenge = ({ tx, brandId }: Laboratory, challenge: NewChallenge) =>
  tx
    .insertInto('sign_in_challenges')
    .values({
      brand_id: brandId,
      user_id: challenge.userId,
      token_hash: challenge.tokenHash,
      password_mark: challenge.passwordMark,
      expires_at: sql<string>`now() + make_interval(mins => ${challenge.minutes})`,
    })
    .execute()

/** The database's limit. */
export const mostTries = 5

/**
 * Counted before checking, one at a time: a hundred simultaneous tries get no more checks than a hundred in sequence. Returns the
 * number of tries; undefined when the challenge is used or has no tries left.
 */
export const countTry = async ({ laboratory: { tx, brandId }, challengeId }: Challenged): Promise<number | undefined> =>
  (
    await tx
      .updateTable('sign_in_challenges')
      .set(({ eb }) => ({ failures: eb('failures', '+', 1) }))
      .where('brand_id', '=', brandId)
      .where('id', '=', challengeId)
      .where('failures', '<', mostTries)
      .returning('failures')
      .executeTakeFirst()
  )?.failures

export const deleteChallenge = ({ laboratory: { tx, brandId }, challengeId }: Challenged) =>
  tx.deleteFrom('sign_in_challenges').where('brand_id', '=', brandId).where('id', '=', challengeId).execute()

/** Each code is accepted once; codes of earlier steps are not accepted after it. */
export const setStepTaken = async (
  { laboratory: { tx, brandId }, userId }: Challenged,
  step: number,
): Promise<boolean> =>
  (
    await tx
      .updateTable('authenticators')
      .set({ last_step: step })
      .where('brand_id', '=', brandId)
      .where('user_id', '=', userId)
      .where('confirmed_at', 'is not', null)
      .where('last_step', '<', step)
      .executeTakeFirst()
  ).numUpdatedRows === 1n

/** Consumes the code; false if there is no such code. */
export const deleteRecoveryCode = async (
  { laboratory: { tx, brandId }, userId }: Challenged,
  hash: Buffer,
): Promise<boolean> =>
  (
    await tx
      .deleteFrom('recovery_codes')
      .where('brand_id', '=', brandId)
      .where('user_id', '=', userId)
      .where('code_hash', '=', hash)
      .executeTakeFirst()
  ).numDeletedRows === 1n

export const countRecoveryCodes = async ({ tx, brandId }: Laboratory, userId: string): Promise<number> =>
  (
    await tx
      .selectFrom('recovery_codes')
      .select(sql<number>`count(*)`.as('count'))
      .where('brand_id', '=', brandId)
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
  ).count

/** Deletes all users' expired challenges. */
export const deleteChallengesOver = ({ tx, brandId }: Laboratory) =>
  tx
    .deleteFrom('sign_in_challenges')
    .where('brand_id', '=', brandId)
    .where('expires_at', '<', sql<string>`now()`)
    .execute()

/** For a lost second factor: returns the ids of the sessions that it ended, undefined if there was none. */
export async function takeSecondFactorAway({ tx }: Staff | Laboratory, userId: string): Promise<string[] | undefined> {
  const { rows } = await sql<{ ended: string[] | null }>`
    select tenant.take_second_factor_away(${userId}) as ended`.execute(tx)
  return rows[0]?.ended ?? undefined
}
