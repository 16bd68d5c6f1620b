import type { FoundEntry } from '#app/frame/menu-entries.ts'
import type { Language } from '#kit/language.ts'
import type { StaffRight } from '#tenancy/rights.ts'

/** Headings in both languages, like the whole menu: bench, van, customers, books, the laboratory itself. */
const heads = {
  production: { fr: 'Production', en: 'Production' },
  delivery: { fr: 'Livraison', en: 'Delivery' },
  practices: { fr: 'Clients', en: 'Customers' },
  books: { fr: 'Comptabilité', en: 'Accounting' },
  laboratory: { fr: 'Laboratoire', en: 'Laboratory' },
} satisfies Record<string, Record<Language, string>>
type Part = keyof typeof heads

/** Entries for everybody come before all sections. */
const ofEverybody: readonly string[] = ['session', 'console', 'language'] satisfies ('session' | StaffRight)[]

/** The menu section for each right; other rights belong to the laboratory's section. */
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

/** The user's screens by section; empty sections are left out. */
export const menuParts = (entries: readonly FoundEntry[], language: Language) =>
  order.flatMap(part => {
    const own = entries.filter(({ needs }) => partOf(needs) === part)
    return own.length > 0 ? [{ ...(part ? { head: heads[part][language] } : {}), entries: own }] : []
  })
