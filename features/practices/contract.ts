import * as v from 'valibot'
import { NewColleague } from '#features/colleagues/input.ts'
import { Counts } from '#features/figures/contract.ts'
import { practiceGaps } from '#features/invoices/rules.ts'
import { Day, data, endpoint, Id, Instant } from '#kit/contract.ts'
import { Access, Address, ChangedPractice, NewPractice, PracticeOnPaper } from './input.ts'
import { MemberRole } from './member-role-input.ts'

const Person = v.object({
  id: Id,
  name: v.string(),
  email: v.string(),
  accountType: v.picklist(['manager', 'doctor']),
  isPracticeDoctor: v.boolean(),
  isDLCPM: v.boolean(),
  /** `invited`: has not chosen a password yet. */
  state: v.picklist(['active', 'invited', 'disabled']),
  /** Expiry of the latest link; null if there is none or it has expired. */
  invitedUntil: v.nullable(Instant),
  /** State of the mail with the link; null if the link was handed over, and always in the list of practices. */
  mail: v.nullable(v.picklist(['waiting', 'kept', 'sent', 'failed'])),
  hasSecondFactor: v.boolean(),
})
export type Person = v.InferOutput<typeof Person>

/** Practices in a list; the others are found by searching. */
export const mostListed = 200

const Practice = v.object({
  id: Id,
  name: v.string(),
  place: v.string(),
  createdAt: Instant,
  /** Nobody of it can sign in. */
  isDisabled: v.boolean(),
  people: v.array(Person),
})
export type Practice = v.InferOutput<typeof Practice>

const PracticePage = v.object({
  ...ChangedPractice.entries,
  country: v.string(),
  id: Id,
  isDisabled: v.boolean(),
  people: v.array(Person),
  /** Data that its invoices would lack. */
  gaps: v.array(v.picklist(practiceGaps)),
  /** The current price list, then future ones; null for the catalogue's prices. */
  priceLists: v.array(v.object({ from: Day, listId: v.nullable(Id), list: v.nullable(v.string()) })),
  /** For deliveries of the last 90 days, counted like all figures. */
  figures: Counts,
  /** Debts less advance payments; null for users without access to the books. */
  balanceCents: v.nullable(v.pipe(v.number(), v.integer())),
  /** The driver's round that it belongs to, if that has a name. */
  round: v.nullable(v.string()),
  /** Practices merged into it. */
  merged: v.array(v.object({ id: Id, name: v.string(), mergedAt: Instant, by: v.string() })),
})
export type PracticePage = v.InferOutput<typeof PracticePage>

export const staffPracticeCalls = {
  list: endpoint({
    method: 'GET',
    path: '/api/staff/practices',
    needs: 'practices',
    summary: 'The practices of the laboratory by name, with the people of each and whether they may come in',
    query: v.strictObject({ search: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100))) }),
    reply: v.object({ data: v.array(Practice), areMailsSent: v.boolean() }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/staff/practices',
    needs: 'practices',
    summary: 'Makes a practice and its manager, and mails an invitation',
    status: 201,
    creates: true,
    body: NewPractice,
    reply: data(v.object({ id: Id })),
    refusals: { login_taken: 409 },
  }),
  createOnPaper: endpoint({
    method: 'POST',
    path: '/api/staff/practices/on-paper',
    needs: 'practices',
    summary: 'Makes a practice of which nobody comes in; people are invited when they want to',
    status: 201,
    creates: true,
    body: PracticeOnPaper,
    reply: data(v.object({ id: Id })),
  }),
  show: endpoint({
    method: 'GET',
    path: '/api/staff/practices/:id',
    needs: 'practices',
    summary:
      'A practice with its people, its days, and how its work has gone in the last 90 days; of one that went into another, the other',
    reply: v.object({ data: PracticePage, areMailsSent: v.boolean() }),
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/staff/practices/:id',
    needs: 'practices',
    summary:
      'Corrects name, address, telephone, days and instructions of a practice; where delivery days change, promised deliveries move with them',
    status: 204,
    body: ChangedPractice,
  }),
  setOpen: endpoint({
    method: 'POST',
    path: '/api/staff/practices/:id/access',
    needs: 'practices',
    summary: 'Keeps everybody of a practice out from their next request on, or lets those in again',
    status: 204,
    body: Access,
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/staff/practices/:id/people',
    needs: 'practices',
    summary: 'Adds somebody to a practice and mails them an invitation to choose a password',
    status: 201,
    creates: true,
    body: NewColleague,
    reply: data(v.object({ id: Id })),
    refusals: { login_taken: 409, practice_disabled: 409 },
  }),
  setRole: endpoint({
    method: 'POST',
    path: '/api/staff/people/:id/role',
    needs: 'practices',
    summary:
      'What somebody of a practice may there, from their next request on, and whether they are DLCPM; a manager who comes in stays',
    status: 204,
    body: MemberRole,
    refusals: { last_manager: 409 },
  }),
  invite: endpoint({
    method: 'POST',
    path: '/api/staff/people/:id/invitation',
    needs: 'practices',
    summary: 'Invites somebody of a practice again; earlier invitations end',
    status: 204,
    refusals: { not_waiting: 409 },
  }),
  inviteAll: endpoint({
    method: 'POST',
    path: '/api/staff/practices/:id/invitations',
    needs: 'practices',
    summary: 'Invites everybody of a practice who has no password and no invitation that holds',
    reply: data(v.object({ invited: v.pipe(v.number(), v.integer()) })),
    refusals: { practice_disabled: 409 },
  }),
  copyLink: endpoint({
    method: 'POST',
    path: '/api/staff/people/:id/link',
    needs: 'practices',
    summary: 'The link of a new invitation, to be handed over; earlier invitations end',
    reply: data(v.object({ path: v.string(), expiresAt: Instant })),
    refusals: { not_waiting: 409 },
  }),
  correct: endpoint({
    method: 'POST',
    path: '/api/staff/people/:id/address',
    needs: 'practices',
    summary: 'Another address for somebody who has chosen no password yet, and an invitation to it; earlier ones end',
    status: 204,
    body: Address,
    refusals: { not_waiting: 409, login_taken: 409 },
  }),
  withdraw: endpoint({
    method: 'DELETE',
    path: '/api/staff/people/:id/invitation',
    needs: 'practices',
    summary: 'Withdraws the invitation of somebody who has chosen no password yet: they are forgotten',
    status: 204,
    refusals: { not_waiting: 409, person_named: 409 },
  }),
  setAccess: endpoint({
    method: 'POST',
    path: '/api/staff/people/:id/access',
    needs: 'practices',
    summary: 'Keeps somebody of a practice out from the next request on, or lets them in again',
    status: 204,
    body: Access,
    refusals: { practice_disabled: 409 },
  }),
  takeSecondFactorAway: endpoint({
    method: 'POST',
    path: '/api/staff/people/:id/second-factor-removal',
    needs: 'practices',
    summary: 'Takes away a second factor that somebody of a practice has lost; their sessions end',
    status: 204,
    refusals: { second_factor_off: 409 },
  }),
}
