import { useQuery } from '@tanstack/react-query'
import { firstPossible, type Slot } from '#features/rides/rules.ts'
import { calendarOf } from '#features/rides/web/pickup-slots.ts'
import { rideList } from '#features/rides/web/queries.ts'
import { useFormat } from '#kit/web/format.tsx'

export type ReturnPickup = {
  /** The next planned pickup. */
  next: Slot | null
  /** Otherwise the first pickup that can be requested. */
  possible: Slot | undefined
}

export function useReturnPickup(isOffered: boolean): ReturnPickup | undefined {
  const { data } = useQuery({ ...rideList, enabled: isOffered })
  const { zone } = useFormat()
  return data && { next: data.next, possible: data.next ? undefined : firstPossible(data.data, calendarOf(data, zone)) }
}
