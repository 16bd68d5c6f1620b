import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useFormat } from '#kit/web/format.tsx'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { Choices } from '#kit/web/ui/choices.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import type { Change } from '../input.ts'
import type { Effect } from '../staff-contract.ts'
import { effectOf } from './staff-queries.ts'
import { staffCalendarText } from './staff-text.ts'

/** What becomes of promises that a change takes the day of; nothing as long as nobody has said it. */
export type Moving = '' | 'move' | 'early' | 'keep'

/**
 * As it is sent: nothing as long as it is not known what has been promised, or not said what becomes of it. So the form
 * asks, and whoever saves has seen it.
 */
export function sentMoves(client: QueryClient, change: Change | undefined, moving: Moving) {
  const effect = change && client.getQueryData(effectOf(change).queryKey)
  const early = moving === 'early'
  // What could come before may be none by now.
  if (!effect || (effect.deliveries > 0 && (moving === '' || (early && effect.early === 0))))
    return { moves: undefined }
  return { moves: effect.deliveries > 0 && moving !== 'keep', early }
}

type EffectChoiceProps = {
  change: Change
  name: string
  value: Moving
  error: string | undefined
  onChange: (moving: Moving) => void
}

/** What a change would take away that has been promised, and the choice what becomes of it. */
export function EffectChoice({ change, error, ...field }: EffectChoiceProps) {
  const { effect: t } = useText(staffCalendarText)
  const format = useFormat()
  const query = useQuery(effectOf(change))
  if (query.error && !query.data)
    return (
      // What the form lacks then is to be looked at again: who sends it is led there.
      <div data-field={field.name}>
        <QueryFailure title={t.failed} query={query} />
      </div>
    )
  if (!query.data) return <Notice live>{t.looking}</Notice>
  const { deliveries, late, early, shown, pickups } = query.data
  return (
    <div className="stack">
      <Notice
        tone={late > 0 ? 'late' : deliveries > 0 ? 'warn' : 'info'}
        live
        title={deliveries > 0 && t.deliveries(deliveries, late)}
      >
        {deliveries === 0 && <p>{t.none}</p>}
        {deliveries > 0 && (
          <ul>
            {shown.map(order => (
              <Line key={order.id} order={order} />
            ))}
            {deliveries > shown.length && <li>{t.more(deliveries - shown.length)}</li>}
          </ul>
        )}
        {pickups.length > 0 && (
          <>
            <p>{t.pickups(pickups.length)}</p>
            <ul>
              {pickups.map(({ practice, date, shift }) => (
                <li key={`${practice}${date}${shift}`}>{t.pickup(practice, format.day(date), t.shifts[shift])}</li>
              ))}
            </ul>
          </>
        )}
      </Notice>
      {deliveries > 0 && (
        <Choices
          {...field}
          className="staff-calendar__moving"
          value={field.value === '' ? undefined : field.value}
          label={t.choice}
          error={error && t.missing}
          options={[
            { value: 'move', label: t.move, detail: t.moveHint },
            ...(early > 0
              ? [{ value: 'early' as const, label: t.early(early), detail: t.earlyHint(deliveries - early) }]
              : []),
            { value: 'keep', label: t.keep, detail: t.keepHint },
          ]}
        />
      )}
    </div>
  )
}

function Line({ order }: { order: Effect['shown'][number] }) {
  const { code, practice, patient, patientCode, appointmentDate, from, to, early, isTooLate, wasTooLate } = order
  const { effect: t } = useText(staffCalendarText)
  const format = useFormat()
  const at = appointmentDate && format.dayTime(appointmentDate)
  const isTooLateByIt = isTooLate && !wasTooLate
  return (
    <li>
      {t.line(`${code}, ${practice}, ${patient ?? patientCode}`, format.day(from), to ? format.day(to) : t.stays)}
      {at && isTooLateByIt && <span className="strong"> · {t.late(at)}</span>}
      {at && !isTooLateByIt && ` · ${wasTooLate ? t.lateAlready(at) : t.appointment(at)}`}
      {early && ` · ${t.possibleBefore(format.day(early))}`}
    </li>
  )
}
