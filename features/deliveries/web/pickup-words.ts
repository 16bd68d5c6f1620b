import type { PickedUpCase } from '#features/rides/contract.ts'
import type { StopPickup } from '../contract.ts'

type Texts = {
  shifts: Record<StopPickup['shift'], string>
  takes: Record<PickedUpCase['what'], (code: string) => string>
}

/** The time, what it takes, and the practice's information. */
export const pickupWords = ({ shift, takes = [], complementaryInformation }: StopPickup, t: Texts) => [
  t.shifts[shift],
  ...takes.map(({ code, what }) => t.takes[what](code)),
  complementaryInformation,
]
