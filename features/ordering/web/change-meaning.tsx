import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { useRested } from '#kit/web/use-rested.ts'
import type { OrderChange } from '../change-input.ts'
import { orderingCalls } from '../contract.ts'
import { changeText } from './change-text.ts'

const pause = 300

const meaningOf = (id: string, change: OrderChange) =>
  queryOptions({
    queryKey: ['orders', 'change', id, change],
    queryFn: async ({ signal }) =>
      (await call(orderingCalls.previewChange, { params: { id }, body: change, signal })).data,
    meta: { topics: ['orders', 'closures'] },
  })

/** Previews the effect of a change before saving: the day of delivery, and what that means for the patient. */
export function ChangeMeaning({ id, change }: { id: string; change: OrderChange | undefined }) {
  const t = useText(changeText)
  const format = useFormat()
  const said = JSON.stringify(change) ?? ''
  const asked = useRested(said, pause) === said ? change : undefined
  const sentence = useProblemText()
  const { data, error } = useQuery({
    ...meaningOf(id, asked ?? {}),
    enabled: asked !== undefined,
    placeholderData: keepPreviousData,
  })
  // Saving is still possible; silence must not be read as "nothing moves".
  if (!data)
    return (
      <p role="status" className="tone--warn">
        {change && error ? sentence(error, t.refusals) : '\u00a0'}
      </p>
    )
  const { deliveryDate, presentDate, isMissed, daysBefore, asksLaboratory } = data
  const day = deliveryDate && format.nearDay(deliveryDate)
  const tone =
    daysBefore === null ? '' : daysBefore < 0 ? ' tone--late' : daysBefore === 0 ? ' tone--warn' : ' tone--ok'
  return (
    <div role="status">
      {day && (
        <p className={isMissed ? 'strong tone--late' : 'strong'}>
          {isMissed
            ? t.missed(day)
            : presentDate && presentDate !== deliveryDate
              ? t.moves(day, format.nearDay(presentDate))
              : t.stays(day)}
        </p>
      )}
      {daysBefore !== null && <p className={tone.trim()}>{t.meaning(daysBefore)}</p>}
      {asksLaboratory && <p className="tone--warn">{t.asks[asksLaboratory]}</p>}
    </div>
  )
}
