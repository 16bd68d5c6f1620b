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

/** What happens to promised deliveries on closed days; empty until chosen. */
export type Moving = '' | 'move' | 'early' | 'keep'

/**
 * The choice as sent; undefined until the preview has loaded and the choice is made, so that the form asks and nobody saves
 * without having seen it.
 */
export function sentMoves(client: QueryClient, change: Change | undefined, moving: Moving) {
  const effect = change && client.getQueryData(effectOf(change).queryKey)
  const early = moving === 'early'
  // The preview may have changed: an earlier delivery may not be possible any more.
  if (!effect || (effect.deliveries > 0 && (moving === '' || (early && effect.early === 0))))
    return { moves: undefined }
  // What is promised between the preview and the save moves as well: nobody has chosen to keep it.
  return { moves: effect.deliveries === 0 || moving !== 'keep', early }
}

type EffectChoiceProps = {
  change: Change
  name: string
  value: Moving
  error: string | undefined
  onChange: (moving: Moving) => void
}

/** The promised deliveries a change would affect, and the choice of what to do with them. */
export function EffectChoice({ change, error, ...field }: EffectChoiceProps) {
  const { effect: t } = useText(staffCalendarText)
  const format = useFormat()
  const query = useQuery(effectOf(change))
  if (query.error && !query.data)
    return (
      // The form's missing value points here, so submitting leads to the retry.
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
