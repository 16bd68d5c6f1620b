import {
  listParcels,
  lockMovedOrders,
  lockOrdersDue,
  moveDeliveries,
} from '#features/cases/server/moved-deliveries-sql.ts'
import type { DeliveryCalendar } from '#features/catalogue/contract.ts'
import { findCalendar } from '#features/catalogue/server/sql.ts'
import { nextDeliveryDay } from '#features/ordering/promise.ts'
import { addDays, asSentence, type Day, dayInZone, formatDay } from '#kit/day.ts'
import type { Language } from '#kit/language.ts'
import type { PracticeUser } from '#tenancy/server/actor.ts'
import type { Absence, MovedOrder, Parcel } from '../contract.ts'
import { asTold, byDay, nobodyTakesIn, type OrderMove, type Period } from '../rules.ts'
import { findLaboratoryLanguage, listPatients } from './sql.ts'

export type Calendars = { before: DeliveryCalendar; after: DeliveryCalendar }

/** The practice's calendar before and after these absences ended and those were declared. */
export async function findCalendars(
  user: PracticeUser,
  ended: readonly Absence[],
  declared: readonly Absence[],
): Promise<Calendars> {
  const after = await findCalendar(user)
  const added = new Set(declared.map(nameOf))
  const kept = (after.absences ?? []).filter(absence => !added.has(nameOf(absence)))
  return { before: { ...after, absences: [...kept, ...ended] }, after }
}

/** Absences of a practice never overlap, so the first half-day identifies one. */
const nameOf = ({ from, fromShift = 'AM' }: Period) => `${from} ${fromShift}`

/**
 * Open cases due while nobody is there move to the next possible day, confirmed or not. All others stay: when the work is
 * finished does not depend on the practice, and where nobody took deliveries before either, the laboratory has chosen that
 * day nevertheless.
 */
export async function moveOutOf(user: PracticeUser, declared: readonly Absence[], { before, after }: Calendars) {
  const absences = declared.filter(({ deliveryPossible }) => !deliveryPossible)
  const [first] = absences
  if (!first) return []
  const today = dayInZone(new Date(), user.timeZone)
  const [orders, language] = await Promise.all([lockOrdersDue(user, absences, today), findLaboratoryLanguage(user)])
  const [isAway, wasAway] = [nobodyThere(after), nobodyThere(before)]
  const nextFrom = oncePerDay(day => nextDeliveryDay(day, after))
  return moveDeliveries(user, orders, order => {
    // During a half-day absence, a round in the other half still delivers.
    if (!isAway(order.delivery_on) || wasAway(order.delivery_on)) return
    const deliveryOn = nextFrom(order.delivery_on)
    if (!deliveryOn || deliveryOn <= order.delivery_on) return
    const absence = absences.find(({ from, to }) => from <= order.delivery_on && order.delivery_on <= to) ?? first
    const notes = notesOf(language, 'away', deliveryOn, absence)
    return { deliveryOn, movedFromOn: order.moved_from_on ?? order.delivery_on, ...notes }
  })
}

/**
 * Cases moved by absences return as early as the remaining absences allow, from tomorrow on and not before their former day,
 * if these absences were the reason. Cases ordered around the absence, or moved by the laboratory, keep their day.
 */
export async function moveBackAfter(user: PracticeUser, ended: readonly Absence[], { before, after }: Calendars) {
  const absences = ended.filter(({ deliveryPossible }) => !deliveryPossible)
  const [first] = absences
  if (!first) return []
  const today = dayInZone(new Date(), user.timeZone)
  const [orders, language] = await Promise.all([lockMovedOrders(user, today), findLaboratoryLanguage(user)])
  const nextFrom = oncePerDay(day => nextDeliveryDay(day, after))
  const nextBefore = oncePerDay(day => nextDeliveryDay(day, before))
  return moveDeliveries(user, orders, order => {
    const formerOn = order.moved_from_on ?? order.delivery_on
    const earliest = formerOn > today ? formerOn : addDays(today, 1)
    const deliveryOn = nextFrom(earliest)
    if (!deliveryOn || deliveryOn >= order.delivery_on || deliveryOn === nextBefore(earliest)) return
    const absence = absences.find(({ from, to }) => from <= deliveryOn && deliveryOn <= to) ?? first
    const notes = notesOf(language, 'back', deliveryOn, absence)
    return { deliveryOn, movedFromOn: deliveryOn > formerOn ? formerOn : null, ...notes }
  })
}

/** Parcels that arrive while nobody is there: carriers do not depend on the laboratory's rounds. */
export async function findParcels(user: PracticeUser, declared: readonly Absence[]): Promise<Parcel[]> {
  const absences = declared.filter(({ deliveryPossible }) => !deliveryPossible)
  if (absences.length === 0) return []
  const parcels = await listParcels(user, absences, dayInZone(new Date(), user.timeZone))
  const absencesOn = byDay(absences)
  return parcels.filter(({ arrivesOn }) => nobodyTakesIn(absencesOn(arrivesOn), arrivesOn))
}

function nobodyThere({ absences = [], oneRounds }: DeliveryCalendar) {
  const absencesOn = byDay(absences)
  return (day: Day) => nobodyTakesIn(absencesOn(day), day, oneRounds)
}

/** Memoised, because many cases are due on the same day. */
function oncePerDay(find: (day: Day) => Day | null) {
  const found = new Map<Day, Day | null>()
  return (day: Day): Day | null => {
    const known = found.get(day)
    if (known !== undefined) return known
    const next = find(day)
    found.set(day, next)
    return next
  }
}

/** For display: cases that come after their patient first, then by day. */
export async function withPatients(user: PracticeUser, moves: readonly OrderMove[]): Promise<MovedOrder[]> {
  if (moves.length === 0) return []
  const ids = moves.map(({ id }) => id)
  return asTold(moves, await listPatients(user, ids), user.timeZone)
}

/** Timeline notes in the laboratory's language, since it is the laboratory that must know. Only some readers see the reason. */
function notesOf(language: Language, way: 'away' | 'back', movedTo: Day, absence: Absence) {
  const { moved, because } = movedNotes[language][way]
  const note = moved(formatDay(movedTo, language, 'date'))
  return { note: asSentence(note), absenceNote: asSentence(`${note}${because(periodOf[language](absence))}`) }
}

type MovedNote = { moved: (to: string) => string; because: (period: string) => string }
const movedNotes: Record<Language, Record<'away' | 'back', MovedNote>> = {
  fr: {
    away: { moved: to => `Livraison déplacée au ${to}`, because: period => ` : cabinet absent ${period}` },
    back: { moved: to => `Livraison avancée au ${to}`, because: period => ` : le cabinet n’est plus absent ${period}` },
  },
  en: {
    away: { moved: to => `Delivery moved to ${to}`, because: period => `: practice away ${period}` },
    back: {
      moved: to => `Delivery brought forward to ${to}`,
      because: period => `: practice no longer away ${period}`,
    },
  },
}

/** "du 24 nov. après-midi au 26 nov. matin": halves are named only for partial days. */
const periodOf: Record<Language, (absence: Absence) => string> = {
  fr: ({ from, to, fromShift, toShift }) => {
    const first = `${formatDay(from, 'fr', 'date')}${fromShift === 'PM' ? ' après-midi' : ''}`
    const last = `${formatDay(to, 'fr', 'date')}${toShift === 'AM' ? ' matin' : ''}`
    return from === to ? `le ${fromShift === 'PM' ? first : last}` : `du ${first} au ${last}`
  },
  en: ({ from, to, fromShift, toShift }) => {
    const first = `${formatDay(from, 'en', 'date')}${fromShift === 'PM' ? ' in the afternoon' : ''}`
    const last = `${formatDay(to, 'en', 'date')}${toShift === 'AM' ? ' in the morning' : ''}`
    return from === to ? `on ${fromShift === 'PM' ? first : last}` : `from ${first} to ${last}`
  },
}
