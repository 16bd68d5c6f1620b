import { maySeeAbsences } from '#features/absences/rules.ts'
import { deliveryOf } from '#features/cases/rules.ts'
import { promisedOf } from '#features/cases/server/case-reply.ts'
import { addDays, type Day, dayInZone, weekday } from '#kit/day.ts'
import type { PracticeUser } from '#kit/server/actor.ts'
import { asPracticeUser } from '#kit/server/guards.ts'
import { type Api, on } from '#kit/server/serve.ts'
import { type DayCase, dashboardCalls } from '../contract.ts'
import { daysFrom, firstDayOf } from '../rules.ts'
import {
  type CaseOfDays,
  countCards,
  findWorkingDays,
  listAbsencesOfDays,
  listCasesOfDays,
  listHolidaysOfDays,
  listRidesOfDays,
} from './sql.ts'

export function dashboardRoutes(api: Api) {
  on(api, dashboardCalls.dashboard, asPracticeUser, async ({ actor: user, query }) => {
    const now = new Date()
    const today = dayInZone(now, user.timeZone)
    const first = firstDayOf(query.days === 7 ? 'week' : '3_days', query.from, today)
    const asked = { user, today, first, last: addDays(first, query.days - 1) }
    // Together: one round trip.
    const [[counts], cases, rides, absences, [working], holidays] = await Promise.all([
      countCards(asked),
      listCasesOfDays(asked),
      listRidesOfDays(asked),
      user.isPracticeDoctor ? [] : listAbsencesOfDays(asked),
      findWorkingDays(asked),
      listHolidaysOfDays(asked),
    ])
    if (!counts || !working) throw new Error('The laboratory of a session is gone.')

    const closedOn = (day: Day) => {
      const holiday = holidays.find(one => one.day === day)
      if (holiday) return { name: user.language === 'fr' ? holiday.name_fr : holiday.name_en }
      return working.weekdays.includes(weekday(day)) ? null : { name: null }
    }
    return {
      data: {
        updatedAt: now.toISOString(),
        // No laboratory issues invoices here yet.
        cards: { ...counts, outstandingInvoices: null },
        days: daysFrom(first, query.days).map(date => ({
          date,
          deliveries: cases
            .filter(row => row.delivery_on === date)
            .toSorted((a, b) => (a.code < b.code ? -1 : 1))
            .map(row => dayCase(user, today, row)),
          appointments: cases
            .filter(row => row.appointment_at !== null && dayInZone(row.appointment_at, user.timeZone) === date)
            .map(row => dayCase(user, today, row)),
          rides: rides
            .filter(({ day }) => day === date)
            .map(({ id, shift, status, complementary_information }) => ({
              id,
              shift,
              status,
              complementaryInformation: complementary_information,
            })),
          absent: absences.find(({ from, to }) => from <= date && date <= to) ?? null,
          closed: closedOn(date),
        })),
      },
    }
  })
}

const dayCase = (user: PracticeUser, today: Day, row: CaseOfDays): DayCase => ({
  id: row.id,
  code: row.code,
  patient: row.patient,
  patientCode: row.patient_code,
  summary: user.language === 'fr' ? row.summary_fr : row.summary_en,
  status: row.status,
  delivery: deliveryOf(promisedOf(row), today, { maySeeAbsences: maySeeAbsences(user) }),
  appointmentDate: row.appointment_at,
})
