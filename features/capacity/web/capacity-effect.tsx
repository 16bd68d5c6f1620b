import { useQuery } from '@tanstack/react-query'
import { useFormat } from '#kit/web/format.tsx'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { useRested } from '#kit/web/use-rested.ts'
import type { CapacityTried } from '../input.ts'
import type { Capacity, CapacityEffect } from '../staff-contract.ts'
import { capacityEffect } from './staff-queries.ts'
import { staffCapacityText } from './staff-text.ts'

const pause = 400

/** A preview of these settings, loaded once typing pauses. */
export function CapacityEffectNotice({ tried, families }: { tried: CapacityTried } & Pick<Capacity, 'families'>) {
  const t = useText(staffCapacityText).effect
  const asked = useRested(JSON.stringify(tried), pause)
  const query = useQuery(capacityEffect(asked))
  if (query.error) return <QueryFailure title={t.failed} query={query} />
  if (!query.data) return <p className="muted">{t.loading}</p>
  return (
    <Notice live title={t.title}>
      <Lines effect={query.data} families={families} />
    </Notice>
  )
}

function Lines({ effect: { promises, over }, families }: { effect: CapacityEffect } & Pick<Capacity, 'families'>) {
  const t = useText(staffCapacityText).effect
  const format = useFormat()
  const day = (day: string) => format.day(day, 'short')
  const nameOf = (family: string) => families.find(({ id }) => id === family)?.name ?? family
  const moved = promises.filter(({ before, after }) => before !== after)
  const [first] = over
  return (
    <>
      <ul className="capacity__effect">
        {moved.map(({ family, before, after }) => (
          <li key={family}>
            {after === null
              ? t.none(nameOf(family))
              : before === null
                ? t.again(nameOf(family), day(after))
                : t.moved(nameOf(family), day(before), day(after))}
          </li>
        ))}
        {moved.length === 0 && <li>{t.same}</li>}
        <li>{first ? t.over(over.length, day(first)) : t.stays}</li>
      </ul>
      <p className="muted">{t.reckoned}</p>
    </>
  )
}
