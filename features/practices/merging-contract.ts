import * as v from 'valibot'
import { data, endpoint, Id } from '#kit/contract.ts'
import { MergePractices } from './merging-input.ts'

const whole = v.pipe(v.number(), v.integer())

/** Why a practice cannot be merged into another one. */
export const obstacles = [
  'has_books',
  'in_billing_run',
  'changes_pending',
  'practice_disabled',
  'too_many_cases',
] as const
export type Obstacle = (typeof obstacles)[number]

const Named = v.object({ id: Id, name: v.string(), place: v.string(), deliveryInstruction: v.string() })

/** Counts of what would move; of days, those from today on. */
const Merging = v.object({
  going: Named,
  staying: Named,
  obstacles: v.array(v.picklist(obstacles)),
  cases: whole,
  openCases: whole,
  people: whole,
  /** The number of these people who stay disabled. */
  keptOut: whole,
  drafts: whole,
  templates: whole,
  views: whole,
  unread: whole,
  absences: whole,
  /** The number of these absences on days that the other practice has declared too. */
  absencesShared: whole,
  pickups: whole,
  pickupsShared: whole,
  supplies: whole,
  /** Counted in its books, which never move. */
  pieces: whole,
  balanceCents: whole,
  /** The number of patient codes that both have, and the first of them. */
  patientCodes: whole,
  someCodes: v.array(v.string()),
  /** Pickups still to come on half days on which the other practice is away; they stand. */
  pickupsAway: whole,
  /** Cases promised for days on which the remaining practice accepts no deliveries. */
  daysToLookAt: whole,
})
export type Merging = v.InferOutput<typeof Merging>

export const mergingCalls = {
  look: endpoint({
    method: 'GET',
    path: '/api/staff/practices/:id/merging',
    needs: 'practices',
    summary: 'What would become of a practice that goes into this one, in numbers, and what keeps it from going',
    query: v.strictObject({ goingId: Id }),
    reply: data(Merging),
  }),
  merge: endpoint({
    method: 'POST',
    path: '/api/staff/practices/:id/merging',
    needs: 'practices',
    summary:
      'Lets a practice go into this one with all it has, at once and for good; its number leads here from then on. A practice that has pieces in the books stays',
    status: 204,
    body: MergePractices,
    refusals: {
      has_books: 409,
      in_billing_run: 409,
      changes_pending: 409,
      practice_disabled: 409,
      too_many_cases: 409,
    },
  }),
}
