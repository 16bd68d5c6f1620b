import type { AuditKind } from '#db/schema.ts'
import { deleteInvited, isAddressTaken, setInvitedAddress } from '#features/account/server/invited-sql.ts'
import { findMember, type Inviting, insertPractice, setDisabled } from '#features/account/server/people-sql.ts'
import { recordDeed, recordEvent } from '#features/audit/server/sql.ts'
import { problem } from '#kit/problem.ts'
import { type Api, on } from '#kit/server/serve.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import { asStaff } from '#tenancy/server/guards.ts'
import { staffPracticeCalls } from '../contract.ts'
import { listPractices } from './sql.ts'

/** Takes away what somebody has lost, and tells them; whether there was anything to take. */
type TakeSecondFactorAway = (staff: Staff, userId: string, requestId: string) => Promise<boolean>

export function staffPracticeRoutes(
  api: Api,
  { invite, copyLink, areMailsSent }: Inviting,
  takeSecondFactorAway: TakeSecondFactorAway,
) {
  on(api, staffPracticeCalls.list, asStaff, async ({ actor: staff, query }) => ({
    data: await listPractices(staff, query.search),
    areMailsSent,
  }))

  on(api, staffPracticeCalls.create, asStaff, async ({ actor: staff, body, requestId, refuse }) => {
    const { name, rppsSiretSiren, address, postalCode, city, country: countryCode, phone, ...manager } = body
    const made = await insertPractice(
      staff,
      { name, rppsSiretSiren, address, postalCode, city, countryCode, phone },
      { ...manager, phone },
    ).catch(error => {
      if (isAddressTaken(error)) return refuse('login_taken')
      throw error
    })
    await invite(staff, made.manager)
    for (const deed of ['practice_created', 'user_invited'] as const) await recordDeed(staff, deed, requestId)
    return { data: { id: made.practiceId } }
  })

  on(api, staffPracticeCalls.invite, asStaff, async ({ actor: staff, params, requestId, refuse }) => {
    const invited = (await findWaiting(staff, params.id)) ?? refuse('not_waiting')
    await invite(staff, invited)
    await recordDeed(staff, 'user_invited', requestId)
    return undefined
  })

  on(api, staffPracticeCalls.copyLink, asStaff, async ({ actor: staff, params, requestId, refuse }) => {
    const invited = (await findWaiting(staff, params.id)) ?? refuse('not_waiting')
    const data = await copyLink(staff, invited)
    await recordDeedOn(staff, params.id, 'invitation_copied', requestId)
    return { data }
  })

  on(api, staffPracticeCalls.correct, asStaff, async ({ actor: staff, params, body, requestId, refuse }) => {
    if (!(await findWaiting(staff, params.id))) return refuse('not_waiting')
    const corrected = await setInvitedAddress(staff, params.id, body.email).catch(error => {
      if (isAddressTaken(error)) return refuse('login_taken')
      throw error
    })
    await invite(staff, corrected)
    await recordDeedOn(staff, params.id, 'invitation_corrected', requestId)
    return undefined
  })

  on(api, staffPracticeCalls.withdraw, asStaff, async ({ actor: staff, params, requestId, refuse }) => {
    if (!(await findWaiting(staff, params.id))) return refuse('not_waiting')
    if (!(await deleteInvited(staff, params.id))) return refuse('person_named')
    await recordDeedOn(staff, params.id, 'invitation_withdrawn', requestId)
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

/** Whoever has chosen no password yet and may come in; nothing otherwise. */
async function findWaiting(staff: Staff, id: string) {
  const member = await findMember(staff, id)
  if (!member) throw problem('not_found')
  const { isWaiting, ...invited } = member
  return isWaiting ? invited : undefined
}

const recordDeedOn = (staff: Staff, subjectId: string, kind: AuditKind, requestId: string) =>
  recordEvent(staff, { kind, requestId, userId: staff.userId, sessionId: staff.sessionId, subjectId })
