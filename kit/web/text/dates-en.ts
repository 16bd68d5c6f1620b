export const en = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  today: 'today',
  outside: 'cannot be chosen',
  /** What is known of a day, after its name. */
  marked: (day: string, words: string) => `${day}, ${words}`,
  legend: (days: string, words: string) => `${days}: ${words}`,
}

export type DatesText = typeof en
