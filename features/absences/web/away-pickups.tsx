import { useId } from 'react'
import { useBrand } from '#features/brand/web/brand-context.tsx'
import { PhoneLink } from '#features/brand/web/phone.tsx'
import { ridesText } from '#features/rides/web/text.ts'
import { useFormat } from '#kit/web/format.tsx'
import { later } from '#kit/web/later.tsx'
import { loadText, useText } from '#kit/web/text.tsx'
import { Checkbox } from '#kit/web/ui/checkbox.tsx'
import type { AwayPickup } from '../contract.ts'
import type { LeftBehind } from './left-behind.ts'
import type { useMoving } from './moving-list.tsx'
import { StayingCancelled, useStayingCancelled } from './staying-cancelled.tsx'
import { absencesText } from './text.ts'

const LeftCases = later(async () => {
  const [{ LeftCases }] = await Promise.all([import('#features/rides/web/left-cases.tsx'), loadText(ridesText)])
  return LeftCases
})

type AwayPickupsProps = {
  moving: ReturnType<typeof useMoving>
  /** Ids of the pickups for which somebody is there. */
  kept: readonly string[]
  left: LeftBehind
  onKeep: (kept: string[]) => void
}

/** Which pickups fall into these days, before anything is declared: all are called off but those that are kept. */
export function AwayPickups({ moving: { days, data }, kept, left, onKeep }: AwayPickupsProps) {
  const { pickups: t } = useText(absencesText)
  const format = useFormat()
  const { clientServicePhone } = useBrand()
  const heading = useId()
  const shown = days && data && !data.overlaps ? data : undefined
  const pickups = shown?.pickups ?? []
  // The previous release's server sends none.
  const staying = useStayingCancelled()(shown?.cancelledPickups ?? [])
  const slotOf = ({ date, shift }: Pick<AwayPickup, 'date' | 'shift'>) => `${format.nearDay(date)}, ${t.halves[shift]}`
  return (
    <section className="stack stack--sm" aria-labelledby={heading}>
      <p id={heading} className="strong tone--warn" aria-live="polite">
        {pickups.length > 0 &&
          t.some(
            pickups.length,
            pickups.every(({ status }) => status === 'confirmed'),
          )}
      </p>
      {pickups.map(({ id, orders, isTooLate, ...slot }) =>
        isTooLate ? (
          <p key={id}>
            {t.tooLate(slotOf(slot))} <PhoneLink phone={clientServicePhone} />
          </p>
        ) : (
          <Checkbox
            key={id}
            name="cancelledRides"
            value={id}
            label={t.cancel(slotOf(slot))}
            hint={kept.includes(id) ? t.kept(orders.length) : t.called}
            checked={!kept.includes(id)}
            onChange={({ currentTarget }) =>
              onKeep(currentTarget.checked ? kept.filter(one => one !== id) : [...kept, id])
            }
          />
        ),
      )}
      <div aria-live="polite">{staying && <StayingCancelled said={staying} />}</div>
      {left.orders.length > 0 && <LeftCases orders={left.orders} instead={left.instead} />}
    </section>
  )
}
