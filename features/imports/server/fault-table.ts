import type { Language } from '#kit/language.ts'
import { csvTable } from '#kit/server/csv.ts'
import type { Fault } from '../contract.ts'
import type { Columns, FieldName } from '../fields.ts'
import { en } from '../text/staff-en.ts'
import { fr } from '../text/staff-fr.ts'
import type { ImportRow } from './sql.ts'

const words = {
  fr: { name: 'erreurs.csv', heads: ['Ligne', 'Colonne', 'Contenu', 'Erreur'], faults: fr.faults },
  en: { name: 'errors.csv', heads: ['Line', 'Column', 'Content', 'Error'], faults: en.faults },
} as const satisfies Record<Language, unknown>

/** To be gone through beside the file: line, column as the file calls it, what stands there, and what is wrong with it. */
export function faultTable(faults: readonly Fault[], { headings }: ImportRow, columns: Columns, language: Language) {
  const { name, heads, faults: sentences } = words[language]
  const headingOf = (field: string | null) => headings[columns[field as FieldName] ?? -1] ?? ''
  const rows = faults.map(({ line, field, cell, code }) => [line, headingOf(field), cell, sentences[code]])
  return { name, text: csvTable(heads, rows) }
}
