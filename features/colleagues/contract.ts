import * as v from 'valibot'
import { data, endpoint, Id, Instant } from '#kit/contract.ts'
import { AccountType, Address, ColleaguePatch, NewColleague } from './input.ts'

/** `invited`: has not chosen a password yet. */
const State = v.picklist(['invited', 'active', 'disabled'])

const Colleague = v.object({
  id: Id,
  title: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  email: v.string(),
  accountType: AccountType,
  isPracticeDoctor: v.boolean(),
  isDLCPM: v.boolean(),
  state: State,
  /** Expiry of the latest mailed link; null where there is none, or it has expired. */
  invitedUntil: v.nullable(Instant),
  /** The reader's own entry, which they cannot change. */
  isOwn: v.boolean(),
})
export type Colleague = v.InferOutput<typeof Colleague>

export const colleagueCalls = {
  list: endpoint({
    method: 'GET',
    path: '/api/account/colleagues',
    needs: 'colleagues',
    summary: 'Everybody of the practice, the reader and those who are disabled included',
    /** `areMailsSent`: when false, the laboratory passes links on. */
    reply: v.object({ data: v.array(Colleague), areMailsSent: v.boolean() }),
  }),
  invite: endpoint({
    method: 'POST',
    path: '/api/account',
    needs: 'colleagues',
    summary: 'Adds somebody to the practice and mails them an invitation to choose a password',
    body: NewColleague,
    status: 201,
    creates: true,
    reply: data(Colleague),
    /** The address is the login of another user of the laboratory; neither the user nor the practice is disclosed. */
    refusals: { login_taken: 409 },
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/account/colleagues/:id',
    needs: 'colleagues',
    summary: 'What a colleague may, and whether they come in at all; holds from their next request on',
    body: ColleaguePatch,
    reply: data(Colleague),
    refusals: { own_account: 409, kept_out_by_laboratory: 409 },
  }),
  inviteAgain: endpoint({
    method: 'POST',
    path: '/api/account/colleagues/:id/invitation',
    needs: 'colleagues',
    summary: 'Mails a new invitation to somebody who has chosen no password yet; the earlier one ends',
    status: 204,
    creates: true,
    refusals: { already_active: 409, colleague_disabled: 409 },
  }),
  correct: endpoint({
    method: 'POST',
    path: '/api/account/colleagues/:id/address',
    needs: 'colleagues',
    summary: 'Another address for somebody who has chosen no password yet, and an invitation to it; earlier ones end',
    status: 204,
    body: Address,
    refusals: { already_active: 409, colleague_disabled: 409, login_taken: 409 },
  }),
  withdraw: endpoint({
    method: 'DELETE',
    path: '/api/account/colleagues/:id/invitation',
    needs: 'colleagues',
    summary: 'Withdraws the invitation of somebody who has chosen no password yet: they are forgotten',
    status: 204,
    refusals: { already_active: 409, colleague_named: 409, kept_out_by_laboratory: 409 },
  }),
}
