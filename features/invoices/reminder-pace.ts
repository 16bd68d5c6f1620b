import { type Day, dayInZone, instantInZone, weekday } from '#kit/day.ts'
import type { ReminderSettings } from './account-input.ts'

const sunday = 7

/**
 * A smaller sum, after deducting the practice's credit, is not worth a letter to either side: nobody is reminded of it by
 * itself, and whoever reminds by hand is told so first.
 */
export const smallestReminded = 500

/** Reminders are sent from 8 to 18 h of the laboratory's time zone, never on Sundays. */
export function isReminderTime(now: Date, zone: string): boolean {
  const day: Day = dayInZone(now, zone)
  if (weekday(day) === sunday) return false
  return now >= instantInZone(day, '08:00', zone) && now < instantInZone(day, '18:00', zone)
}

/** Days after the due date at which each reminder goes out at the earliest. */
export const reminderDays = ({ most, firstAfterDays, everyDays }: ReminderSettings): number[] =>
  Array.from({ length: most }, (_, earlier) => firstAfterDays + earlier * everyDays)
