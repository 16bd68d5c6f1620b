import { newRate, type Rate } from '#kit/server/rate.ts'
import type { SignedIn } from './actor.ts'

/** Rate limits per user and process: several times what a busy assistant does on a Monday. */
export const creatingRates = {
  /** New cases, messages, problems, supply orders … */
  things: { points: 120, seconds: 300 },
  /** Practices' changes: appointments and comments put right, absences moved, requests withdrawn … */
  changes: { points: 120, seconds: 300 },
  files: { points: 300, seconds: 300 },
  /** Files that are sent whole again because the first answer was lost. */
  repeats: { points: 300, seconds: 300 },
  /** Per practice, for delivery dates that reveal how full the laboratory is; a form asks at each tooth. */
  questions: { points: 240, seconds: 600 },
} as const satisfies Record<string, Rate>

export type CreatingRates = Record<keyof typeof creatingRates, Rate>

/** Throws 429 for a user who makes more than anybody could by hand. */
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
