import { useQuery } from '@tanstack/react-query'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { firstPossible, isSooner, type Slot } from '../rules.ts'
import { calendarOf } from './pickup-slots.ts'
import { rideList } from './queries.ts'
import { ScheduleButton } from './schedule-button.tsx'
import { ridesText } from './text.ts'
import { useSlotWords } from './use-slot-words.ts'

/**
 * When a pickup comes too late: the first earlier one that can be requested, with a button; renders nothing when there is
 * none.
 */
export function EarlierPickup({ than }: { than: Slot }) {
  const { earlier: t } = useText(ridesText)
  const { zone } = useFormat()
  const slotWords = useSlotWords()
  const { data } = useQuery(rideList)
  const first = data && firstPossible(data.data, calendarOf(data, zone))
  if (!first || !isSooner(first, than)) return null
  return (
    <>
      <span>{t.possible(slotWords(first))}</span>
      <ScheduleButton slot={first}>{t.schedule}</ScheduleButton>
    </>
  )
}
