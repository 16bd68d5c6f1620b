import { Link } from '@tanstack/react-router'
import type { Reply } from '#kit/contract.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import type { LeftCase, rideCalls } from '../contract.ts'
import { ridesText } from './text.ts'
import { useSlotWords } from './use-slot-words.ts'

const mostShown = 5

/** What a cancelled pickup would leave behind, what takes it instead, and what is then too late. */
export function LeftCases({ orders, instead }: Reply<typeof rideCalls.previewCancellation>['data']) {
  const { cancel: t } = useText(ridesText)
  const slotWords = useSlotWords()
  if (orders.length === 0) return <p>{t.nothing}</p>
  const late = orders.filter(({ isTooLate, isDayLost }) => isTooLate || isDayLost).length
  const [shown, others] = [orders.slice(0, mostShown), orders.slice(mostShown)]
  return (
    <>
      <p className={late > 0 ? 'strong tone--late' : 'strong'}>{t.left(orders.length, late)}</p>
      <ul className="stack stack--sm" aria-label={t.list}>
        {shown.map(order => (
          <Line key={`${order.id} ${order.what}`} order={order} />
        ))}
      </ul>
      {others.length > 0 && (
        <details>
          <summary>{t.others(others.length)}</summary>
          <ul className="stack stack--sm">
            {others.map(order => (
              <Line key={`${order.id} ${order.what}`} order={order} />
            ))}
          </ul>
        </details>
      )}
      <p className="strong">
        {!instead ? t.nobody : instead.isPlanned ? t.instead(slotWords(instead)) : t.unplanned(slotWords(instead))}
      </p>
      {orders.some(({ what }) => what === 'impression') && <p className="muted">{t.promised}</p>}
    </>
  )
}

function Line({ order }: { order: LeftCase }) {
  const { cancel: t, taken } = useText(ridesText)
  const format = useFormat()
  const { id, code, patient, patientCode, summary, what, appointmentDate, deliveryDate, isTooLate, isDayLost } = order
  const at = appointmentDate && format.dayTime(appointmentDate)
  return (
    <li>
      {taken.kinds[what]}{' '}
      <Link to="/cases/$id" params={{ id }} className="link strong">
        {code}
      </Link>{' '}
      {patient ?? patientCode} · {summary}
      {at && (
        <span className={isTooLate ? 'tone--late' : 'muted'}> · {isTooLate ? t.late(at) : t.appointment(at)}</span>
      )}
      {isDayLost && deliveryDate && (
        <span className="tone--late"> · {t.lateForDelivery(format.day(deliveryDate, 'date'))}</span>
      )}
    </li>
  )
}
