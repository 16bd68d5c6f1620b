import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { MovedOrder } from '#features/absences/contract.ts'
import { useFormat } from '#kit/web/format.tsx'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { movedByDays } from './staff-queries.ts'
import { staffAccountText } from './staff-text.ts'

const mostShown = 8

/** Preview of the promised deliveries that other delivery days would move: those past the appointment first. */
export function MovedDeliveries({ practiceId, days }: { practiceId: string; days: readonly number[] }) {
  const { moving: t } = useText(staffAccountText)
  const query = useQuery({ ...movedByDays(practiceId, days), placeholderData: keepPreviousData })
  const { data, error } = query
  if (error && !data) return <QueryFailure title={t.failed} query={query} />
  const late = data?.filter(({ isTooLate }) => isTooLate) ?? []
  const already = late.filter(({ wasTooLate }) => wasTooLate)
  return (
    <div className="stack stack--sm" aria-live="polite" aria-busy={query.isFetching}>
      <p className={late.length > already.length ? 'strong tone--late' : 'strong'}>
        {!data ? t.looking : data.length === 0 ? t.none : t.some(data.length, late.length, already.length)}
      </p>
      {data && data.length > 0 && (
        <ul className="stack stack--sm" aria-label={t.list}>
          {data.slice(0, mostShown).map(order => (
            <Line key={order.id} order={order} />
          ))}
          {data.length > mostShown && <li className="muted">{t.more(data.length - mostShown)}</li>}
        </ul>
      )}
    </div>
  )
}

function Line({ order }: { order: MovedOrder }) {
  const { id, code, patient, patientCode, appointmentDate, from, to, isTooLate, wasTooLate } = order
  const { moving: t } = useText(staffAccountText)
  const format = useFormat()
  const at = appointmentDate && format.dayTime(appointmentDate)
  return (
    <li>
      <Link to="/staff/cases/$id" params={{ id }} className="link strong">
        {code}
      </Link>{' '}
      {patient ?? patientCode}, {t.line(format.nearDay(to), format.nearDay(from))}
      {at && (
        <span className={isTooLate ? 'tone--late' : 'muted'}>
          {' '}
          · {!isTooLate ? t.appointment(at) : wasTooLate ? t.lateAlready(at) : t.late(at)}
        </span>
      )}
    </li>
  )
}
