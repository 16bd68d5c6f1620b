import { sql } from 'kysely'
import type { SecondFactor } from '#db/schema.ts'
import type { Challenged, Laboratory, SignedIn, Staff } from '#tenancy/server/actor.ts'

type Whose = Pick<Laboratory, 'tx' | 'brandId'>

/** Of whoever is signed in: whether codes are asked, and how many recovery codes are left. */
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

/** For whom a secret is made, and where a notice of it goes. */
export const findWhose = ({ tx, brandId }: Whose, userId: string) =>
  tx
    .selectFrom('users')
    .innerJoin('brands', 'brands.id', 'users.brand_id')
    .select(['login', 'email', 'first_name as firstName', 'last_name as lastName', 'users.language'])
    .select('company_name as companyName')
    .where('users.brand_id', '=', brandId)
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()

/** In place of one that was never confirmed; nothing where one is in force. */
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

/** Of whoever is signed in, in force or not. */
export async function findOwnSecret({ tx }: SignedIn): Promise<Buffer | undefined> {
  const { rows } = await sql<{ secret: Buffer | null }>`select tenant.own_authenticator_secret() as secret`.execute(tx)
  return rows[0]?.secret ?? undefined
}

/** A sign-in with the password alone that is under way has its session before this, or is refused one after it. */
export const lockOwnUser = ({ tx, brandId, userId }: SignedIn) =>
  tx
    .selectFrom('users')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()

/** Nothing where it was confirmed before. */
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

/** Nothing where none was in force. Its recovery codes go with it. */
export const deleteOwnAuthenticator = async ({ tx, brandId, userId }: SignedIn): Promise<boolean> =>
  (
    await tx
      .deleteFrom('authenticators')
      .where('brand_id', '=', brandId)
      .where('user_id', '=', userId)
      .where('confirmed_at', 'is not', null)
      .executeTakeFirst()
  ).numDeletedRows === 1n

/** In place of all that were there. */
export async function replaceRecoveryCodes({ tx, brandId, userId }: SignedIn, hashes: readonly Buffer[]) {
  await tx.deleteFrom('recovery_codes').where('brand_id', '=', brandId).where('user_id', '=', userId).execute()
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map(hash => ({ brand_id: brandId, user_id: userId, code_hash: hash })))
    .execute()
}

/** This session is the one that has shown it. */
export const setSecondFactorShown = ({ tx, brandId, userId, sessionId }: SignedIn, shown: SecondFactor) =>
  tx
    .updateTable('sessions')
    .set({ second_factor: shown })
    .where('brand_id', '=', brandId)
    .where('user_id', '=', userId)
    .where('id', '=', sessionId)
    .execute()

/** What these sessions have shown is nobody's second factor any more. */
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

/** As many as the database lets be. */
export const mostTries = 5

/**
 * Counted before it is looked at, and one at a time: of a hundred tries at once no more are looked at than of a hundred in a
 * row. Answers how many that makes; nothing where the challenge is used or used up.
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

/** The code of this moment is taken once, whatever it is shown to; those of earlier moments are not taken after it. */
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

/** Whether there was such a code; there is none any more. */
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

/** Of all users, those that opened nothing any more. */
export const deleteChallengesOver = ({ tx, brandId }: Laboratory) =>
  tx
    .deleteFrom('sign_in_challenges')
    .where('brand_id', '=', brandId)
    .where('expires_at', '<', sql<string>`now()`)
    .execute()

/** What a user has lost: answers the sessions that ended with it, and nothing where there was none. */
export async function takeSecondFactorAway({ tx }: Staff | Laboratory, userId: string): Promise<string[] | undefined> {
  const { rows } = await sql<{ ended: string[] | null }>`
    select tenant.take_second_factor_away(${userId}) as ended`.execute(tx)
  return rows[0]?.ended ?? undefined
}
