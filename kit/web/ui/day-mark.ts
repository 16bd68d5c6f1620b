import type { Day } from '#kit/day.ts'

/** What there is to know of a day: nothing of it keeps anybody from choosing the day. */
export type DayMark = {
  /** Said of the day: "Noël, laboratoire fermé". */
  words: string
  /** `off`: as every week. `warn`: something stands against it. `ok`: the day to look for. `note`: nothing of that. */
  look: 'off' | 'warn' | 'ok' | 'note'
  /** A few letters under the number: how many leave then. */
  note?: string | undefined
}

export type DatePanelProps = {
  /** Names the calendar. */
  label: string
  chosen: Day | undefined
  today: Day
  /** Nothing before it, or after it, can be chosen. */
  min?: Day | undefined
  max?: Day | undefined
  onChoose: (day: Day, pressed: Element) => void
  marks?: ((day: Day) => DayMark | undefined) | undefined
}
