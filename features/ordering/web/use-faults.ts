import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { serverNow } from '#kit/web/clock.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { gapsOf } from '../rules.ts'
import { type Catalogue, type Entry, prescriptionOf } from './entry.ts'
import { type Fault, faultsOf } from './faults.ts'
import type { Prescribing } from './prescriber.ts'
import { orderingText } from './text.ts'

type Known = { catalogue: Catalogue; prescribing: Pick<Prescribing, 'doctors'> }

/** The faults of an entry; `whole` is the entry including fields that are not asked. */
export function useFaults(entry: Entry, whole: Entry, { catalogue, prescribing }: Known) {
  // The faults are new on each render, so memoising does not pay.
  'use no memo'
  const t = useText(orderingText)
  const format = useFormat()
  /** Paths found wrong by the last submit: each is shown until corrected. */
  const [said, setSaid] = useState<ReadonlySet<string>>(new Set())
  /** Errors found only by the server, until the field changes. */
  const [refused, setRefused] = useState<readonly Fault[]>([])
  const summary = useRef<HTMLElement>(null)
  const present = faultsOf(
    gapsOf(
      prescriptionOf(whole, format.today()),
      [...catalogue.values()],
      { now: new Date(serverNow()), timeZone: format.zone },
      prescribing.doctors,
    ),
    entry,
    catalogue,
    t,
  )
  const faults = [
    ...present.filter(({ path }) => said.has(path)),
    ...refused.filter(({ path }) => !present.some(fault => fault.path === path)),
  ]
  const faultAt = (path: string) =>
    [...faults, ...present.filter(({ isExcess }) => isExcess)].find(fault => fault.path === path)?.sentence

  function forgetRefused(fields: readonly string[]) {
    const isTouched = (path: string) => fields.some(field => path.startsWith(field))
    if (refused.some(({ path }) => isTouched(path))) setRefused(refused.filter(({ path }) => !isTouched(path)))
  }
  function forgetAll() {
    setSaid(new Set())
    setRefused([])
  }
  /** Shows the faults at each field and in the summary; `close` closes a dialog above them. */
  function show(
    found: readonly Fault[],
    { isRefused = false, close }: { isRefused?: boolean; close?: () => void } = {},
  ) {
    // The summary must be rendered, and the dialog must have returned the focus.
    flushSync(() => {
      setSaid(new Set(found.map(({ path }) => path)))
      setRefused(isRefused ? found : [])
      close?.()
    })
    summary.current?.focus()
  }
  return { present, faults, faultAt, summary, show, forgetRefused, forgetAll }
}
