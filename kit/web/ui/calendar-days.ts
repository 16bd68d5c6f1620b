import { addDays, type Day, isDay, weekday } from '#kit/day.ts'

/** "2026-12" */
export const monthOf = (day: Day) => day.slice(0, 7)

/** The same day of another month, or that month's last day if it is shorter. */
export function monthsLater(day: Day, months: number): Day {
  const index = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + months
  const month = `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}`
  const wanted = [day.slice(8), '30', '29', '28'].find(date => isDay(`${month}-${date}`))
  return `${month}-${wanted}`
}

/** The whole weeks, from Monday, that a month touches; whole so that the layout does not jump between months. */
export function weeksOf(day: Day): Day[][] {
  const first = `${monthOf(day)}-01`
  const monday = addDays(first, 1 - weekday(first))
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_, ahead) => addDays(monday, week * 7 + ahead)),
  )
}
