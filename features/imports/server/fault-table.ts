import type { Language } from '#kit/language.ts'
import { csvTable } from '#kit/server/csv.ts'
import type { Fault } from '../contract.ts'
import type { Columns, FieldName } from '../fields.ts'
import { faultSentence } from '../listed.ts'
import { en } from '../text/staff-en.ts'
import { fr } from '../text/staff-fr.ts'
import type { ImportRow } from './sql.ts'

const words = {
  fr: {
    name: 'erreurs.csv',
    heads: ['Ligne', 'Colonne', 'Contenu', 'Erreur'],
    text: fr,
    wrongLines: { name: fr.preview.wrongLinesName, head: 'À corriger' },
  },
  en: {
    name: 'errors.csv',
    heads: ['Line', 'Column', 'Content', 'Error'],
    text: en,
    wrongLines: { name: en.preview.wrongLinesName, head: 'To be corrected' },
  },
} as const satisfies Record<Language, unknown>

/** A table to go through beside the file: line, the file's column heading, the cell and its fault. */
export function faultTable(faults: readonly Fault[], { headings }: ImportRow, columns: Columns, language: Language) {
  const { name, heads, text } = words[language]
  const headingOf = (field: string | null) => headings[columns[field as FieldName] ?? -1] ?? ''
  const rows = faults.map(fault => [
    fault.line,
    headingOf(fault.field),
    fault.cell,
    faultSentence(text, fault, language),
  ])
  return { name, text: csvTable(heads, rows) }
}

export type WrongLine = { cells: readonly string[]; faults: readonly Fault[] }

/** The wrong lines under their own headings, with the fault appended, to be corrected and imported. */
export function wrongLineTable(
  lines: readonly WrongLine[],
  { headings }: ImportRow,
  columns: Columns,
  language: Language,
) {
  const { text, wrongLines } = words[language]
  const headingOf = (field: string | null) => headings[columns[field as FieldName] ?? -1]
  const saidOf = (fault: Fault) =>
    [headingOf(fault.field), faultSentence(text, fault, language)].filter(Boolean).join(' – ')
  const rows = lines.map(({ cells, faults }) => [
    ...headings.map((_, place) => cells[place] ?? ''),
    faults.map(saidOf).join(' '),
  ])
  return { name: wrongLines.name, text: csvTable([...headings, wrongLines.head], rows) }
}
