import { sql } from 'kysely'
import { isMeantBy } from '#features/people/server/names-sql.ts'
import type { Language } from '#kit/language.ts'
import type { Laboratory, LinkHolder, SignedIn } from '#tenancy/server/actor.ts'

/** Words that this user must not use in a password. */
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

/** The language in which an invitation was opened; it is saved with the password. */
export const chooseLanguage = ({ tx }: LinkHolder, tokenHash: Buffer, language: Language) =>
  sql`select tenant.choose_language(${tokenHash}, ${language})`.execute(tx)

/** Consumes the link and ends all sessions; returns the ids of those, undefined if the link was invalid. */
export async function choosePassword({ tx }: LinkHolder, tokenHash: Buffer, passwordHash: string) {
  const { rows } = await sql<{ ended: string[] | null }>`
    select tenant.choose_password(${tokenHash}, ${passwordHash}) as ended`.execute(tx)
  return rows[0]?.ended ?? undefined
}

/** A link is valid for as long as it counts here, so users beyond the limit still have a working one. */
const mostGoodLinks = 5

/** Serialises the counting of a user's links. */
export const lockUser = ({ tx, brandId }: Laboratory, id: string) =>
  tx.selectFrom('users').select('id').where('brand_id', '=', brandId).where('id', '=', id).forNoKeyUpdate().execute()

/** A whole practice may share an address. */
const mostMeant = 5

/** Users matching what was typed who may get one more link. */
export const listForgetful = (laboratory: Laboratory, typed: string) =>
  forgetful(laboratory).where(isMeantBy(typed)).limit(mostMeant).execute()

/** The user with this id, if they may get one more link. */
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
