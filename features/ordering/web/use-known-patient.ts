import { useQuery } from '@tanstack/react-query'
import { type Dispatch, type SetStateAction, useDeferredValue, useEffect, useEffectEvent, useState } from 'react'
import type { KnownPatient } from '../contract.ts'
import type { Entry } from './entry.ts'
import { isSame, otherNameOf } from './other-name.ts'
import type { patientsQuery } from './queries.ts'

export type KnownProps = {
  entry: Pick<Entry, 'patientCode' | 'patient' | 'prescriberId'>
  change: (changes: Partial<Entry>) => void
}

/** What was filled in for which code: it goes with it. Of a form that is put away meanwhile it is kept beside what was typed. */
export type KnownMemory = {
  filled?: { code: string; name: string } | undefined
  looked?: { code: string; filled: string } | undefined
}

export type KnownState = readonly [KnownMemory, Dispatch<SetStateAction<KnownMemory>>]

/** What is known of a patient is not asked: the code completes, name and prescriber fill in. */
export function useKnownPatient(
  entry: KnownProps['entry'],
  change: KnownProps['change'],
  queryOf: (code: string) => ReturnType<typeof patientsQuery>,
  kept?: KnownState,
) {
  const code = entry.patientCode.trim()
  const asked = useDeferredValue(code)
  const { data } = useQuery({ ...queryOf(asked), enabled: asked !== '' })
  const patients = data ?? []
  const patient = patients.find(known => isSame(known.code, code))
  const own = useState<KnownMemory>({})
  const memory = kept ?? own
  useFilledName(memory, { entry, change }, patient)
  usePrescriber(memory, { entry, change }, patient, data !== undefined && asked === code)
  return { patients, patient, other: otherNameOf(entry.patient, patient) }
}

/** A name that was filled in goes with its code, so that no patient gets the name of another; what was typed stays. */
function useFilledName(
  [memory, setMemory]: KnownState,
  { entry: { patientCode, patient }, change }: KnownProps,
  known?: KnownPatient,
) {
  const trimmed = patientCode.trim()
  const follow = useEffectEvent((code: string, patientKnown: KnownPatient | undefined) => {
    const last = memory.filled
    if (last && isSame(last.code, code)) return
    const isOurs = last !== undefined && patient === last.name
    if (patient !== '' && !isOurs) return
    if (!patientKnown?.name) {
      if (isOurs) change({ patient: '' })
      setMemory(before => ({ ...before, filled: undefined }))
      return
    }
    const filled = { code, name: patientKnown.name }
    setMemory(before => ({ ...before, filled }))
    change({ patient: patientKnown.name })
  })
  useEffect(() => follow(trimmed, known), [trimmed, known])
}

/**
 * Whoever prescribed last, once for each code: what becomes known later, by a case that a colleague sends say, changes nothing
 * under the hand. Who was filled in goes with the code; who was chosen stays.
 */
function usePrescriber(
  [memory, setMemory]: KnownState,
  { entry: { patientCode, prescriberId }, change }: KnownProps,
  known: KnownPatient | undefined,
  isAnswered: boolean,
) {
  const trimmed = patientCode.trim()
  const look = useEffectEvent((code: string) => {
    const last = memory.looked
    if (last && isSame(last.code, code)) return
    const isOurs = last !== undefined && last.filled !== '' && prescriberId === last.filled
    const isFree = !prescriberId || isOurs
    const filled = isFree ? (known?.prescriberId ?? '') : ''
    setMemory(before => ({ ...before, looked: { code, filled } }))
    if (isFree && filled !== (prescriberId ?? '')) change({ prescriberId: filled })
  })
  useEffect(() => {
    if (isAnswered) look(trimmed)
  }, [trimmed, isAnswered])
}
