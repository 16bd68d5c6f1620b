import { recordDeed, recordDeedOn, recordDeedOnCases } from '#features/audit/server/sql.ts'
import { isSecondFactorDemanded, setSecondFactorDemanded } from '#features/brand/server/sql.ts'
import { lockCasesOf, lockTechnician, setTechnician } from '#features/cases/server/staff-case-sql.ts'
import type { Inviting } from '#features/people/server/invitations-sql.ts'
import { deleteInvited, isAddressTaken, setInvitedAddress } from '#features/people/server/invitations-sql.ts'
import {
  administeredConstraint,
  insertStaff,
  lastAdministratorConstraint,
  setStaffDisabled,
  setStaffRole,
} from '#features/people/server/staff-sql.ts'
import { problem } from '#kit/problem.ts'
import { violates } from '#kit/server/database-problem.ts'
import { type Api, on } from '#kit/server/serve.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import { asStaff } from '#tenancy/server/guards.ts'
import { staffTeamCalls } from '../contract.ts'
import { worksOnCases } from '../rules.ts'
import { listTeam, lockMember } from './sql.ts'

/** Removes a colleague's lost second factor, and notifies them. Returns whether there was one. */
export type TakeSecondFactorAway = (staff: Staff, userId: string, requestId: string) => Promise<boolean>

export function staffTeamRoutes(
  api: Api,
  { invite, copyLink, areMailsSent }: Inviting,
  takeSecondFactorAway: TakeSecondFactorAway,
) {
  on(api, staffTeamCalls.list, asStaff, async ({ actor: staff }) => ({
    data: await listTeam(staff),
    areMailsSent,
  }))

  on(api, staffTeamCalls.invite, asStaff, async ({ actor: staff, body, requestId, refuse }) => {
    const member = await insertStaff(staff, body).catch(error => {
      if (isAddressTaken(error)) return refuse('login_taken')
      throw asRefused(error)
    })
    await invite(staff, member)
    await recordDeedOn(staff, member.id, 'user_invited', requestId)
    return { data: { id: member.id } }
  })

  on(api, staffTeamCalls.inviteAgain, asStaff, async ({ actor: staff, params, requestId, refuse }) => {
    const invited = (await lockWaiting(staff, params.id)) ?? refuse('not_waiting')
    await invite(staff, invited)
    await recordDeedOn(staff, params.id, 'user_invited', requestId)
    return undefined
  })

  on(api, staffTeamCalls.copyLink, asStaff, async ({ actor: staff, params, requestId, refuse }) => {
    const invited = (await lockWaiting(staff, params.id)) ?? refuse('not_waiting')
    const data = await copyLink(staff, invited)
    await recordDeedOn(staff, params.id, 'invitation_copied', requestId)
    return { data }
  })

  on(api, staffTeamCalls.correct, asStaff, async ({ actor: staff, params, body, requestId, refuse }) => {
    if (!(await lockWaiting(staff, params.id))) return refuse('not_waiting')
    const corrected = await setInvitedAddress(staff, params.id, body.email).catch(error => {
      if (isAddressTaken(error)) return refuse('login_taken')
      throw error
    })
    await invite(staff, corrected)
    await recordDeedOn(staff, params.id, 'invitation_corrected', requestId)
    return undefined
  })

  on(api, staffTeamCalls.withdraw, asStaff, async ({ actor: staff, params, requestId, refuse }) => {
    const isGone = (await lockWaiting(staff, params.id)) && (await deleteInvited(staff, params.id))
    if (!isGone) return refuse('not_waiting')
    await recordDeedOn(staff, params.id, 'invitation_withdrawn', requestId)
    return undefined
  })

  on(api, staffTeamCalls.setRole, asStaff, async ({ actor: staff, params, body, requestId, refuse }) => {
    if (params.id === staff.userId) return refuse('own_account')
    const { role, casesTo } = body
    const member = await lockWithHeir(staff, params.id, casesTo)
    if (casesTo && !(await lockHeir(staff, casesTo, params.id))) return refuse('not_of_the_team')
    if (member.role === role) {
      if (casesTo && !worksOnCases(role)) await handOverLate(staff, { from: params.id, to: casesTo }, requestId, refuse)
      return undefined
    }
    await setStaffRole(staff, params.id, role).catch(error => {
      if (violates(error, lastAdministratorConstraint)) return refuse('last_administrator')
      throw asRefused(error)
    })
    await recordDeedOn(staff, params.id, 'user_changed', requestId)
    if (!worksOnCases(role)) await handOver(staff, { from: params.id, to: casesTo }, requestId)
    return undefined
  })

  on(api, staffTeamCalls.setAccess, asStaff, async ({ actor: staff, params, body, requestId, refuse }) => {
    if (params.id === staff.userId) return refuse('own_account')
    const { isDisabled, casesTo } = body
    const member = await lockWithHeir(staff, params.id, casesTo)
    if (casesTo && !(await lockHeir(staff, casesTo, params.id))) return refuse('not_of_the_team')
    if (member.isDisabled === isDisabled) {
      if (casesTo && isDisabled) await handOverLate(staff, { from: params.id, to: casesTo }, requestId, refuse)
      return undefined
    }
    await setStaffDisabled(staff, params.id, isDisabled).catch(error => {
      if (violates(error, lastAdministratorConstraint)) return refuse('last_administrator')
      throw asRefused(error)
    })
    await recordDeedOn(staff, params.id, isDisabled ? 'user_disabled' : 'user_enabled', requestId)
    if (isDisabled) await handOver(staff, { from: params.id, to: casesTo }, requestId)
    return undefined
  })

  on(api, staffTeamCalls.takeSecondFactorAway, asStaff, async ({ actor: staff, params, requestId, refuse }) => {
    if (!(await lockMember(staff, params.id))) throw problem('not_found')
    if (params.id === staff.userId) return refuse('own_second_factor')
    if (!(await takeSecondFactorAway(staff, params.id, requestId))) return refuse('second_factor_off')
    return undefined
  })

  on(api, staffTeamCalls.showSecurity, asStaff, async ({ actor: staff }) => ({
    data: { isSecondFactorDemanded: await isSecondFactorDemanded(staff) },
  }))

  on(api, staffTeamCalls.setSecurity, asStaff, async ({ actor: staff, body, requestId, refuse }) => {
    const { isSecondFactorDemanded: isDemanded } = body
    if ((await isSecondFactorDemanded(staff)) === isDemanded) return undefined
    if (!(await setSecondFactorDemanded(staff, isDemanded))) return refuse('own_second_factor_first')
    await recordDeed(staff, isDemanded ? 'second_factor_demanded' : 'second_factor_left_free', requestId)
    return undefined
  })
}

/**
 * Locks the member and the colleague who takes over, so that neither loses access meanwhile. In order of id, against
 * deadlocks.
 */
async function lockWithHeir(staff: Staff, id: string, casesTo: string | null) {
  const held = new Map<string, Awaited<ReturnType<typeof lockMember>>>()
  for (const one of [id, ...(casesTo ? [casesTo] : [])].toSorted()) held.set(one, await lockMember(staff, one))
  const member = held.get(id)
  if (!member) throw problem('not_found')
  return member
}

const lockHeir = async (staff: Staff, casesTo: string, of: string) => casesTo !== of && lockTechnician(staff, casesTo)

/**
 * Reassigns the cases in progress of a member who no longer works on them: to a colleague, or to nobody, where others look
 * for work.
 */
async function handOver(staff: Staff, { from, to }: { from: string; to: string | null }, requestId: string) {
  const ids = await lockCasesOf(staff, from)
  if (ids.length === 0) return false
  await setTechnician(staff, ids, to)
  await recordDeedOnCases(staff, 'order_assigned', requestId, ids)
  return true
}

/**
 * Hands over cases that came back to a member whose access or role was changed before. Refused when there are none: a
 * colleague has handed them to someone else, and the caller must not believe otherwise.
 */
async function handOverLate(
  staff: Staff,
  between: { from: string; to: string },
  requestId: string,
  refuse: (code: 'nothing_to_hand_on') => never,
) {
  if (!(await handOver(staff, between, requestId))) refuse('nothing_to_hand_on')
}

/** The caller was an administrator when the request began, but a colleague has changed that meanwhile. */
const asRefused = (error: unknown) => (violates(error, administeredConstraint) ? problem('forbidden') : error)

/** Locks and returns a member who has access and has not chosen a password; undefined otherwise. */
async function lockWaiting(staff: Staff, id: string) {
  const member = await lockMember(staff, id)
  if (!member) throw problem('not_found')
  const { hasPassword, isDisabled, role: _role, ...invited } = member
  return hasPassword || isDisabled ? undefined : invited
}
