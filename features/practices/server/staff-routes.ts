import { isDeepStrictEqual } from 'node:util'
import { lockAbsences } from '#features/absences/server/sql.ts'
import { setDays } from '#features/account/server/moved-days.ts'
import { recordDeedOn } from '#features/audit/server/sql.ts'
import type { Role } from '#features/colleagues/input.ts'
import { isRole } from '#features/colleagues/rules.ts'
import { findRoundOf } from '#features/deliveries/server/sql.ts'
import { usualPeriod } from '#features/figures/rules.ts'
import { countDeliveredTo } from '#features/figures/server/sql.ts'
import { findBalance, listGaps } from '#features/invoices/server/unbilled-sql.ts'
import {
  deleteInvited,
  type Inviting,
  isAddressTaken,
  listUninvited,
  setInvitedAddress,
} from '#features/people/server/invitations-sql.ts'
import {
  findMember,
  insertMember,
  insertPractice,
  listHoldersOf,
  loginOf,
  setDisabled,
  setRole,
} from '#features/people/server/members-sql.ts'
import {
  findPractice,
  insertEmptyPractice,
  openPracticeConstraint,
  setPractice,
  setPracticeDisabled,
  setPracticeEnabled,
} from '#features/people/server/practices-sql.ts'
import { listPlacings } from '#features/prices/server/sql.ts'
import { dayInZone } from '#kit/day.ts'
import { problem } from '#kit/problem.ts'
import { violates } from '#kit/server/database-problem.ts'
import { type Api, on } from '#kit/server/serve.ts'
import { may } from '#tenancy/rights.ts'
import { onBehalfOf, type Staff } from '#tenancy/server/actor.ts'
import { asStaff } from '#tenancy/server/guards.ts'
import { staffPracticeCalls } from '../contract.ts'
import { findSuccessor, listMerged } from './merging-sql.ts'
import { findWithPeople, listPractices, lockAndFindAnotherManager, lockRole } from './sql.ts'

/** Removes a lost second factor and notifies the user; returns whether there was one. */
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
    await recordDeedOn(staff, made.practiceId, 'practice_created', requestId)
    await recordDeedOn(staff, made.manager.id, 'user_invited', requestId)
    return { data: { id: made.practiceId } }
  })

  on(api, staffPracticeCalls.createOnPaper, asStaff, async ({ actor: staff, body, requestId }) => {
    const { country: countryCode, ...said } = body
    const id = await insertEmptyPractice(staff, { ...said, countryCode }, { importId: undefined })
    await recordDeedOn(staff, id, 'practice_created', requestId)
    return { data: { id } }
  })

  on(api, staffPracticeCalls.show, asStaff, async ({ actor: staff, params }) => {
    const id = (await findSuccessor(staff, params.id)) ?? params.id
    const today = dayInZone(new Date(), staff.timeZone)
    const [practice, listed, figures, gaps, merged, priceLists, balanceCents, round] = await Promise.all([
      findPractice(staff, id),
      findWithPeople(staff, id),
      countDeliveredTo(staff, id, usualPeriod(today)),
      listGaps(staff, id),
      listMerged(staff, id),
      listPlacings(staff, id, today),
      may(staff, 'billing') ? findBalance(staff, id) : null,
      findRoundOf(staff, id),
    ])
    if (!practice || !listed) throw problem('not_found')
    const { people } = listed
    return {
      data: { ...practice, people, gaps, figures, merged, priceLists, balanceCents, round },
      areMailsSent,
    }
  })

  on(api, staffPracticeCalls.change, asStaff, async ({ actor: staff, params, body, requestId }) => {
    // Locked before the practice's row, as ordering and merging do: its days move deliveries.
    await lockAbsences(onBehalfOf(staff, params.id))
    const practice = await findPractice(staff, params.id, { isLocked: true })
    if (!practice) throw problem('not_found')
    const { version, ...given } = body
    const said = { ...given, country: given.country ?? practice.country }
    // Also answers a retry after a lost answer.
    if (isDeepStrictEqual({ ...practice, ...said }, practice)) return undefined
    if (practice.version !== version) throw problem('conflict')
    await setDays(staff, params.id, () => setPractice(staff, params.id, said))
    await recordDeedOn(staff, params.id, 'practice_changed', requestId)
    return undefined
  })

  on(api, staffPracticeCalls.setOpen, asStaff, async ({ actor: staff, params, body, requestId }) => {
    const practice = await findPractice(staff, params.id, { isLocked: true })
    if (!practice) throw problem('not_found')
    if (practice.isDisabled === body.isDisabled) return undefined
    if (body.isDisabled) await setPracticeDisabled(staff, params.id)
    else await setPracticeEnabled(staff, params.id)
    await recordDeedOn(staff, params.id, body.isDisabled ? 'practice_disabled' : 'practice_enabled', requestId)
    return undefined
  })

  on(api, staffPracticeCalls.add, asStaff, async ({ actor: staff, params, body, requestId, refuse }) => {
    refuseUnlessRole(body)
    const practice = await findPractice(staff, params.id, { isLocked: true })
    if (!practice) throw problem('not_found')
    if (practice.isDisabled) return refuse('practice_disabled')
    // People already invited to this practice are invited again from the menu, not added twice.
    const holders = await listHoldersOf(staff, [loginOf(body)])
    if (holders.some(({ practiceId }) => practiceId === params.id)) return refuse('login_taken')
    const person = { ...body, title: body.title ?? '', phone: '', language: staff.language }
    const invited = await insertMember(staff, params.id, person, body).catch(error => {
      if (isAddressTaken(error)) return refuse('login_taken')
      throw error
    })
    if (!invited) throw problem('not_found')
    await invite(staff, invited)
    await recordDeedOn(staff, invited.id, 'user_invited', requestId)
    return { data: { id: invited.id } }
  })

  on(api, staffPracticeCalls.setRole, asStaff, async ({ actor: staff, params, body, requestId, refuse }) => {
    refuseUnlessRole(body)
    const before = await lockRole(staff, params.id)
    if (!before) throw problem('not_found')
    const { accountType, isPracticeDoctor, isDLCPM = before.isDLCPM } = body
    const isOther = accountType !== before.accountType || isPracticeDoctor !== before.isPracticeDoctor
    if (!isOther && isDLCPM === before.isDLCPM) return undefined
    const isManagerGoing = isOther && before.accountType === 'manager' && !before.isDisabled
    if (isManagerGoing && !(await lockAndFindAnotherManager(staff, before))) return refuse('last_manager')
    await setRole(staff, params.id, { accountType, isPracticeDoctor, isDLCPM })
    await recordDeedOn(staff, params.id, 'user_changed', requestId)
    return undefined
  })

  on(api, staffPracticeCalls.invite, asStaff, async ({ actor: staff, params, requestId, refuse }) => {
    const invited = (await lockWaiting(staff, params.id)) ?? refuse('not_waiting')
    await invite(staff, invited)
    await recordDeedOn(staff, params.id, 'user_invited', requestId)
    return undefined
  })

  on(api, staffPracticeCalls.inviteAll, asStaff, async ({ actor: staff, params, requestId, refuse }) => {
    // Locked: of two simultaneous presses, the second finds everybody invited.
    const practice = await findPractice(staff, params.id, { isLocked: true })
    if (!practice) throw problem('not_found')
    if (practice.isDisabled) return refuse('practice_disabled')
    const waiting = await listUninvited(staff, { practiceId: params.id })
    for (const person of waiting) {
      await invite(staff, person)
      await recordDeedOn(staff, person.id, 'user_invited', requestId)
    }
    return { data: { invited: waiting.length } }
  })

  on(api, staffPracticeCalls.copyLink, asStaff, async ({ actor: staff, params, requestId, refuse }) => {
    const invited = (await lockWaiting(staff, params.id)) ?? refuse('not_waiting')
    const data = await copyLink(staff, invited)
    await recordDeedOn(staff, params.id, 'invitation_copied', requestId)
    return { data }
  })

  on(api, staffPracticeCalls.correct, asStaff, async ({ actor: staff, params, body, requestId, refuse }) => {
    if (!(await lockWaiting(staff, params.id))) return refuse('not_waiting')
    const corrected = await setInvitedAddress(staff, params.id, body.email).catch(error => {
      if (isAddressTaken(error)) return refuse('login_taken')
      throw error
    })
    await invite(staff, corrected)
    await recordDeedOn(staff, params.id, 'invitation_corrected', requestId)
    return undefined
  })

  on(api, staffPracticeCalls.withdraw, asStaff, async ({ actor: staff, params, requestId, refuse }) => {
    if (!(await lockWaiting(staff, params.id))) return refuse('not_waiting')
    if (!(await deleteInvited(staff, params.id))) return refuse('person_named')
    await recordDeedOn(staff, params.id, 'invitation_withdrawn', requestId)
    return undefined
  })

  on(api, staffPracticeCalls.setAccess, asStaff, async ({ actor: staff, params, body, requestId, refuse }) => {
    if (!(await findMember(staff, params.id))) throw problem('not_found')
    const isSet = await setDisabled(staff, params.id, body.isDisabled).catch(error => {
      if (violates(error, openPracticeConstraint)) return refuse('practice_disabled')
      throw error
    })
    if (isSet) await recordDeedOn(staff, params.id, body.isDisabled ? 'user_disabled' : 'user_enabled', requestId)
    return undefined
  })

  on(api, staffPracticeCalls.takeSecondFactorAway, asStaff, async ({ actor: staff, params, requestId, refuse }) => {
    if (!(await findMember(staff, params.id))) throw problem('not_found')
    if (!(await takeSecondFactorAway(staff, params.id, requestId))) return refuse('second_factor_off')
    return undefined
  })
}

/** An active user without a password, locked against changes meanwhile; undefined otherwise. */
async function lockWaiting(staff: Staff, id: string) {
  const member = await findMember(staff, id, { isLocked: true })
  if (!member) throw problem('not_found')
  const { isWaiting, ...invited } = member
  return isWaiting ? invited : undefined
}

function refuseUnlessRole(role: Role) {
  if (!isRole(role)) throw problem('input_invalid', { errors: [{ path: 'isPracticeDoctor', code: 'not_allowed' }] })
}
