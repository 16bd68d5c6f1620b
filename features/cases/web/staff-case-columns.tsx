import { Link } from '@tanstack/react-router'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { Checkbox } from '#kit/web/ui/checkbox.tsx'
import { SortLink } from '#kit/web/ui/sort-link.tsx'
import type { Column } from '#kit/web/ui/table.tsx'
import { TwoLines } from '#kit/web/ui/two-lines.tsx'
import { VisuallyHidden } from '#kit/web/ui/visually-hidden.tsx'
import type { StaffCaseRow } from '../staff-contract.ts'
import { staffSortOf } from '../staff-rules.ts'
import type { Words } from './case-words.ts'
import { Nothing } from './nothing.tsx'
import { PatientWords } from './patient-words.tsx'
import { arrivingWords, comingWords, placeWords } from './staff-case-words.ts'
import { changed, type StaffListSearch, staffQueryOf } from './staff-search.ts'
import { staffCasesText } from './staff-text.ts'
import { CaseState } from './status-pill.tsx'

type Choosing = { chosen: ReadonlySet<string>; onChoose: (id: string, isChosen: boolean) => void }

export function useStaffCaseColumns(search: StaffListSearch, { chosen, onChoose }: Choosing): Column<StaffCaseRow>[] {
  const t = useText(staffCasesText)
  const { columns } = t.list
  const format = useFormat()
  const { by, order } = staffSortOf(staffQueryOf(search))

  const sortable = (key: typeof by, label: string) => {
    const direction = by !== key ? undefined : order === 'ASC' ? 'ascending' : 'descending'
    const next = { sort_by: key, sort_order: direction === 'ascending' ? 'DESC' : 'ASC' } as const
    return {
      label,
      sorted: direction ?? 'none',
      header: (
        <SortLink to="/staff/cases" search={changed(search, next)} resetScroll={false} direction={direction}>
          {label}
        </SortLink>
      ),
    } as const
  }

  return [
    {
      key: 'code',
      ...sortable('code', columns.code),
      size: 'sm',
      phone: 'title',
      cell: ({ id, code, practice }) => (
        <TwoLines sub={practice.name}>
          <Link to="/staff/cases/$id" params={{ id }} className="table__link">
            {code}
          </Link>
        </TwoLines>
      ),
    },
    {
      key: 'patient',
      label: columns.patient,
      phone: 'bare',
      cell: row => (
        <TwoLines sub={row.summary}>
          <PatientWords row={row} />
        </TwoLines>
      ),
    },
    {
      key: 'status',
      label: columns.status,
      size: 'md',
      phone: 'aside',
      cell: row => {
        // The practice's answer, so that someone going through answers opens only cases that need more.
        const answer = row.acceptedAt ? t.list.awaited : row.hold?.answer && t.answers[row.hold.answer]
        return (
          <TwoLines sub={row.isAsked ? t.list.asked : answer} tone={row.isAsked ? 'warn' : undefined}>
            <CaseState row={row} />
          </TwoLines>
        )
      },
    },
    {
      key: 'delivery',
      ...sortable('deliveryDate', columns.delivery),
      size: 'sm',
      cell: row => <WordsCell words={arrivingWords(row, t, format)} />,
    },
    {
      key: 'appointment',
      ...sortable('appointmentDate', columns.appointment),
      size: 'md',
      cell: row => <WordsCell words={comingWords(row, t, format)} />,
    },
    {
      key: 'technician',
      label: columns.technician,
      size: 'sm',
      cell: ({ technician, place }) => {
        const name = technician?.name ?? <Nothing />
        return place ? <TwoLines sub={placeWords(place, t, format)}>{name}</TwoLines> : name
      },
    },
    {
      key: 'choice',
      label: columns.choice,
      labelHidden: true,
      phone: 'corner',
      cell: ({ id, code }) => (
        <Checkbox
          label={<VisuallyHidden>{t.list.choose(code)}</VisuallyHidden>}
          checked={chosen.has(id)}
          onChange={({ currentTarget }) => onChoose(id, currentTarget.checked)}
        />
      ),
    },
  ]
}

function WordsCell({ words: { fact, meaning, tone } }: { words: Words }) {
  return (
    <TwoLines sub={meaning} tone={tone}>
      {fact ?? <Nothing />}
    </TwoLines>
  )
}
