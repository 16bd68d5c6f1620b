import type { PickedUpCase } from '#features/rides/contract.ts'
import type { StopPickup } from '../contract.ts'

type Texts = {
  shifts: Record<StopPickup['shift'], string>
  takes: Record<PickedUpCase['what'], (code: string) => string>
}

/** When it was asked for, what it takes, and what the practice says of it. */
export const pickupWords = ({ shift, takes = [], complementaryInformation }: StopPickup, t: Texts) => [
  t.shifts[shift],
  ...takes.map(({ code, what }) => t.takes[what](code)),
  complementaryInformation,
]
