import type { Language } from '#kit/language.ts'
import type { StaffRole } from '#tenancy/rights.ts'

/** In both languages, like the menu, because every screen's frame uses them. */
export const roleNames: Record<StaffRole, Record<Language, string>> = {
  administrator: { fr: 'Administration', en: 'Administrator' },
  production: { fr: 'Production', en: 'Production' },
  accounting: { fr: 'Comptabilité', en: 'Accounting' },
  driver: { fr: 'Livraison', en: 'Driver' },
}
