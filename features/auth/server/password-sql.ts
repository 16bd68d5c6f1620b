import { sql } from 'kysely'
import { isMeantBy } from '#features/account/server/sql.ts'
import type { Language } from '#kit/language.ts'
import type { Laboratory, LinkHolder, SignedIn } from '#tenancy/server/actor.ts'

/** What whoever asks must not choose as a password. */
export const findOwnWords = ({ tx, brandId, userId }: SignedIn) =>
  tx
    .selectFrom('users')
    .innerJoin('brands', 'brands.id', 'users.brand_id')
    .select([
      'login',
      'email',
      'first_name as firstName',
      'last_name as lastName',
      'users.language',
      'company_name as companyName',
    ])
    .where('users.brand_id', '=', brandId)
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()

/** In which an invitation has been followed; it holds with the password that is chosen by it. */
export const chooseLanguage = ({ tx }: LinkHolder, tokenHash: Buffer, language: Language) =>
  sql`select tenant.choose_language(${tokenHash}, ${language})`.execute(tx)

/** Ends the link and whatever else was open; answers the sessions that it ended, and nothing where the link was over. */
export async function choosePassword({ tx }: LinkHolder, tokenHash: Buffer, passwordHash: string) {
  const { rows } = await sql<{ ended: string[] | null }>`
    select tenant.choose_password(${tokenHash}, ${passwordHash}) as ended`.execute(tx)
  return rows[0]?.ended ?? undefined
}

/** Those to choose anew are good for as long as they are counted: whoever is mailed no more has one that works. */
const mostGoodLinks = 5

/** What counts a user's links does so one after the other. */
export const lockUser = ({ tx, brandId }: Laboratory, id: string) =>
  tx.selectFrom('users').select('id').where('brand_id', '=', brandId).where('id', '=', id).forNoKeyUpdate().execute()

/** An address may be that of a whole practice. */
const mostMeant = 5

/** Whoever is meant by what was typed, and may be mailed one more link. */
export const listForgetful = (laboratory: Laboratory, typed: string) =>
  forgetful(laboratory).where(isMeantBy(typed)).limit(mostMeant).execute()

/** The one with this id, where they may be mailed one more link. */
export const findForgetful = (laboratory: Laboratory, id: string) =>
  forgetful(laboratory).where('id', '=', id).executeTakeFirst()

const forgetful = ({ tx, brandId }: Laboratory) =>
  tx
    .selectFrom('users')
    .select(['id', 'login', 'email', 'first_name as firstName', 'last_name as lastName', 'language'])
    .select(sql<boolean>`password_hash is not null`.as('hasPassword'))
    .where('brand_id', '=', brandId)
    .where('disabled_at', 'is', null)
    .where(
      ({ selectFrom }) =>
        selectFrom('password_links')
          .select(sql<number>`count(*)`.as('count'))
          .whereRef('password_links.brand_id', '=', 'users.brand_id')
          .whereRef('password_links.user_id', '=', 'users.id')
          .where('created_at', '>', sql<string>`now() - interval '30 minutes'`)
          .where('expires_at', '>', sql<string>`now()`),
      '<',
      mostGoodLinks,
    )
