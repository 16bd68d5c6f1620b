import { type Invite, insertPractice, loginConstraint } from '#features/account/server/people-sql.ts'
import { recordDeed } from '#features/audit/server/sql.ts'
import { problem } from '#kit/problem.ts'
import { violates } from '#kit/server/database-problem.ts'
import { type Api, on } from '#kit/server/serve.ts'
import { asStaff } from '#tenancy/server/guards.ts'
import { staffSignupCalls } from '../contract.ts'
import { carriedOver } from './carried-over.ts'
import { refusalMail } from './refusal-mail.ts'
import {
  findSignup,
  listAlike,
  listDecidedSignups,
  listWaitingSignups,
  lockSignup,
  setRefusedSilently,
  setSignupApproved,
  setSignupRefused,
} from './staff-sql.ts'

/** The laboratory's side: read, compared, decided once. */
export function staffSignupRoutes(api: Api, invite: Invite) {
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
    return { data: { ...request, alike: await listAlike(staff, [request.id]) } }
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
    for (const deed of ['signup_approved', 'practice_created', 'user_invited'] as const)
      await recordDeed(staff, deed, requestId)
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
