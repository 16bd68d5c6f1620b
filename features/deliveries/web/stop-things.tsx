import { isOpen } from '#features/rides/rules.ts'
import type { Day } from '#kit/day.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { classes } from '#kit/web/ui/classes.ts'
import type { Stop } from '../contract.ts'
import { isToBring } from '../rules.ts'
import { pickupWords } from './pickup-words.ts'
import { deliveriesText } from './text.ts'

/** Deliveries and pickups of a stop. */
export function StopThings({ stop: { cases, pickups }, day }: { stop: Stop; day: Day }) {
  const t = useText(deliveriesText)
  const format = useFormat()
  const today = format.today()
  const open = cases.filter(isToBring)
  return (
    <div className="stop__things">
      {cases.length > 0 && (
        <div>
          <h4 className="stop__what">{open.length > 0 ? t.bring : t.brought}</h4>
          <ul>
            {cases.map(one => (
              <li key={one.id} className={classes(!open.includes(one) && 'muted')}>
                <span className="num strong">{one.code}</span> {one.summary}
                {!open.includes(one) && ` · ${t.handed}`}
                {one.status === 'in_production' && <span className="tone--warn"> · {t.notShipped}</span>}
                {open.includes(one) && one.isUnsigned && <span className="tone--warn"> · {t.notSigned}</span>}
                {open.includes(one) && (one.deliveryDate < today || one.deliveryDate > day) && (
                  <span className={one.deliveryDate < today ? 'tone--late' : 'muted'}>
                    {` · ${t.promisedFor(format.nearDay(one.deliveryDate))}`}
                  </span>
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
      {pickups.length > 0 && (
        <div>
          <h4 className="stop__what">{t.fetch}</h4>
          <ul>
            {pickups.map(one => (
              <li key={one.id} className={classes(!isOpen(one) && 'muted')}>
                {[...pickupWords(one, t), one.status === 'picked_up' && t.fetched].filter(Boolean).join(' · ')}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
