import { halvesAway, nobodyTakesIn } from '#features/absences/rules.ts'
import { type Day, weekday } from '#kit/day.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import type { RunSheet } from '../contract.ts'
import { listBrought, listHandOvers, listPickups, listVisited } from './sql.ts'

/** A practice is there where something is brought or fetched; where nobody would open, it is left out by name. */
export async function runSheet(staff: Staff, { day, today }: { day: Day; today: Day }): Promise<RunSheet> {
  const [brought, pickups, handOvers] = [
    await listBrought(staff, { day, today }),
    await listPickups(staff, day),
    await listHandOvers(staff, day),
  ]
  const ids = [...new Set([...brought, ...pickups, ...handOvers].map(({ practiceId }) => practiceId))]
  if (ids.length === 0) return { day, stops: [], leftOut: [] }
  const stops = (await listVisited(staff, ids, day)).map(({ absences, oneRound, ...visited }) => {
    const ofPractice = ({ practiceId }: { practiceId: string }) => practiceId === visited.practice.id
    const rounds = oneRound ? [{ weekday: weekday(day), shift: oneRound }] : []
    const [absence] = nobodyTakesIn(absences, day, rounds) ? absences : []
    return {
      ...visited,
      absence: absence && { from: absence.from, to: absence.to },
      away: halvesAway(absences, day)[0] ?? null,
      cases: brought.filter(ofPractice),
      pickups: pickups.filter(ofPractice),
      handOvers: handOvers.filter(ofPractice),
    }
  })
  return {
    day,
    // Whoever went there all the same stays on the sheet.
    stops: stops.filter(({ absence, handOvers }) => !absence || handOvers.length > 0),
    leftOut: stops.flatMap(({ practice, absence, handOvers, cases }) =>
      absence && handOvers.length === 0 ? [{ practice, ...absence, codes: cases.map(({ code }) => code) }] : [],
    ),
  }
}
