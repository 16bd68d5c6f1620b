import { sql } from 'kysely'
import type { Language } from '#kit/language.ts'
import type { SignedIn } from '#tenancy/server/actor.ts'

export const setLanguage = (user: SignedIn, language: Language) =>
  user.tx
    .updateTable('users')
    .set({ language })
    .where('brand_id', '=', user.brandId)
    .where('id', '=', user.userId)
    .execute()

/** The name for signatures. */
export const findOwnName = ({ tx, brandId, userId }: SignedIn) =>
  tx
    .selectFrom('users')
    .select(['title', 'first_name', 'last_name'])
    .where('brand_id', '=', brandId)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()

/** Replaces this hash, or nothing if it has changed since it was read. */
export async function setOwnPassword(user: SignedIn, { from, to }: { from: string; to: string }): Promise<boolean> {
  const set = await user.tx
    .updateTable('users')
    .set({ password_hash: to })
    .where('brand_id', '=', user.brandId)
    .where('id', '=', user.userId)
    .where('password_hash', '=', from)
    .returning('id')
    .executeTakeFirst()
  return set !== undefined
}

/**
 * Matches what somebody types at the sign-in, lower-cased: a login, or an e-mail address that is not a login. A shared address
 * matches several users.
 */
export const isMeantBy = (typed: string) => sql<boolean>`(users.login = ${typed} or (
  lower(users.email) = ${typed}
  and not exists (select from users other where other.brand_id = users.brand_id and other.login = ${typed})))`

/** The full name in SQL for a row of `users` under the given alias, as `fullName` of rules.ts writes it. */
export const fullNameOf = (users: string) => {
  const words = ['title', 'first_name', 'last_name'].map(part => sql`nullif(${sql.ref(`${users}.${part}`)}, '')`)
  return sql<string>`concat_ws(' ', ${sql.join(words)})`
}
