import type { FoundEntry } from '#app/frame/menu-entries.ts'
import type { Language } from '#kit/language.ts'
import type { StaffRight } from '#tenancy/rights.ts'

/** The bench, the van, the customers, the books, the laboratory itself: in both languages, as all of the menu. */
const heads = {
  production: { fr: 'Production', en: 'Production' },
  delivery: { fr: 'Livraison', en: 'Delivery' },
  practices: { fr: 'Clients', en: 'Customers' },
  books: { fr: 'Comptabilité', en: 'Accounting' },
  laboratory: { fr: 'Laboratoire', en: 'Laboratory' },
} satisfies Record<string, Record<Language, string>>
type Part = keyof typeof heads

/** What everybody may see stands above all parts. */
const ofEverybody: readonly string[] = ['session', 'console', 'language'] satisfies ('session' | StaffRight)[]

/** What a screen needs says in which part it stands; what is no line here is the laboratory itself. */
const partsOfRights: Partial<Record<string, Part>> = {
  production: 'production',
  sheets: 'production',
  delivery: 'delivery',
  practices: 'practices',
  feedback: 'practices',
  billing: 'books',
} satisfies Partial<Record<StaffRight, Part>>
const partOf = (needs: string) => (ofEverybody.includes(needs) ? undefined : (partsOfRights[needs] ?? 'laboratory'))
const order: readonly (Part | undefined)[] = [undefined, ...(Object.keys(heads) as Part[])]

/** The screens of whoever has signed in, each in its part; a part of which they see no screen has no head. */
export const menuParts = (entries: readonly FoundEntry[], language: Language) =>
  order.flatMap(part => {
    const own = entries.filter(({ needs }) => partOf(needs) === part)
    return own.length > 0 ? [{ ...(part ? { head: heads[part][language] } : {}), entries: own }] : []
  })
