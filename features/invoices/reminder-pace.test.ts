import { describe, expect, it } from 'vitest'
import { isReminderTime, reminderDays } from './reminder-pace.ts'

describe('a reminder goes out', () => {
  it.each([
    ['a Monday at 8', '2026-11-23T08:00:00+01:00', 'Europe/Paris', true],
    ['a Saturday just before 18 h', '2026-11-28T17:59:59+01:00', 'Europe/Paris', true],
    ['before 8', '2026-11-23T07:59:59+01:00', 'Europe/Paris', false],
    ['from 18 h on', '2026-11-23T18:00:00+01:00', 'Europe/Paris', false],
    ['at midnight', '2026-11-23T00:00:00+01:00', 'Europe/Paris', false],
    ['a Sunday at noon', '2026-11-29T12:00:00+01:00', 'Europe/Paris', false],
    ['in summer time at 8', '2026-07-06T06:00:00Z', 'Europe/Paris', true],
    ['what is Monday in Paris and Sunday here', '2026-11-23T08:30:00+01:00', 'America/Martinique', false],
    ['what is Sunday in Paris and Monday here', '2026-11-29T23:00:00+01:00', 'Pacific/Noumea', true],
    ['by the clock here, not by that of Paris', '2026-11-23T20:00:00+01:00', 'America/Martinique', true],
  ])('%s', (_, at, zone, goes) => {
    expect(isReminderTime(new Date(at), zone)).toBe(goes)
  })
})

it('the days of reminders are those after the invoice was due', () => {
  expect(reminderDays({ most: 3, firstAfterDays: 7, everyDays: 14 })).toEqual([7, 21, 35])
  expect(reminderDays({ most: 0, firstAfterDays: 7, everyDays: 14 })).toEqual([])
})
