import { sql } from 'kysely'

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
