import type { Prescribers } from '../contract.ts'
import { another, type Entry } from './entry.ts'

export type Prescribing = Prescribers & {
  /** The reader's id, if the reader is one of the doctors. */
  ownId: string | undefined
}

type Named = Pick<Entry, 'prescriberId' | 'prescriberName'>

/**
 * Fills in the prescriber where there is no choice: doctors prescribe themselves, and the only doctor of a practice
 * prescribes for its staff. A prescriber who has left the practice since a draft or template was saved is replaced.
 */
export function withPrescriber<E extends Named>(entry: E, { doctors, ownId }: Prescribing): E {
  const isThere = (id: string | undefined) => doctors.some(doctor => doctor.id === id)
  const preset = isThere(ownId) ? ownId : doctors.length === 1 ? doctors[0]?.id : undefined
  const { prescriberId } = entry
  if (doctors.length === 0) return { ...entry, prescriberId: another }
  return { ...entry, prescriberId: prescriberId === another || isThere(prescriberId) ? prescriberId : (preset ?? '') }
}

/** Not asked where the reader is the practice's only doctor. */
export const isAsked = ({ doctors, ownId }: Prescribing) => doctors.length !== 1 || doctors[0]?.id !== ownId

export const prescriberWords = ({ prescriberId, prescriberName }: Named, { doctors }: Pick<Prescribing, 'doctors'>) =>
  prescriberId === another ? prescriberName.trim() : doctors.find(({ id }) => id === prescriberId)?.name
