import {
  findMember,
  type Invite,
  insertPractice,
  loginConstraint,
  setDisabled,
} from '#features/account/server/people-sql.ts'
import { recordDeed } from '#features/audit/server/sql.ts'
import { problem } from '#kit/problem.ts'
import { violates } from '#kit/server/database-problem.ts'
import { type Api, on } from '#kit/server/serve.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import { asStaff } from '#tenancy/server/guards.ts'
import { staffPracticeCalls } from '../contract.ts'
import { listPractices } from './sql.ts'

/** Takes away what somebody has lost, and tells them; whether there was anything to take. */
type TakeSecondFactorAway = (staff: Staff, userId: string, requestId: string) => Promise<boolean>

export function staffPracticeRoutes(api: Api, invite: Invite, takeSecondFactorAway: TakeSecondFactorAway) {
  on(api, staffPracticeCalls.list, asStaff, async ({ actor: staff, query }) => ({
    data: await listPractices(staff, query.search),
  }))

  on(api, staffPracticeCalls.create, asStaff, async ({ actor: staff, body, requestId, refuse }) => {
    const { name, rppsSiretSiren, address, postalCode, city, country: countryCode, phone, ...manager } = body
    const made = await insertPractice(
      staff,
      { name, rppsSiretSiren, address, postalCode, city, countryCode, phone },
      { ...manager, phone },
    ).catch(error => {
      if (violates(error, loginConstraint)) return refuse('login_taken')
      throw error
    })
    await invite(staff, made.manager)
    for (const deed of ['practice_created', 'user_invited'] as const) await recordDeed(staff, deed, requestId)
    return { data: { id: made.practiceId } }
  })

  on(api, staffPracticeCalls.invite, asStaff, async ({ actor: staff, params, requestId, refuse }) => {
    const member = await findMember(staff, params.id)
    if (!member) throw problem('not_found')
    const { isWaiting, ...invited } = member
    if (!isWaiting) return refuse('not_waiting')
    await invite(staff, invited)
    await recordDeed(staff, 'user_invited', requestId)
    return undefined
  })

  on(api, staffPracticeCalls.setAccess, asStaff, async ({ actor: staff, params, body, requestId }) => {
    if (!(await findMember(staff, params.id))) throw problem('not_found')
    if (await setDisabled(staff, params.id, body.isDisabled))
      await recordDeed(staff, body.isDisabled ? 'user_disabled' : 'user_enabled', requestId)
    return undefined
  })

  on(api, staffPracticeCalls.takeSecondFactorAway, asStaff, async ({ actor: staff, params, requestId, refuse }) => {
    if (!(await findMember(staff, params.id))) throw problem('not_found')
    if (!(await takeSecondFactorAway(staff, params.id, requestId))) return refuse('second_factor_off')
    return undefined
  })
}
