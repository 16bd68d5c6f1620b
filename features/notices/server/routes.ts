import { findOrderOwner } from '#features/cases/server/correspondence-sql.ts'
import { problem } from '#kit/problem.ts'
import { type Api, on } from '#kit/server/serve.ts'
import { may } from '#tenancy/rights.ts'
import type { PracticeUser } from '#tenancy/server/actor.ts'
import { asPracticeUser } from '#tenancy/server/guards.ts'
import { NoticeKind, noticeCalls, noticeNeeds } from '../contract.ts'
import { findNoticeSettings, setDigestHour, setNoticeWays } from './settings-sql.ts'
import { deleteUnread, listUnread } from './unread-sql.ts'

/** What a user wants to be told, and has read. */
export function noticeRoutes(api: Api, areMailsSent: boolean) {
  on(api, noticeCalls.settings, asPracticeUser, async ({ actor: user }) => ({
    data: await findNoticeSettings(user, kindsFor(user)),
    areMailsSent,
  }))

  on(api, noticeCalls.change, asPracticeUser, async ({ actor: user, body: { ways, digestHour } }) => {
    const kinds = kindsFor(user)
    if (NoticeKind.options.some(kind => ways?.[kind] && !kinds.includes(kind))) throw problem('forbidden')
    if (ways) await setNoticeWays(user, ways)
    if (digestHour !== undefined) await setDigestHour(user, digestHour)
    return { data: await findNoticeSettings(user, kinds) }
  })

  on(api, noticeCalls.unread, asPracticeUser, async ({ actor: user }) => {
    const data = await listUnread(user)
    return { data, total: data[0]?.total ?? 0 }
  })

  on(api, noticeCalls.read, asPracticeUser, async ({ actor: user, params, body }) => {
    if (!(await findOrderOwner(user, params.id))) throw problem('not_found')
    await deleteUnread(user, params.id, body.news)
    return undefined
  })
}

/** Other kinds are not disclosed to the user. */
const kindsFor = (user: PracticeUser) => NoticeKind.options.filter(kind => may(user, noticeNeeds[kind]))
