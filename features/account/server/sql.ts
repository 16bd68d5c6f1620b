import type { Language } from '#kit/language.ts'
import type { SignedIn } from '#tenancy/server/actor.ts'

export const setLanguage = (user: SignedIn, language: Language) =>
  user.tx
    .updateTable('users')
    .set({ language })
    .where('brand_id', '=', user.brandId)
    .where('id', '=', user.userId)
    .execute()
