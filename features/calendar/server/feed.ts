import ical, { escape as escaped, ICalEventClass, ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import type { Delivery } from '#features/cases/contract.ts'
import { comingOn, isWithin24Hours } from '#features/cases/rules.ts'
import { addDays, type Day, formatDay, instantInZone } from '#kit/day.ts'
import type { FeedText } from './feed-text.ts'
import type { FeedAbsence, FeedCase, FeedRide, Window } from './sql.ts'

export type FeedContent = {
  companyName: string
  language: 'fr' | 'en'
  timeZone: string
  /** The portal's address, for links. */
  origin: string
  cases: readonly (FeedCase & { delivery: Delivery })[]
  rides: readonly FeedRide[]
  absences: readonly FeedAbsence[]
}

type Entry = {
  /** Stable as long as the entry exists, for every reader. */
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
const rideChanges = ['requested', 'confirmed', 'picked_up', 'nobody_there', 'cancelled'] as const

/**
 * The feed as in RFC 5545. It contains codes only, no names or free text, because unknown programs and services store it.
 * Instants are in UTC, which every program shows in its own time zone; days are the laboratory's. Cancelled entries are
 * omitted, and so disappear with the next update.
 */
export function drawFeed(text: FeedText, content: FeedContent, window: Window): string {
  const calendar = ical({ prodId: { company: 'Arcade', product: 'Portal', language: content.language }, ttl: anHour })
  // The library does not escape the name. Its time zones are avoided: with them it writes the server's local time.
  calendar.name(escaped(plain(content.companyName), false))
  calendar.x('X-WR-TIMEZONE', content.timeZone)
  for (const entry of [
    ...content.cases.flatMap(row => entriesOfCase(text, content, row, window)),
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
      // A delivery does not make anybody busy.
      transparency: ICalEventTransparency.TRANSPARENT,
      class: ICalEventClass.PRIVATE,
    })
  }
  return `${calendar.toString()}\r\n`
}

type ShownCase = FeedContent['cases'][number]

function entriesOfCase(text: FeedText, content: FeedContent, row: ShownCase, window: Window): Entry[] {
  const isWithin = (day: Day | null): day is Day => day !== null && window.first <= day && day <= window.last
  const common = {
    description: text.case(row.code),
    url: `${content.origin}/cases/${row.id}`,
    changedAt: row.changed_at ?? row.created_at,
    changes: row.changes ?? 0,
  }
  const entries: Entry[] = []
  const { day, changedOn, summary, isCertain, notes } = deliveryIn(text, content, row, window.today)
  if (isWithin(day)) {
    const turned = changedOn && instantInZone(changedOn, '00:00', content.timeZone).toISOString()
    entries.push({
      ...common,
      description: [common.description, ...notes].join(' · '),
      changedAt: turned && turned > common.changedAt ? turned : common.changedAt,
      id: `delivery-${row.id}`,
      time: days(day),
      summary: summary(row.patient_code),
      isCertain,
    })
  }
  if (row.appointment_at !== null && isWithin(row.appointment_on)) {
    entries.push({
      ...common,
      id: `appointment-${row.id}`,
      // The duration of appointments is unknown.
      time: { allDay: false, start: new Date(row.appointment_at) },
      summary: text.appointment(row.patient_code),
      isCertain: true,
    })
  }
  return entries
}

/** As on the screens. `changedOn`: the day whose beginning changed the text without any update of the case. */
function deliveryIn(text: FeedText, { language }: FeedContent, row: ShownCase, today: Day) {
  const { arrivedOn, deliveryDate, delivery, isDeliveryConfirmed } = row
  // Once it has arrived only the day matters, not how late it was.
  if (arrivedOn || !deliveryDate)
    return { day: arrivedOn, changedOn: null, summary: text.delivery, isCertain: true, notes: [] }
  const isMissed = isWithin24Hours({ delivery })
  const firstDate = delivery?.firstDate
  const isUnconfirmed = row.status === 'shipped' && deliveryDate < today
  return {
    day: comingOn(deliveryDate, isMissed, today),
    changedOn: isMissed ? today : isUnconfirmed ? addDays(deliveryDate, 1) : null,
    summary: firstDate ? text.lateDelivery : isDeliveryConfirmed ? text.delivery : text.estimatedDelivery,
    isCertain: isDeliveryConfirmed && !firstDate && !isUnconfirmed,
    notes: [
      isMissed && text.within24Hours,
      firstDate && text.first(formatDay(firstDate, language, 'date')),
      delivery?.moved && text.moved[delivery.moved],
      isUnconfirmed && text.unconfirmed,
    ].filter(note => typeof note === 'string'),
  }
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

/** All-day entries have no hours, so half days are named in words. */
function halvesOf(text: FeedText, { from_on, to_on, from_shift, to_shift }: FeedAbsence): string {
  if (from_on === to_on && from_shift === to_shift) return `, ${text.halves[from_shift]}`
  return `${from_shift === 'PM' ? `, ${text.fromAfternoon}` : ''}${to_shift === 'AM' ? `, ${text.untilNoon}` : ''}`
}

/** RFC 5545 text allows no control characters. */
const plain = (words: string) => words.replace(/\p{Cc}+/gu, ' ')

/** All-day, in the laboratory's time zone. The end is exclusive, as the standard requires. */
const days = (from: Day, to = from) => ({ allDay: true, start: midnight(from), end: midnight(addDays(to, 1)) })
const midnight = (day: Day) => new Date(`${day}T00:00:00Z`)
