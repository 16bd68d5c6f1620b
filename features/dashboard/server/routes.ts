import { halvesAway, nobodyTakesIn } from '#features/absences/rules.ts'
import { deliveryOf, isWithin24Hours, problemFor, statusFor } from '#features/cases/rules.ts'
import { sumInvoices } from '#features/invoices/server/sql.ts'
import { listTakenBy } from '#features/rides/server/taken-sql.ts'
import { addDays, type Day, dayInZone, weekday } from '#kit/day.ts'
import { problem } from '#kit/problem.ts'
import { type Api, on } from '#kit/server/serve.ts'
import { may } from '#tenancy/rights.ts'
import type { PracticeUser } from '#tenancy/server/actor.ts'
import { asPracticeUser } from '#tenancy/server/guards.ts'
import { type DayCase, dashboardCalls } from '../contract.ts'
import { daysFrom, firstDayOf } from '../rules.ts'
import {
  type CaseOfDays,
  countCards,
  countToDo,
  findWeeks,
  listAbsencesOfDays,
  listCasesOfDays,
  listHalvesOfDays,
  listHolidaysOfDays,
  listRidesOfDays,
} from './sql.ts'

export function dashboardRoutes(api: Api) {
  on(api, dashboardCalls.toDo, asPracticeUser, async ({ actor: user }) => {
    const [counts] = await countToDo(user)
    if (!counts) throw new Error('Nothing was counted.')
    return { data: counts }
  })

  on(api, dashboardCalls.dashboard, asPracticeUser, async ({ actor: user, query }) => {
    const now = new Date()
    const today = dayInZone(now, user.timeZone)
    const first = firstDayOf(query.days === 7 ? 'week' : '3_days', query.from, today)
    const days = { today, first, last: addDays(first, query.days - 1) }
    // Concurrent queries: one round trip.
    const [[counts], cases, rides, absences, [weeks], holidays, halves, [money]] = await Promise.all([
      countCards(user, days),
      listCasesOfDays(user, days),
      listRidesOfDays(user, days),
      listAbsencesOfDays(user, days),
      findWeeks(user),
      listHolidaysOfDays(user, days),
      listHalvesOfDays(user, days),
      may(user, 'invoices') ? sumInvoices(user, days) : [],
    ])
    // The user's practice was merged into another just now: a retry reads the new one.
    if (!counts || !weeks) throw problem('conflict')
    const taken = await listTakenBy(
      user,
      rides.map(({ id }) => id),
      now,
    )

    const shown = cases.map(row => dayCase(user, today, row))
    /** A case that has missed its day may arrive any day, so it is listed today. */
    const dueOn = (one: DayCase) => one.arrivedOn ?? (isWithin24Hours(one) ? today : one.deliveryDate)

    const closedOn = (day: Day) => {
      const holiday = holidays.find(one => one.day === day)
      if (holiday) return { name: holiday.name }
      return weeks.working.includes(weekday(day)) ? null : { name: null }
    }
    /** When two absences share the day, the first one is described. */
    const awayOn = (day: Day) => {
      const absence = absences.find(({ from, to }) => from <= day && day <= to)
      if (!absence) return undefined
      const { from, to, deliveryPossible } = absence
      const [half, other] = halvesAway(absences, day)
      return { from, to, deliveryPossible, ...(!other && { half }) }
    }
    const whoIsThereOn = (day: Day) => {
      const [closed, absent] = [closedOn(day), awayOn(day)]
      if (may(user, 'absences')) return { closed, ...(absent && { absent }) }
      const round = halves.find(one => one.day === day)?.half
      const oneRounds = round ? [{ weekday: weekday(day), shift: round }] : []
      const isWithoutRounds = closed !== null || nobodyTakesIn(absences, day, oneRounds)
      return { closed: null, ...(isWithoutRounds && { withoutRounds: true as const }) }
    }
    return {
      data: {
        updatedAt: now.toISOString(),
        cards: {
          ...counts,
          // Credit balances are deducted, as on the invoices page.
          outstandingInvoices: money
            ? { count: money.outstanding, amountCents: Math.max(0, money.outstandingCents - money.inFavourCents) }
            : null,
        },
        days: daysFrom(first, query.days).map(date => ({
          date,
          deliveries: shown
            .filter(one => dueOn(one) === date)
            .toSorted((a, b) => Number(isWithin24Hours(b)) - Number(isWithin24Hours(a)) || (a.code < b.code ? -1 : 1)),
          deliveryHalf: halves.find(({ day }) => day === date)?.half ?? null,
          appointments: shown.filter(
            one => one.appointmentDate !== null && dayInZone(one.appointmentDate, user.timeZone) === date,
          ),
          rides: rides.filter(({ day }) => day === date).map(ride => ({ ...ride, orders: taken.get(ride.id) ?? [] })),
          ...whoIsThereOn(date),
          isOpen: weeks.opening.includes(weekday(date)),
        })),
      },
    }
  })
}

const dayCase = (user: PracticeUser, today: Day, row: CaseOfDays): DayCase => ({
  ...row,
  status: statusFor(row.status, { maySeeInvoices: may(user, 'invoices') }),
  delivery: deliveryOf(row, today, { maySeeAbsences: may(user, 'absences') }),
  problem: problemFor(row.problemStates),
})
