import * as v from 'valibot'
import { data, endpoint, Id, Instant } from '#kit/contract.ts'
import { Access, NewPractice } from './input.ts'

const Person = v.object({
  id: Id,
  name: v.string(),
  email: v.string(),
  accountType: v.picklist(['manager', 'doctor']),
  /** `invited`: has chosen no password yet. */
  state: v.picklist(['active', 'invited', 'disabled']),
})
export type Person = v.InferOutput<typeof Person>

const Practice = v.object({
  id: Id,
  name: v.string(),
  place: v.string(),
  createdAt: Instant,
  people: v.array(Person),
})
export type Practice = v.InferOutput<typeof Practice>

export const staffPracticeCalls = {
  list: endpoint({
    method: 'GET',
    path: '/api/staff/practices',
    needs: 'practices',
    summary: 'The practices of the laboratory by name, with the people of each and whether they may come in',
    query: v.strictObject({ search: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100))) }),
    reply: data(v.array(Practice)),
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
  invite: endpoint({
    method: 'POST',
    path: '/api/staff/people/:id/invitation',
    needs: 'practices',
    summary: 'Invites somebody of a practice again; earlier invitations end',
    status: 204,
    refusals: { not_waiting: 409 },
  }),
  setAccess: endpoint({
    method: 'POST',
    path: '/api/staff/people/:id/access',
    needs: 'practices',
    summary: 'Keeps somebody of a practice out from the next request on, or lets them in again',
    status: 204,
    body: Access,
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
