import type { PrintType } from '#features/cases/contract.ts'
import type { ColleagueRole } from '#features/colleagues/rules.ts'
import type { Language } from '#kit/language.ts'
import type { FieldName } from './fields.ts'
import type { FaultCode, ImportedStatus } from './rules.ts'
import type { ImportText } from './text/staff-en.ts'

type Listed<T extends string> = Record<T, Record<Language, readonly string[]>>

/** Accepted words of a cell: the portal's own first, then those of other software. */
export const statusWords: Listed<ImportedStatus> = {
  registered: { fr: ['enregistré', 'reçu', 'à faire', 'nouveau'], en: ['registered', 'received', 'new'] },
  in_preparation: { fr: ['en préparation', 'préparation', 'accepté'], en: ['in preparation', 'accepted'] },
  in_production: {
    fr: ['en fabrication', 'fabrication', 'en production', 'production', 'en cours'],
    en: ['in production', 'in progress'],
  },
}
export const printTypeWords: Listed<PrintType> = {
  optical: { fr: ['optique', 'numérique', 'scan', 'stl'], en: ['optical', 'digital'] },
  physical: { fr: ['physique', 'silicone', 'alginate', 'classique'], en: ['physical', 'conventional'] },
}
export const roleWords: Listed<ColleagueRole> = {
  manager: { fr: ['gestionnaire', 'gérant', 'titulaire', 'responsable'], en: ['manager', 'owner'] },
  doctor: {
    fr: ['praticien', 'dentiste', 'chirurgien-dentiste', 'orthodontiste', 'collaborateur'],
    en: ['doctor', 'practitioner', 'dentist', 'orthodontist', 'associate'],
  },
  practiceDoctor: { fr: ['praticien sans factures'], en: ['doctor without invoices'] },
}

const byField: Partial<Record<FieldName, Listed<string>>> = {
  status: statusWords,
  printType: printTypeWords,
  role: roleWords,
}

/** The accepted words of a column, one for each meaning; undefined for columns without a list. */
export function listedWords(field: string | null, language: Language): string | undefined {
  const listed = byField[field as FieldName]
  return (
    listed &&
    Object.values(listed)
      .map(words => words[language].join(', '))
      .join(language === 'fr' ? '\u202f; ' : '; ')
  )
}

/** What is wrong with a cell, with the accepted words where there are few. */
export function faultSentence(
  { faults, oneOf }: Pick<ImportText, 'faults' | 'oneOf'>,
  { code, field }: { code: FaultCode; field: string | null },
  language: Language,
): string {
  const words = code === 'not_listed' && listedWords(field, language)
  return words ? oneOf(words) : faults[code]
}
