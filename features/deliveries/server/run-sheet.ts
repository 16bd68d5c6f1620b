import { halvesAway, nobodyTakesIn } from '#features/absences/rules.ts'
import { isPracticeClosed } from '#features/catalogue/no-delivery.ts'
import { listTakenBy } from '#features/rides/server/taken-sql.ts'
import { type Day, weekday } from '#kit/day.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import type { RunSheet, Stop } from '../contract.ts'
import { listBrought, listHandOvers, listPickups, listVisited } from './sql.ts'

/** Lists practices with deliveries or pickups; those where nobody would open are listed separately as left out. */
export async function runSheet(staff: Staff, { day, today }: { day: Day; today: Day }): Promise<RunSheet> {
  const [brought, pickups, handOvers] = [
    await listBrought(staff, { day, today }),
    await listPickups(staff, day),
    await listHandOvers(staff, day),
  ]
  const taken = await listTakenBy(
    staff,
    pickups.map(({ id }) => id),
    new Date(),
  )
  const ids = [...new Set([...brought, ...pickups, ...handOvers].map(({ practiceId }) => practiceId))]
  if (ids.length === 0) return { day, stops: [], leftOut: [] }
  const stops = (await listVisited(staff, ids, day)).map(
    ({ absences, oneRound, deliveryDays, openingDays, ...visited }) => {
      const ofPractice = ({ practiceId }: { practiceId: string }) => practiceId === visited.practice.id
      const rounds = oneRound ? [{ weekday: weekday(day), shift: oneRound }] : []
      const ofStop = pickups.filter(ofPractice).map(pickup => ({ ...pickup, takes: taken.get(pickup.id) }))
      const [absence] = nobodyTakesIn(absences, day, rounds) ? absences : []
      return {
        ...visited,
        absence: absence ? { from: absence.from, to: absence.to } : null,
        // Where a pickup stands, somebody is there in that half.
        away: halvesAway(absences, day).find(half => !ofStop.some(({ shift }) => shift === half)) ?? null,
        isClosed: ofStop.length === 0 && isPracticeClosed(day, { deliveryDays, openingDays }),
        cases: brought.filter(ofPractice),
        pickups: ofStop,
        handOvers: handOvers.filter(ofPractice),
      }
    },
  )
  return {
    day,
    stops: stops.filter(isVisited),
    leftOut: stops.flatMap(({ practice, absence, ...stop }) =>
      absence && !isVisited({ absence, ...stop })
        ? [{ practice, ...absence, codes: stop.cases.map(({ code }) => code) }]
        : [],
    ),
  }
}

type Planned = Pick<Stop, 'absence' | 'pickups' | 'handOvers'>

/**
 * Visited when somebody is there, when a pickup is kept, since only the practice knows who opens, or when a driver went all
 * the same.
 */
const isVisited = ({ absence, pickups, handOvers }: Planned) => !absence || pickups.length > 0 || handOvers.length > 0
