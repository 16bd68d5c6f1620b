import { recordDeedOn } from '#features/audit/server/sql.ts'
import {
  deleteInvited,
  type Inviting,
  isAddressTaken,
  setInvitedAddress,
} from '#features/people/server/invitations-sql.ts'
import { insertColleague, setColleague } from '#features/people/server/members-sql.ts'
import { problem } from '#kit/problem.ts'
import { newRate } from '#kit/server/rate.ts'
import { type Api, on } from '#kit/server/serve.ts'
import type { PracticeUser } from '#tenancy/server/actor.ts'
import { asPracticeUser } from '#tenancy/server/guards.ts'
import { colleagueCalls } from '../contract.ts'
import { isRole } from '../rules.ts'
import { findColleague, listColleagues, lockColleague } from './sql.ts'

/** Limits mails to addresses and with names that a manager types: enough for the staff of a large practice. */
const invitations = { points: 20, seconds: 3_600 }

export function colleagueRoutes(api: Api, { invite, areMailsSent }: Omit<Inviting, 'copyLink'>) {
  const count = newRate(invitations)
  const countInvitation = ({ brandId, practiceId }: PracticeUser) => count(`${brandId}/${practiceId}`)

  on(api, colleagueCalls.list, asPracticeUser, async ({ actor: user }) => ({
    data: await listColleagues(user),
    areMailsSent,
  }))

  on(api, colleagueCalls.invite, asPracticeUser, async ({ actor: user, body, requestId, refuse }) => {
    refuseUnlessRole(body)
    await countInvitation(user)
    const invited = await insertColleague(user, body).catch(error => {
      if (isAddressTaken(error)) return refuse('login_taken')
      throw error
    })
    await invite(user, invited)
    await recordDeedOn(user, invited.id, 'user_invited', requestId)
    return { data: await findColleague(user, invited.id) }
  })

  on(api, colleagueCalls.change, asPracticeUser, async ({ actor: user, params, body, requestId, refuse }) => {
    if (params.id === user.userId) return refuse('own_account')
    const before = await lockColleague(user, params.id)
    if (!before) throw problem('not_found')
    if (body.isDisabled === false && before.isKeptOutByLaboratory) return refuse('kept_out_by_laboratory')
    const { accountType = before.accountType, isPracticeDoctor = before.isPracticeDoctor } = body
    const { isDisabled = before.isDisabled } = body
    refuseUnlessRole({ accountType, isPracticeDoctor })
    const isOther = accountType !== before.accountType || isPracticeDoctor !== before.isPracticeDoctor
    const deeds: ('user_changed' | 'user_disabled' | 'user_enabled')[] = []
    if (isOther) deeds.push('user_changed')
    if (isDisabled !== before.isDisabled) deeds.push(isDisabled ? 'user_disabled' : 'user_enabled')
    if (deeds.length > 0) await setColleague(user, params.id, body)
    for (const deed of deeds) await recordDeedOn(user, params.id, deed, requestId)
    return { data: await findColleague(user, params.id) }
  })

  on(api, colleagueCalls.inviteAgain, asPracticeUser, async ({ actor: user, params, requestId, refuse }) => {
    const colleague = await lockColleague(user, params.id)
    if (!colleague) throw problem('not_found')
    if (colleague.isDisabled) return refuse('colleague_disabled')
    if (colleague.hasPassword) return refuse('already_active')
    await countInvitation(user)
    await invite(user, colleague)
    await recordDeedOn(user, params.id, 'user_invited', requestId)
    return undefined
  })

  on(api, colleagueCalls.correct, asPracticeUser, async ({ actor: user, params, body, requestId, refuse }) => {
    const colleague = await lockColleague(user, params.id)
    if (!colleague) throw problem('not_found')
    if (colleague.hasPassword) return refuse('already_active')
    if (colleague.isDisabled) return refuse('colleague_disabled')
    await countInvitation(user)
    const corrected = await setInvitedAddress(user, params.id, body.email).catch(error => {
      if (isAddressTaken(error)) return refuse('login_taken')
      throw error
    })
    await invite(user, corrected)
    await recordDeedOn(user, params.id, 'invitation_corrected', requestId)
    return undefined
  })

  on(api, colleagueCalls.withdraw, asPracticeUser, async ({ actor: user, params, requestId, refuse }) => {
    const colleague = await lockColleague(user, params.id)
    if (!colleague) throw problem('not_found')
    if (colleague.hasPassword) return refuse('already_active')
    // If deleted, they could be invited again, which would bypass the laboratory's block.
    if (colleague.isKeptOutByLaboratory) return refuse('kept_out_by_laboratory')
    if (!(await deleteInvited(user, params.id))) return refuse('colleague_named')
    await recordDeedOn(user, params.id, 'invitation_withdrawn', requestId)
    return undefined
  })
}

function refuseUnlessRole(kept: Parameters<typeof isRole>[0]) {
  if (!isRole(kept)) throw problem('input_invalid', { errors: [{ path: 'isPracticeDoctor', code: 'not_allowed' }] })
}
