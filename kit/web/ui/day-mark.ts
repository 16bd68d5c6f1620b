import type { Day } from '#kit/day.ts'

/** Information about a day; none of it prevents choosing the day. */
export type DayMark = {
  /** Read out for the day: "Noël, laboratoire fermé". */
  words: string
  /** `off`: recurs every week. `warn`: an obstacle. `ok`: the recommended day. `note`: none of these. */
  look: 'off' | 'warn' | 'ok' | 'note'
  /** A few characters under the number: how many leave then. */
  note?: string | undefined
}

export type DatePanelProps = {
  /** Names the calendar. */
  label: string
  chosen: Day | undefined
  today: Day
  /** The first and last selectable day. */
  min?: Day | undefined
  max?: Day | undefined
  onChoose: (day: Day, pressed: Element) => void
  marks?: ((day: Day) => DayMark | undefined) | undefined
}
