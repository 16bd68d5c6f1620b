import * as v from 'valibot'
import { data, endpoint, Id, Instant } from '#kit/contract.ts'
import { Access, Address, Demand, NewRole, NewStaff, NoticeChoice, Role, StaffNoticeKind } from './input.ts'

const TeamMember = v.object({
  id: Id,
  name: v.string(),
  email: v.string(),
  role: Role,
  /** `invited`: has not chosen a password yet. */
  state: v.picklist(['active', 'invited', 'disabled']),
  /** Expiry of the latest link; null where there is none, or it has expired. */
  invitedUntil: v.nullable(Instant),
  /** Null for never, or too long ago to be known. */
  signedInAt: v.nullable(Instant),
  hasSecondFactor: v.boolean(),
  /**
   * Their cases in progress. These pass to a colleague or become unassigned when their access is closed, or their role no
   * longer works on cases.
   */
  openCases: v.pipe(v.number(), v.integer()),
  isOwn: v.boolean(),
})
export type TeamMember = v.InferOutput<typeof TeamMember>

/**
 * `last_administrator`: no one would be left to manage access. `nothing_to_hand_on`: their cases were handed over before,
 * to another colleague.
 */
const refusals = { last_administrator: 409, own_account: 409 }

export const staffTeamCalls = {
  list: endpoint({
    method: 'GET',
    path: '/api/staff/team',
    needs: 'staff',
    summary: 'The laboratory’s own people, with their roles and when they came in last',
    reply: v.object({ data: v.array(TeamMember), areMailsSent: v.boolean() }),
  }),
  invite: endpoint({
    method: 'POST',
    path: '/api/staff/team',
    needs: 'staff',
    summary: 'Adds somebody to the laboratory’s people and mails an invitation',
    status: 201,
    creates: true,
    body: NewStaff,
    reply: data(v.object({ id: Id })),
    refusals: { login_taken: 409 },
  }),
  inviteAgain: endpoint({
    method: 'POST',
    path: '/api/staff/team/:id/invitation',
    needs: 'staff',
    summary: 'Invites somebody again who has chosen no password yet; earlier invitations end',
    status: 204,
    refusals: { not_waiting: 409 },
  }),
  copyLink: endpoint({
    method: 'POST',
    path: '/api/staff/team/:id/link',
    needs: 'staff',
    summary: 'The link of a new invitation, to be handed over; earlier invitations end',
    reply: data(v.object({ path: v.string(), expiresAt: Instant })),
    refusals: { not_waiting: 409 },
  }),
  correct: endpoint({
    method: 'POST',
    path: '/api/staff/team/:id/address',
    needs: 'staff',
    summary: 'Another address for somebody who has chosen no password yet, and an invitation to it; earlier ones end',
    status: 204,
    body: Address,
    refusals: { not_waiting: 409, login_taken: 409 },
  }),
  withdraw: endpoint({
    method: 'DELETE',
    path: '/api/staff/team/:id/invitation',
    needs: 'staff',
    summary: 'Withdraws the invitation of somebody who has chosen no password yet: they are forgotten',
    status: 204,
    refusals: { not_waiting: 409 },
  }),
  setRole: endpoint({
    method: 'POST',
    path: '/api/staff/team/:id/role',
    needs: 'staff',
    summary:
      'Gives somebody another role, from their next request on; where that one works on no cases, theirs in progress go to a colleague or to nobody',
    status: 204,
    body: NewRole,
    refusals: { ...refusals, not_of_the_team: 422, nothing_to_hand_on: 409 },
  }),
  setAccess: endpoint({
    method: 'POST',
    path: '/api/staff/team/:id/access',
    needs: 'staff',
    summary:
      'Keeps somebody out from the next request on, their cases in progress handed to a colleague or to nobody; or lets them in again',
    status: 204,
    body: Access,
    refusals: { ...refusals, not_of_the_team: 422, nothing_to_hand_on: 409 },
  }),
  takeSecondFactorAway: endpoint({
    method: 'POST',
    path: '/api/staff/team/:id/second-factor-removal',
    needs: 'staff',
    summary: 'Takes away a second factor that a colleague has lost; their sessions end',
    status: 204,
    refusals: { second_factor_off: 409, own_second_factor: 409 },
  }),
  showSecurity: endpoint({
    method: 'GET',
    path: '/api/staff/team/security',
    needs: 'staff',
    summary: 'Whether the laboratory demands a second factor of its staff',
    reply: data(Demand),
  }),
  setSecurity: endpoint({
    method: 'POST',
    path: '/api/staff/team/security',
    needs: 'staff',
    summary: 'Demands a second factor of the staff from their next request on, or leaves it to them',
    status: 204,
    body: Demand,
    refusals: { own_second_factor_first: 409 },
  }),
}

const StaffNotices = v.object({
  /** Whether this user gets a mail when something of the kind begins to wait. */
  mailed: v.object(v.entriesFromList(StaffNoticeKind.options, v.boolean())),
  /** The address of these mails. */
  email: v.string(),
})
export type StaffNotices = v.InferOutput<typeof StaffNotices>

export const staffNoticeCalls = {
  show: endpoint({
    method: 'GET',
    path: '/api/staff/notices',
    needs: 'practices',
    summary: 'Of what that waits for a decision this user is mailed',
    reply: data(StaffNotices),
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/staff/notices',
    needs: 'practices',
    summary: 'Chooses so, at once; what is not named stays',
    body: NoticeChoice,
    reply: data(StaffNotices),
  }),
}
