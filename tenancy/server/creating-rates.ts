import { newRate, type Rate } from '#kit/server/rate.ts'
import type { SignedIn } from './actor.ts'

/** What one user may make, in each process: several times what a busy assistant does on a Monday. */
export const creatingRates = {
  /** Cases, messages, problems, supplies … */
  things: { points: 120, seconds: 300 },
  /** Of practices: appointments and comments put right, absences moved, requests withdrawn … */
  changes: { points: 120, seconds: 300 },
  files: { points: 300, seconds: 300 },
  /** Files that came before and come whole once more, because their answer was lost. */
  repeats: { points: 300, seconds: 300 },
  /** Of a whole practice, when its work would arrive where that tells how full the laboratory is; a form asks at each tooth. */
  questions: { points: 240, seconds: 600 },
} as const satisfies Record<string, Rate>

export type CreatingRates = Record<keyof typeof creatingRates, Rate>

/** Throws 429 for a user who makes more than anybody would by hand. */
export type CountMade = (user: SignedIn, what: keyof CreatingRates) => Promise<void>

export function newCreatingRates(rates: CreatingRates): CountMade {
  const count = {
    things: newRate(rates.things),
    changes: newRate(rates.changes),
    files: newRate(rates.files),
    repeats: newRate(rates.repeats),
    questions: newRate(rates.questions),
  }
  return ({ brandId, userId, practiceId }, what) =>
    count[what](`${brandId}/${what === 'questions' && practiceId ? practiceId : userId}`)
}
