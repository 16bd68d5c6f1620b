import type { SignedInUser } from '#features/auth/web/token.ts'
import type { StaffCaseRow } from '#features/cases/staff-contract.ts'
import { PatientWords } from '#features/cases/web/patient-words.tsx'
import { arrivingWords } from '#features/cases/web/staff-case-words.ts'
import { staffCasesText } from '#features/cases/web/staff-text.ts'
import { StatusPill } from '#features/cases/web/status-pill.tsx'
import { InvoicePill } from '#features/invoices/web/invoice-pill.tsx'
import type { Found, PaletteGroup } from '#features/palette/web/command-palette.tsx'
import type { PaletteEntry } from '#features/palette/web/palette-option.tsx'
import { staffPaletteText } from '#features/palette/web/staff-text.ts'
import { useFound } from '#features/palette/web/use-found.ts'
import { useFormat } from '#kit/web/format.tsx'
import { matchesWords } from '#kit/web/search-words.ts'
import { useText } from '#kit/web/text.tsx'
import { classes } from '#kit/web/ui/classes.ts'
import { Pill } from '#kit/web/ui/pill.tsx'
import { may } from '#tenancy/rights.ts'
import { type FoundPractice, foundBy } from './found-query.ts'

const most = { practices: 4, cases: 8, invoices: 4 }

/** Practices, cases and documents that this person may see. */
export function useFoundOfStaff(words: string, user: SignedInUser): Found {
  const t = useText(staffPaletteText)
  const ofCases = useText(staffCasesText)
  const format = useFormat()
  const { data, isOlder, ...state } = useFound(words, search => foundBy(search, user))
  // From an outdated answer, only the rows whose shown text matches: the rest may still come.
  const fitting = <Row,>(rows: readonly Row[] = [], text: (row: Row) => string) =>
    isOlder ? rows.filter(row => matchesWords(text(row), words)) : rows

  const practices = fitting(data?.practices.rows, wordsOfPractice).slice(0, most.practices)
  const cases = fitting(data?.cases.rows, wordsOfCase).slice(0, most.cases)
  const invoices = fitting(data?.invoices.rows, ({ pieceCode }) => pieceCode).slice(0, most.invoices)
  const way = wayToPractices(user)
  const practiceEntries = practices.map(
    (found): PaletteEntry => ({
      id: found.id,
      ...way.to(found.id),
      icon: 'tooth',
      label: found.name,
      detail: whyFound(found, words),
      end: found.isDisabled && (
        <Pill tone="plain" icon="lock">
          {t.disabled}
        </Pill>
      ),
    }),
  )
  const caseEntries = cases.map((row): PaletteEntry => {
    const { fact, meaning, tone } = arrivingWords(row, ofCases, format)
    return {
      id: row.id,
      to: `/staff/cases/${row.id}`,
      icon: 'case',
      label: row.code,
      detail: (
        <>
          <bdi>{row.practice.name}</bdi> · <PatientWords row={row} />{' '}
          <span className={classes('small', tone && `tone--${tone}`)}>
            {[fact, meaning].filter(Boolean).join(', ')}
          </span>
        </>
      ),
      end: <StatusPill row={row} />,
    }
  })
  const invoiceEntries = invoices.map(
    (piece): PaletteEntry => ({
      id: piece.id,
      to: `/staff/invoices/${piece.id}`,
      icon: 'document',
      label: piece.pieceCode,
      detail: <bdi>{piece.practice.name}</bdi>,
      end: <InvoicePill piece={piece} />,
    }),
  )
  const groups: PaletteGroup[] = [
    { id: 'practices', head: t.groups[way.head], entries: practiceEntries },
    { id: 'cases', head: t.groups.cases, entries: caseEntries },
    { id: 'invoices', head: t.groups.invoices, entries: invoiceEntries },
  ]
  const shown = practices.length + cases.length + invoices.length
  const total = data && !isOlder ? data.practices.total + data.cases.total + data.invoices.total : shown
  return { ...state, groups, total, more: total > shown ? t.more(shown, total) : undefined }
}

const wordsOfPractice = ({ name, place = '', people = [] }: FoundPractice) =>
  [name, place, ...people.map(person => person.name)].join(' ')
const wordsOfCase = ({ code, patient, patientCode, practice }: StaffCaseRow) =>
  [code, patient ?? '', patientCode, practice.name].join(' ')

/** The practice's place, or the person whose name matched if that is why it was found. */
function whyFound({ name, place = '', people = [] }: FoundPractice, words: string) {
  const meant = matchesWords(`${name} ${place}`, words)
    ? undefined
    : people.find(person => matchesWords(`${name} ${place} ${person.name}`, words))
  return meant?.name ?? place
}

/** Links to a practice's page for users who manage practices, its account for accounting, its cases for all others. */
function wayToPractices(user: SignedInUser) {
  if (may(user, 'practices'))
    return { head: 'practices', to: (id: string) => ({ to: `/staff/practices/${id}` }) } as const
  if (may(user, 'billing'))
    return { head: 'accounts', to: (id: string) => ({ to: `/staff/billing/practices/${id}` }) } as const
  return { head: 'practiceCases', to: (id: string) => ({ to: '/staff/cases', search: { practiceId: id } }) } as const
}
