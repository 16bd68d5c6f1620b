import { type ReactNode, useState } from 'react'
import type { Day } from '#kit/day.ts'
import { useFormat } from '../format.tsx'
import { useText } from '../text.tsx'
import { typedDay, writtenDay } from '../typed-day.ts'
import { DateField } from './date-field.tsx'
import { datesText } from './dates-text.ts'
import type { DatePanelProps } from './day-mark.ts'
import './period-fields.css'

export type Period = { from?: Day | undefined; to?: Day | undefined }

type Words = { from: string; to: string; orderWrong: string }
type End = 'from' | 'to'

const ends = ['from', 'to'] as const

/**
 * Days from and to, both included; either may be left open. `read` returns them when the form is sent; for an invalid period it
 * returns undefined, with the reason under the field and the focus in it. `hasBeen`: past days only.
 */
export function usePeriodFields(period: Period, words: Words, hasBeen = false) {
  const t = useText(datesText)
  const today = useFormat().today()
  const [typed, setTyped] = useState({ from: written(period.from), to: written(period.to) })
  const [fault, setFault] = useState<{ end: End; words: string }>()

  const dayOf = (end: End) => typedDay(typed[end], today, hasBeen)

  function read(form: HTMLFormElement): Period | undefined {
    const [from, to] = [dayOf('from'), dayOf('to')]
    const wrong = ends.find(end => !dayOf(end) && typed[end].trim())
    const isTurned = from !== undefined && to !== undefined && from > to
    const end = wrong ?? (isTurned ? 'to' : undefined)
    setFault(end && { end, words: wrong ? t.notADay : words.orderWrong })
    if (!end) return { from, to }
    form.querySelector<HTMLElement>(`[name="${end}"]`)?.focus()
    return undefined
  }
  const field = (end: End) => ({
    name: end,
    label: words[end],
    hint: t.format,
    pickLabel: t.pickEnd[end],
    today,
    hasBeen,
    max: hasBeen ? today : undefined,
    value: typed[end],
    onChange: (value: string) => setTyped(before => ({ ...before, [end]: value })),
    error: fault?.end === end && fault.words,
  })
  return { read, fields: { from: field('from'), to: { ...field('to'), min: dayOf('from') } } }
}

const written = (day: Day | undefined) => (day ? writtenDay(day) : '')

type PeriodFieldsProps = Pick<ReturnType<typeof usePeriodFields>, 'fields'> & {
  /** A feature's own calendar, which knows more about days. */
  panel?: ((props: DatePanelProps) => ReactNode) | undefined
}

export function PeriodFields({ fields: { from, to }, panel }: PeriodFieldsProps) {
  return (
    <div className="period-fields">
      <DateField {...from} panel={panel} />
      <DateField {...to} panel={panel} />
    </div>
  )
}
