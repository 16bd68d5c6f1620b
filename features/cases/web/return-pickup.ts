import { useQuery } from '@tanstack/react-query'
import { firstPossible, type Slot } from '#features/rides/rules.ts'
import { calendarOf } from '#features/rides/web/pickup-slots.ts'
import { rideList } from '#features/rides/web/queries.ts'
import { useFormat } from '#kit/web/format.tsx'

export type ReturnPickup = {
  /** The one that comes anyway. */
  next: Slot | null
  /** Else the first that can be asked for. */
  possible: Slot | undefined
}

export function useReturnPickup(isOffered: boolean): ReturnPickup | undefined {
  const { data } = useQuery({ ...rideList, enabled: isOffered })
  const { zone } = useFormat()
  return data && { next: data.next, possible: data.next ? undefined : firstPossible(data.data, calendarOf(data, zone)) }
}
