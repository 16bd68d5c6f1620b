import { recordDeed, recordDeedOn } from '#features/audit/server/sql.ts'
import { keptOf } from '#features/colleagues/rules.ts'
import { type Inviting, loginConstraint } from '#features/people/server/invitations-sql.ts'
import { insertMember, insertPractice } from '#features/people/server/members-sql.ts'
import { problem } from '#kit/problem.ts'
import { violates } from '#kit/server/database-problem.ts'
import { type Api, on } from '#kit/server/serve.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import { asStaff } from '#tenancy/server/guards.ts'
import { staffSignupCalls } from '../contract.ts'
import { carriedOver } from './carried-over.ts'
import { refusalMail } from './mail-text.ts'
import {
  findKnownUser,
  findSignup,
  isClosed,
  listAlike,
  listDecidedSignups,
  listWaitingSignups,
  lockSignup,
  setAnsweredByLink,
  setRefusedSilently,
  setSignupApproved,
  setSignupRefused,
} from './staff-sql.ts'

/** Mails an existing user a link with which to choose a password. */
type MailLink = (staff: Staff, userId: string) => Promise<void>

/** The laboratory's side: requests are read, compared and decided once. */
export function staffSignupRoutes(api: Api, { invite, areMailsSent }: Inviting, mailLink: MailLink) {
  on(api, staffSignupCalls.list, asStaff, async ({ actor: staff, query }) => {
    const requests = await (query.tab === 'waiting' ? listWaitingSignups(staff) : listDecidedSignups(staff))
    const alike = await listAlike(
      staff,
      requests.filter(({ state }) => state === 'waiting').map(({ id }) => id),
    )
    return {
      data: requests.map(request => ({
        ...request,
        alike: alike.filter(({ requestId }) => requestId === request.id).length,
      })),
    }
  })

  on(api, staffSignupCalls.one, asStaff, async ({ actor: staff, params }) => {
    const request = await findSignup(staff, params.id)
    if (!request) throw problem('not_found')
    return { data: { ...request, alike: await listAlike(staff, [request.id]) }, areMailsSent }
  })

  on(api, staffSignupCalls.approve, asStaff, async ({ actor: staff, params, body, requestId, refuse }) => {
    const request = await lockSignup(staff, params.id)
    if (!request) throw problem('not_found')
    if (request.state !== 'waiting') return refuse('already_decided')
    const { rppsSiretSiren, address, postalCode, city, countryCode, phone } = request
    const made = await insertPractice(
      staff,
      {
        name: body.practiceName,
        ...{ rppsSiretSiren, address, postalCode, city, countryCode, phone },
        ...carriedOver(request),
      },
      request,
    ).catch(error => {
      if (violates(error, loginConstraint)) return refuse('login_taken')
      throw error
    })
    await setSignupApproved(staff, params.id, made.practiceId)
    await invite(staff, made.manager)
    for (const deed of ['signup_approved', 'practice_created'] as const)
      await recordDeedOn(staff, made.practiceId, deed, requestId)
    await recordDeedOn(staff, made.manager.id, 'user_invited', requestId)
    return undefined
  })

  on(api, staffSignupCalls.join, asStaff, async ({ actor: staff, params, body, requestId, refuse }) => {
    const request = await lockSignup(staff, params.id)
    if (!request) throw problem('not_found')
    if (request.state !== 'waiting') return refuse('already_decided')
    if (await isClosed(staff, body.practiceId)) return refuse('practice_disabled')
    const invited = await insertMember(staff, body.practiceId, request, keptOf(body.role)).catch(error => {
      if (violates(error, loginConstraint)) return refuse('login_taken')
      throw error
    })
    if (!invited) throw problem('input_invalid', { errors: [{ path: 'practiceId', code: 'not_listed' }] })
    await setSignupApproved(staff, params.id, body.practiceId)
    await invite(staff, invited)
    await recordDeedOn(staff, body.practiceId, 'signup_approved', requestId)
    await recordDeedOn(staff, invited.id, 'user_invited', requestId)
    return undefined
  })

  on(api, staffSignupCalls.sendLink, asStaff, async ({ actor: staff, params, body, requestId, refuse }) => {
    const request = await lockSignup(staff, params.id)
    if (!request) throw problem('not_found')
    if (request.state !== 'waiting') return refuse('already_decided')
    const known = await findKnownUser(staff, params.id, body.userId)
    if (!known) return refuse('not_known')
    await setAnsweredByLink(staff, params.id)
    await mailLink(staff, known.id)
    await recordDeed(staff, 'signup_refused', requestId)
    return undefined
  })

  on(api, staffSignupCalls.refuse, asStaff, async ({ actor: staff, params, body, requestId, refuse }) => {
    const request = await lockSignup(staff, params.id)
    if (!request) throw problem('not_found')
    if (request.state !== 'waiting') return refuse('already_decided')
    const { reason: words, silently, withNearby = false } = body
    if (silently) {
      const count = await setRefusedSilently(staff, params.id, withNearby)
      for (let index = 0; index < count; index++) await recordDeed(staff, 'signup_refused', requestId)
      return undefined
    }
    const { firstName, lastName, email, language } = request
    const reason = words || null
    await setSignupRefused(staff, params.id, reason)
    await api.services.outbox.put(staff, { address: email, language }, refusalMail({ firstName, lastName, reason }))
    await recordDeed(staff, 'signup_refused', requestId)
    return undefined
  })
}
