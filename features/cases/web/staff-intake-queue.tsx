import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { Skeleton } from '#kit/web/ui/skeleton.tsx'
import { intakeOrders } from '../staff-address.ts'
import type { StaffCaseRow } from '../staff-contract.ts'
import { comingWords } from './staff-case-words.ts'
import { intakeSearch } from './staff-search.ts'
import { staffCasesText, staffIntakeText } from './staff-text.ts'

const route = getRouteApi('/console/staff/intake')

/** The waiting cases, the most urgent first. */
export function StaffIntakeQueue({
  rows,
  shown,
}: {
  rows: readonly StaffCaseRow[] | undefined
  shown: string | undefined
}) {
  const t = useText(staffIntakeText)
  const words = useText(staffCasesText)
  const format = useFormat()
  const search = route.useSearch()
  const navigate = useNavigate({ from: '/staff/intake' })
  return (
    <nav className="intake__queue" aria-label={t.queue}>
      <Select
        label={t.order}
        value={search.by ?? 'appointment'}
        options={intakeOrders.map(value => ({ value, label: t.orders[value] }))}
        onChange={({ currentTarget }) =>
          void navigate({
            to: '/staff/intake',
            search: { ...intakeSearch({ by: currentTarget.value }), view: search.view },
            resetScroll: false,
          })
        }
      />
      {rows ? (
        <ol className="intake__rows card">
          {rows.map(row => {
            const { fact, meaning, tone } = comingWords(row, words, format)
            return (
              <li key={row.id}>
                <Link
                  to="/staff/intake"
                  search={{ ...search, id: row.id }}
                  resetScroll={false}
                  className="intake__row"
                  aria-current={row.id === shown ? 'true' : undefined}
                >
                  <span className="strong">
                    {row.code} · {row.practice.name}
                  </span>
                  <span className="small">{row.summary}</span>
                  <span className="small muted">
                    {fact ?? t.noAppointment}
                    {meaning && <span className={tone && `tone--${tone}`}> · {meaning}</span>}
                  </span>
                  <span className="small muted">{t.arrived(format.dayTime(row.createdAt))}</span>
                </Link>
              </li>
            )
          })}
        </ol>
      ) : (
        <Skeleton shape="block" />
      )}
    </nav>
  )
}
