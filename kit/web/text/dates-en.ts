export const en = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  today: 'today',
  outside: 'cannot be chosen',
  /** Appends what is known of a day to its name. */
  marked: (day: string, words: string) => `${day}, ${words}`,
  format: 'DD/MM/YYYY',
  pick: 'Pick the day in the calendar',
  /** For a period. */
  pickEnd: { from: 'Pick the first day in the calendar', to: 'Pick the last day in the calendar' },
  notADay: 'Give a day that exists, as DD/MM/YYYY.',
  notBefore: (day: string) => `Give ${day} or a later day.`,
  legend: (days: string, words: string) => `${days}: ${words}`,
}

export type DatesText = typeof en
