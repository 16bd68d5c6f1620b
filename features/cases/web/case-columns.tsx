import { Link } from '@tanstack/react-router'
import { useUnreadMark } from '#features/notices/web/unread-mark.tsx'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { SortLink } from '#kit/web/ui/sort-link.tsx'
import type { Column } from '#kit/web/ui/table.tsx'
import { TwoLines } from '#kit/web/ui/two-lines.tsx'
import type { CaseRow, CaseSort } from '../contract.ts'
import { canAnswerHold } from '../rules.ts'
import { CaseMenu } from './case-menu.tsx'
import { appointmentWords, deliveryWords, type Words } from './case-words.ts'
import { HoldMenu } from './hold-menu.tsx'
import { presentSort, sortedBy } from './list-views.ts'
import { Nothing } from './nothing.tsx'
import { PatientWords } from './patient-words.tsx'
import type { CaseListSearch } from './search.ts'
import { CaseState } from './status-pill.tsx'
import { casesText } from './text.ts'

export function useCaseColumns(search: CaseListSearch): Column<CaseRow>[] {
  const t = useText(casesText)
  const { columns } = t.list
  const format = useFormat()
  const sort = presentSort(search)
  const unreadMark = useUnreadMark()

  const sortable = (key: CaseSort, label: string) => {
    const direction = sort.by !== key ? undefined : sort.order === 'ASC' ? 'ascending' : 'descending'
    return {
      label,
      sorted: direction ?? 'none',
      header: (
        <SortLink
          to="/cases"
          search={sortedBy(search, key, direction === 'ascending' ? 'DESC' : 'ASC')}
          resetScroll={false}
          direction={direction}
        >
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
      cell: row => (
        <TwoLines sub={row.prescriber}>
          <Link
            to="/cases/$id"
            params={{ id: row.id }}
            state={{ list: search }}
            preloadDelay={150}
            className="table__link"
          >
            {row.code}
          </Link>
          {unreadMark(row.id)}
        </TwoLines>
      ),
    },
    {
      key: 'patient',
      ...sortable('patient', columns.patient),
      phone: 'bare',
      cell: row => (
        <TwoLines sub={row.summary}>
          <PatientWords row={row} />
        </TwoLines>
      ),
    },
    { key: 'status', label: columns.status, size: 'md', phone: 'aside', cell: row => <CaseState row={row} /> },
    {
      key: 'delivery',
      ...sortable('deliveryDate', columns.delivery),
      cell: row => <DeliveryCell row={row} words={deliveryWords(row, t, format)} />,
    },
    {
      key: 'appointment',
      ...sortable('appointmentDate', columns.appointment),
      size: 'md',
      cell: row => <WordsCell words={appointmentWords(row, t, format)} />,
    },
    {
      key: 'actions',
      label: columns.actions,
      labelHidden: true,
      phone: 'corner',
      cell: row => <CaseMenu row={row} />,
    },
  ]
}

/** A case that waits for the practice is answered right in the list. */
function DeliveryCell({ row, words }: { row: CaseRow; words: Words }) {
  // Table rows are memoised as a whole.
  'use no memo'
  if (!words.meaning || !canAnswerHold(row)) return <WordsCell words={words} />
  return <TwoLines sub={<HoldMenu row={row} label={words.meaning} />}>{words.fact ?? <Nothing />}</TwoLines>
}

function WordsCell({ words: { fact, meaning, tone } }: { words: Words }) {
  // Table rows are memoised as a whole.
  'use no memo'
  return (
    <TwoLines sub={meaning} tone={tone}>
      {fact ?? <Nothing />}
    </TwoLines>
  )
}
