import type { Prescribers } from '../contract.ts'
import { another, type Entry } from './entry.ts'

export type Prescribing = Prescribers & {
  /** Of the reader, who is one of the doctors. */
  ownId: string | undefined
}

type Named = Pick<Entry, 'prescriberId' | 'prescriberName'>

/**
 * What is not asked is filled in: doctors prescribe themselves, and the one doctor of a practice for its other people. Whoever
 * has left the practice since a draft or a template was kept is chosen anew.
 */
export function withPrescriber<E extends Named>(entry: E, { doctors, ownId }: Prescribing): E {
  const isThere = (id: string | undefined) => doctors.some(doctor => doctor.id === id)
  const preset = isThere(ownId) ? ownId : doctors.length === 1 ? doctors[0]?.id : undefined
  const { prescriberId } = entry
  if (doctors.length === 0) return { ...entry, prescriberId: another }
  return { ...entry, prescriberId: prescriberId === another || isThere(prescriberId) ? prescriberId : (preset ?? '') }
}

/** A doctor alone in a practice is not asked. */
export const isAsked = ({ doctors, ownId }: Prescribing) => doctors.length !== 1 || doctors[0]?.id !== ownId

export const prescriberWords = ({ prescriberId, prescriberName }: Named, { doctors }: Pick<Prescribing, 'doctors'>) =>
  prescriberId === another ? prescriberName.trim() : doctors.find(({ id }) => id === prescriberId)?.name
