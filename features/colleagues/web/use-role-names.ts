import type { Language } from '#kit/language.ts'
import { useLanguage } from '#kit/web/text.tsx'
import type { ColleagueRole } from '../rules.ts'

/** The same words wherever somebody of a practice is named, to the practice and to the laboratory. */
const names: Record<Language, Record<ColleagueRole, string>> = {
  fr: { manager: 'Gestionnaire', doctor: 'Praticien', practiceDoctor: 'Praticien, sans absences ni factures' },
  en: { manager: 'Manager', doctor: 'Doctor', practiceDoctor: 'Doctor, without absences and invoices' },
}

export const useRoleNames = () => names[useLanguage()]
