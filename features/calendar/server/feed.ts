import ical, { escape as escaped, ICalEventClass, ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import type { Delivery } from '#features/cases/contract.ts'
import { addDays, type Day } from '#kit/day.ts'
import type { FeedText } from './feed-text.ts'
import type { FeedAbsence, FeedCase, FeedRide, Window } from './sql.ts'

/** Why a delivery is later than promised, where that is not the laboratory's doing. */
type Moved = NonNullable<Delivery>['moved']

export type FeedContent = {
  companyName: string
  language: 'fr' | 'en'
  timeZone: string
  /** Where the portal is, for links. */
  origin: string
  cases: readonly (FeedCase & { moved: Moved })[]
  rides: readonly FeedRide[]
  absences: readonly FeedAbsence[]
}

type Entry = {
  /** The same for as long as the thing exists, whoever reads. */
  id: string
  time: { allDay: boolean; start: Date; end?: Date }
  summary: string
  description?: string
  url?: string
  isCertain: boolean
  changedAt: string
  changes: number
}

const anHour = 3_600
type IsWithin = (day: Day | null) => day is Day
const rideChanges = ['requested', 'confirmed', 'picked_up', 'nobody_there', 'cancelled'] as const

/**
 * The feed as RFC 5545 has it. Only codes are in it, no names and nothing that somebody wrote: it is kept by programs and
 * services that nobody here knows. Instants are in UTC, which every program shows by its own clock; days are days of the
 * laboratory. What is cancelled is no longer there, and goes from the calendar with the next look.
 */
export function drawFeed(text: FeedText, content: FeedContent, { first, last }: Window): string {
  const isWithin = (day: Day | null): day is Day => day !== null && first <= day && day <= last
  const calendar = ical({ prodId: { company: 'Arcade', product: 'Portal', language: content.language }, ttl: anHour })
  // The library writes the name as it is. Its time zones are left alone: with them it writes the server's local time.
  calendar.name(escaped(plain(content.companyName), false))
  calendar.x('X-WR-TIMEZONE', content.timeZone)
  for (const entry of [
    ...content.cases.flatMap(row => entriesOfCase(text, content.origin, row, isWithin)),
    ...content.rides.map(row => entryOfRide(text, row)),
    ...content.absences.map(row => entryOfAbsence(text, row)),
  ]) {
    calendar.createEvent({
      id: entry.id,
      stamp: new Date(entry.changedAt),
      lastModified: new Date(entry.changedAt),
      sequence: entry.changes,
      ...entry.time,
      summary: plain(entry.summary),
      description: entry.description ? plain(entry.description) : null,
      url: entry.url ?? null,
      status: entry.isCertain ? ICalEventStatus.CONFIRMED : ICalEventStatus.TENTATIVE,
      // Nobody is busy because something is delivered.
      transparency: ICalEventTransparency.TRANSPARENT,
      class: ICalEventClass.PRIVATE,
    })
  }
  return `${calendar.toString()}\r\n`
}

function entriesOfCase(text: FeedText, origin: string, row: FeedContent['cases'][number], isWithin: IsWithin): Entry[] {
  const common = {
    description: text.case(row.code),
    url: `${origin}/cases/${row.id}`,
    changedAt: row.changed_at ?? row.created_at,
    changes: row.changes ?? 0,
  }
  const entries: Entry[] = []
  if (isWithin(row.deliveryDate)) {
    const { delivery, estimatedDelivery } = text
    entries.push({
      ...common,
      description: [common.description, row.moved && text.moved[row.moved]].filter(Boolean).join(' · '),
      id: `delivery-${row.id}`,
      time: days(row.deliveryDate),
      summary: (row.isDeliveryConfirmed ? delivery : estimatedDelivery)(row.patient_code),
      isCertain: row.isDeliveryConfirmed,
    })
  }
  if (row.appointment_at !== null && isWithin(row.appointment_on)) {
    entries.push({
      ...common,
      id: `appointment-${row.id}`,
      // How long it lasts nobody has said.
      time: { allDay: false, start: new Date(row.appointment_at) },
      summary: text.appointment(row.patient_code),
      isCertain: true,
    })
  }
  return entries
}

const entryOfRide = (text: FeedText, row: FeedRide): Entry => ({
  id: `pickup-${row.id}`,
  time: days(row.day),
  summary: text.rides[row.shift],
  isCertain: row.status !== 'requested',
  changedAt: row.created_at,
  changes: rideChanges.indexOf(row.status),
})

const entryOfAbsence = (text: FeedText, row: FeedAbsence): Entry => ({
  id: `absence-${row.id}`,
  time: days(row.from_on, row.to_on),
  summary: `${row.is_delivery_possible ? text.absenceWithDelivery : text.absence}${halvesOf(text, row)}`,
  isCertain: true,
  changedAt: row.created_at,
  changes: 0,
})

/** Of the laboratory's calendar are days, not hours: which half of one is in words. */
function halvesOf(text: FeedText, { from_on, to_on, from_shift, to_shift }: FeedAbsence): string {
  if (from_on === to_on && from_shift === to_shift) return `, ${text.halves[from_shift]}`
  return `${from_shift === 'PM' ? `, ${text.fromAfternoon}` : ''}${to_shift === 'AM' ? `, ${text.untilNoon}` : ''}`
}

/** Control characters have no place in the standard's text. */
const plain = (words: string) => words.replace(/\p{Cc}+/gu, ' ')

/** Of the laboratory's calendar, the same everywhere. The end is excluded, as the standard has it. */
const days = (from: Day, to = from) => ({ allDay: true, start: midnight(from), end: midnight(addDays(to, 1)) })
const midnight = (day: Day) => new Date(`${day}T00:00:00Z`)
