import type { Language } from '#kit/language.ts'
import type { StaffRole } from '#tenancy/rights.ts'

/** In both languages, as all of the menu, since they stand in the frame of each screen. */
export const roleNames: Record<StaffRole, Record<Language, string>> = {
  administrator: { fr: 'Administration', en: 'Administrator' },
  production: { fr: 'Production', en: 'Production' },
  accounting: { fr: 'Comptabilité', en: 'Accounting' },
  driver: { fr: 'Livraison', en: 'Driver' },
}
