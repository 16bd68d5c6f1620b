import { Link } from '@tanstack/react-router'
import { ScheduleButton } from '#features/rides/web/schedule-button.tsx'
import { ridesText } from '#features/rides/web/text.ts'
import { useFormat } from '#kit/web/format.tsx'
import { later } from '#kit/web/later.tsx'
import { loadText, useText } from '#kit/web/text.tsx'
import type { Case } from '../contract.ts'
import { caseText } from './case-text.ts'

/** Loaded on demand, as is the list of pickups: few cases need it. */
const EarlierPickup = later(
  async () => {
    const [{ EarlierPickup }] = await Promise.all([
      import('#features/rides/web/earlier-pickup.tsx'),
      loadText(ridesText),
    ])
    return EarlierPickup
  },
  { when: 'drawn' },
)

type Props = { known: Pick<Case, 'pickup' | 'deliveryDate' | 'isDayLost'> }

/**
 * The pickup that takes the impression of a case not begun, or a link to request one. Says so when the delivery day cannot
 * be kept with it, because the day beside it is unchanged.
 */
export function ImpressionPickup({ known: { pickup, deliveryDate, isDayLost } }: Props) {
  const { impression: t, problem } = useText(caseText)
  const format = useFormat()
  return (
    <div className="row links" role="status">
      <span>
        {t.name}{' '}
        {pickup ? (
          <Link to="/rides" className="link">
            {t[pickup.isDone ? 'took' : 'takes'](problem.when(format.nearDay(pickup.date), pickup.shift))}
          </Link>
        ) : (
          <span className="tone--warn">{t.none}</span>
        )}
      </span>
      {isDayLost && deliveryDate && (
        <span className="strong tone--warn">{t[pickup ? 'dayLost' : 'dayOpen'](format.nearDay(deliveryDate))}</span>
      )}
      {isDayLost && pickup && !pickup.isDone && <EarlierPickup than={pickup} />}
      {!pickup && <ScheduleButton>{t.schedule}</ScheduleButton>}
    </div>
  )
}
