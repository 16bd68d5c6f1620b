import type { SignedInUser } from '#features/auth/web/token.ts'
import { PatientWords } from '#features/cases/web/patient-words.tsx'
import { StatusPill } from '#features/cases/web/status-pill.tsx'
import { InvoicePill } from '#features/invoices/web/invoice-pill.tsx'
import type { Found, PaletteGroup } from '#features/palette/web/command-palette.tsx'
import type { PaletteEntry } from '#features/palette/web/palette-option.tsx'
import { staffPaletteText } from '#features/palette/web/staff-text.ts'
import { useFound } from '#features/palette/web/use-found.ts'
import { matchesWords } from '#kit/web/search-words.ts'
import { useText } from '#kit/web/text.tsx'
import { Pill } from '#kit/web/ui/pill.tsx'
import { may } from '#tenancy/rights.ts'
import { type FoundPractice, foundBy } from './found-query.ts'

const most = { practices: 4, cases: 8, invoices: 4 }

/** Practices, cases and documents, as far as this person may see them. */
export function useFoundOfStaff(words: string, user: SignedInUser): Found {
  const t = useText(staffPaletteText)
  const { data, isOlder, ...state } = useFound(words, search => foundBy(search, user))
  // Of an older answer whatever fits by what is read of it: the rest may still come.
  const fitting = <Row,>(rows: readonly Row[] = [], text: (row: Row) => string) =>
    isOlder ? rows.filter(row => matchesWords(text(row), words)) : rows

  const practices = fitting(data?.practices, ({ name, place }) => `${name} ${place ?? ''}`)
  const cases = fitting(data?.cases, ({ code, patient, patientCode }) => `${code} ${patient ?? ''} ${patientCode}`)
  const invoices = fitting(data?.invoices, ({ pieceCode }) => pieceCode)
  const entryOfPractice = ({ id, name, place, isDisabled }: FoundPractice): PaletteEntry => ({
    id,
    ...wayToPractice(user, id),
    icon: 'tooth',
    label: name,
    detail: place,
    end: isDisabled && (
      <Pill tone="plain" icon="lock">
        {t.disabled}
      </Pill>
    ),
  })
  const groups: PaletteGroup[] = [
    { ...headOfPractices(user, t.groups), entries: practices.slice(0, most.practices).map(entryOfPractice) },
    {
      id: 'cases',
      head: t.groups.cases,
      entries: cases.slice(0, most.cases).map(
        (row): PaletteEntry => ({
          id: row.id,
          to: `/staff/cases/${row.id}`,
          icon: 'case',
          label: row.code,
          detail: (
            <>
              <bdi>{row.practice.name}</bdi> · <PatientWords row={row} />
            </>
          ),
          end: <StatusPill row={row} />,
        }),
      ),
    },
    {
      id: 'invoices',
      head: t.groups.invoices,
      entries: invoices.slice(0, most.invoices).map(
        ({ id, pieceCode, practice, status }): PaletteEntry => ({
          id,
          to: `/staff/invoices/${id}`,
          icon: 'document',
          label: pieceCode,
          detail: <bdi>{practice.name}</bdi>,
          end: <InvoicePill status={status} />,
        }),
      ),
    },
  ]
  const isMore = practices.length > most.practices || cases.length > most.cases || invoices.length > most.invoices
  return { ...state, groups, more: isMore && !isOlder ? t.more : undefined }
}

/** To its page for whoever looks after practices, to its account for who does the books, to its cases for everybody else. */
function wayToPractice(user: SignedInUser, id: string): { to: string; search?: object } {
  if (may(user, 'practices')) return { to: `/staff/practices/${id}` }
  if (may(user, 'billing')) return { to: `/staff/billing/practices/${id}` }
  return { to: '/staff/cases', search: { practiceId: id } }
}

function headOfPractices(user: SignedInUser, heads: Record<'practices' | 'accounts' | 'practiceCases', string>) {
  if (may(user, 'practices')) return { id: 'practices', head: heads.practices }
  if (may(user, 'billing')) return { id: 'practices', head: heads.accounts }
  return { id: 'practices', head: heads.practiceCases }
}
