import { sql } from 'kysely'
import type { Laboratory, LinkHolder, SignedIn } from '#tenancy/server/actor.ts'

/** What whoever asks must not choose as a password. */
export const findOwnWords = ({ tx, brandId, userId }: SignedIn) =>
  tx
    .selectFrom('users')
    .innerJoin('brands', 'brands.id', 'users.brand_id')
    .select(['login', 'email', 'first_name', 'last_name', 'users.language', 'company_name'])
    .where('users.brand_id', '=', brandId)
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()

/** Ends the link and whatever else was open; answers the sessions that it ended, and nothing where the link was over. */
export async function choosePassword({ tx }: LinkHolder, tokenHash: Buffer, passwordHash: string) {
  const { rows } = await sql<{ ended: string[] | null }>`
    select tenant.choose_password(${tokenHash}, ${passwordHash}) as ended`.execute(tx)
  return rows[0]?.ended ?? undefined
}

/** Each is good for as long as these are counted: whoever is mailed no more has one that works. */
const mostGoodLinks = 5

/** What counts a user's links does so one after the other. */
export const lockUser = ({ tx, brandId }: Laboratory, id: string) =>
  tx.selectFrom('users').select('id').where('brand_id', '=', brandId).where('id', '=', id).forNoKeyUpdate().execute()

/** Who may be mailed one more link. */
export const findForgetful = ({ tx, brandId }: Laboratory, by: 'id' | 'login', value: string) =>
  tx
    .selectFrom('users')
    .select(['id', 'login', 'email', 'first_name as firstName', 'last_name as lastName', 'language'])
    .where('brand_id', '=', brandId)
    .where(by, '=', value)
    .where('disabled_at', 'is', null)
    .where(
      ({ selectFrom }) =>
        selectFrom('password_links')
          .select(sql<number>`count(*)`.as('count'))
          .whereRef('password_links.brand_id', '=', 'users.brand_id')
          .whereRef('password_links.user_id', '=', 'users.id')
          .where('purpose', '=', 'reset')
          .where('expires_at', '>', sql<string>`now()`),
      '<',
      mostGoodLinks,
    )
    .executeTakeFirst()
