import { type Invite, loginConstraint } from '#features/account/server/people-sql.ts'
import { recordDeed } from '#features/audit/server/sql.ts'
import { problem } from '#kit/problem.ts'
import { violates } from '#kit/server/database-problem.ts'
import { type Api, on } from '#kit/server/serve.ts'
import { asStaff } from '#tenancy/server/guards.ts'
import { staffTeamCalls } from '../contract.ts'
import { insertMember, listTeam, lockMember, setDisabled, setRole } from './sql.ts'

export function staffTeamRoutes(api: Api, invite: Invite) {
  on(api, staffTeamCalls.list, asStaff, async ({ actor: staff }) => ({ data: await listTeam(staff) }))

  on(api, staffTeamCalls.invite, asStaff, async ({ actor: staff, body, requestId, refuse }) => {
    const member = await insertMember(staff, body).catch(error => {
      if (violates(error, loginConstraint)) return refuse('login_taken')
      throw asRefused(error)
    })
    await invite(staff, member)
    await recordDeed(staff, 'user_invited', requestId)
    return { data: { id: member.id } }
  })

  on(api, staffTeamCalls.inviteAgain, asStaff, async ({ actor: staff, params, requestId, refuse }) => {
    const member = await lockMember(staff, params.id)
    if (!member) throw problem('not_found')
    const { hasPassword, isDisabled, role: _role, ...invited } = member
    if (hasPassword || isDisabled) return refuse('not_waiting')
    await invite(staff, invited)
    await recordDeed(staff, 'user_invited', requestId)
    return undefined
  })

  on(api, staffTeamCalls.setRole, asStaff, async ({ actor: staff, params, body, requestId, refuse }) => {
    const member = await lockMember(staff, params.id)
    if (!member) throw problem('not_found')
    if (member.role === body.role) return undefined
    await setRole(staff, params.id, body.role).catch(error => {
      if (violates(error, lastAdministrator)) return refuse('last_administrator')
      throw asRefused(error)
    })
    await recordDeed(staff, 'user_changed', requestId)
    return undefined
  })

  on(api, staffTeamCalls.setAccess, asStaff, async ({ actor: staff, params, body, requestId, refuse }) => {
    const member = await lockMember(staff, params.id)
    if (!member) throw problem('not_found')
    if (member.isDisabled === body.isDisabled) return undefined
    await setDisabled(staff, params.id, body.isDisabled).catch(error => {
      if (violates(error, lastAdministrator)) return refuse('last_administrator')
      throw asRefused(error)
    })
    await recordDeed(staff, body.isDisabled ? 'user_disabled' : 'user_enabled', requestId)
    return undefined
  })
}

const lastAdministrator = 'users__last_administrator'

/** Whoever asks was an administrator when the request began: in the meantime another one may have ended that. */
const asRefused = (error: unknown) => (violates(error, 'users__administered') ? problem('forbidden') : error)
