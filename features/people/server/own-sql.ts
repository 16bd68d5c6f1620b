import type { Documents } from '#features/account/contract.ts'
import type { Language } from '#kit/language.ts'
import type { SignedIn, Staff } from '#tenancy/server/actor.ts'

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

export const setPersonalInformation = (
  { tx, brandId }: Staff,
  userId: string,
  { title, firstName, lastName, login, email, phone }: Documents['personal_information'],
) =>
  tx
    .updateTable('users')
    .set({ title: title ?? '', first_name: firstName, last_name: lastName, login, email, phone: phone ?? null })
    .where('brand_id', '=', brandId)
    .where('id', '=', userId)
    .execute()
