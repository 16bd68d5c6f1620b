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

/**
 * What was filled in, and for which code: it is removed when the code changes. A form that is unmounted meanwhile keeps it
 * with the entry.
 */
export type KnownMemory = {
  filled?: { code: string; name: string } | undefined
  looked?: { code: string; filled: string } | undefined
}

export type KnownState = readonly [KnownMemory, Dispatch<SetStateAction<KnownMemory>>]

/** Completes the code and fills in name and prescriber of a known patient. */
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

/** A filled-in name is removed with its code, so that no patient gets another's name; a typed name stays. */
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
 * Fills in the latest prescriber, once for each code: later news, such as a colleague's new case, does not change the field
 * while the user works. A filled-in prescriber is removed with the code; a chosen one stays.
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
