import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useEffectEvent, useRef } from 'react'
import type { KnownPatient } from '../contract.ts'
import type { Entry } from './entry.ts'
import { isSame, otherNameOf } from './other-name.ts'
import type { patientsQuery } from './queries.ts'

export type KnownProps = {
  entry: Pick<Entry, 'patientCode' | 'patient' | 'prescriberId'>
  change: (changes: Partial<Entry>) => void
}

/** What is known of a patient is not asked: the code completes, name and prescriber fill in. */
export function useKnownPatient(
  entry: KnownProps['entry'],
  change: KnownProps['change'],
  queryOf: (code: string) => ReturnType<typeof patientsQuery>,
) {
  const code = entry.patientCode.trim()
  const asked = useDeferredValue(code)
  const { data } = useQuery({ ...queryOf(asked), enabled: asked !== '' })
  const patients = data ?? []
  const patient = patients.find(known => isSame(known.code, code))
  useFilledName(entry, change, patient)
  usePrescriber(entry, change, patient, data !== undefined && asked === code)
  return { patients, patient, other: otherNameOf(entry.patient, patient) }
}

/** A name that was filled in goes with its code, so that no patient gets the name of another; what was typed stays. */
function useFilledName(
  { patientCode, patient }: KnownProps['entry'],
  change: KnownProps['change'],
  known?: KnownPatient,
) {
  const filled = useRef<{ code: string; name: string }>(undefined)
  const trimmed = patientCode.trim()
  const follow = useEffectEvent((code: string, patientKnown: KnownPatient | undefined) => {
    const last = filled.current
    if (last && isSame(last.code, code)) return
    const isOurs = last !== undefined && patient === last.name
    if (patient !== '' && !isOurs) return
    if (!patientKnown?.name) {
      if (isOurs) change({ patient: '' })
      filled.current = undefined
      return
    }
    filled.current = { code, name: patientKnown.name }
    change({ patient: patientKnown.name })
  })
  useEffect(() => follow(trimmed, known), [trimmed, known])
}

/**
 * Whoever prescribed last, once for each code: what becomes known later, by a case that a colleague sends say, changes nothing
 * under the hand. Who was filled in goes with the code; who was chosen stays.
 */
function usePrescriber(
  { patientCode, prescriberId }: KnownProps['entry'],
  change: KnownProps['change'],
  known: KnownPatient | undefined,
  isAnswered: boolean,
) {
  const looked = useRef<{ code: string; filled: string }>(undefined)
  const trimmed = patientCode.trim()
  const look = useEffectEvent((code: string) => {
    const last = looked.current
    if (last && isSame(last.code, code)) return
    const isOurs = last !== undefined && last.filled !== '' && prescriberId === last.filled
    const isFree = !prescriberId || isOurs
    const filled = isFree ? (known?.prescriberId ?? '') : ''
    looked.current = { code, filled }
    if (isFree && filled !== (prescriberId ?? '')) change({ prescriberId: filled })
  })
  useEffect(() => {
    if (isAnswered) look(trimmed)
  }, [trimmed, isAnswered])
}
