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

/** For what is signed by name. */
export const findOwnName = ({ tx, brandId, userId }: SignedIn) =>
  tx
    .selectFrom('users')
    .select(['title', 'first_name', 'last_name'])
    .where('brand_id', '=', brandId)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()

/** From the one that was looked at, and not at all where it is another by now. */
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
 * Who is meant by what somebody types at the door, as logins are kept: a login, or the address of those whom no login means.
 * A shared address means several.
 */
export const isMeantBy = (typed: string) => sql<boolean>`(users.login = ${typed} or (
  lower(users.email) = ${typed}
  and not exists (select from users other where other.brand_id = users.brand_id and other.login = ${typed})))`

/** Of a row of `users`, by what the statement calls it: as `fullName` of rules.ts writes it. */
export const fullNameOf = (users: string) => {
  const words = ['title', 'first_name', 'last_name'].map(part => sql`nullif(${sql.ref(`${users}.${part}`)}, '')`)
  return sql<string>`concat_ws(' ', ${sql.join(words)})`
}
