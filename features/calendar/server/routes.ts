import { etag } from 'hono/etag'
import { recordDeed } from '#features/audit/server/sql.ts'
import { deliveryOf, hasMissedItsDay } from '#features/cases/rules.ts'
import { addDays, type Day, dayInZone } from '#kit/day.ts'
import { newRate } from '#kit/server/rate.ts'
import { type Api, on } from '#kit/server/serve.ts'
import { may } from '#tenancy/rights.ts'
import type { FeedReader } from '#tenancy/server/actor.ts'
import { asPracticeUser, asVisitor } from '#tenancy/server/guards.ts'
import { calendarCalls } from '../contract.ts'
import { drawFeed } from './feed.ts'
import { feedText } from './feed-text.ts'
import { hashOf, newSecret } from './secret.ts'
import {
  deleteFeed,
  type FeedCase,
  findCompanyName,
  findFeed,
  listFeedAbsences,
  listFeedCases,
  listFeedRides,
  setFeed,
} from './sql.ts'

const daysBack = 30
const daysAhead = 365

export function calendarRoutes(api: Api) {
  /** Allows a few programs of one user to poll every minute, and stops a runaway one. Strangers are not counted. */
  const countLook = newRate({ points: 60, seconds: 10 * 60 })

  on(api, calendarCalls.find, asPracticeUser, async ({ actor: user }) => {
    return { data: (await findFeed(user)) ?? null }
  })

  on(api, calendarCalls.make, asPracticeUser, async ({ actor: user, requestId }) => {
    await api.services.countMade(user, 'things')
    const secret = newSecret()
    const feed = await setFeed(user, hashOf(secret))
    await recordDeed(user, 'calendar_feed_made', requestId)
    return { data: { secret, ...feed } }
  })

  on(api, calendarCalls.revoke, asPracticeUser, async ({ actor: user, requestId }) => {
    if (await deleteFeed(user)) await recordDeed(user, 'calendar_feed_revoked', requestId)
    return undefined
  })

  // Answers 304 when nothing has changed since the last request.
  api.http.use(calendarCalls.feed.path, etag())
  on(api, calendarCalls.feed, asVisitor, async ({ actor: visitor, params, incoming, outgoing }) => {
    const { text, content, window } = await visitor.feed(hashOf(params.secret), async reader => {
      await countLook(`${reader.brandId}/${reader.userId}`)
      const today = dayInZone(new Date(), reader.timeZone)
      const window = { today, first: addDays(today, -daysBack), last: addDays(today, daysAhead) }
      const [companyName, cases, rides, absences] = await Promise.all([
        findCompanyName(reader),
        listFeedCases(reader, window),
        listFeedRides(reader, window),
        may(reader, 'absences') ? listFeedAbsences(reader, window) : [],
      ])
      const { language, timeZone } = reader
      const origin = originOf(visitor.host, incoming.get('host') ?? visitor.host)
      return {
        text: feedText[language],
        content: {
          companyName,
          language,
          timeZone,
          origin,
          cases: cases.map(row => ({ ...row, delivery: shownOf(reader, row, today) })),
          rides,
          absences,
        },
        window,
      }
    })
    // The program may cache it, proxies may not.
    outgoing.set('cache-control', 'private, no-cache')
    const bytes = async () => Buffer.from(drawFeed(text, content, window))
    return { bytes, type: 'text/calendar; charset=utf-8' }
  })
}

/**
 * Computed as of its own delivery day, so that the text does not change with each request; as of today once that day was
 * missed.
 */
function shownOf(reader: FeedReader, row: FeedCase, today: Day) {
  const { status, deliveryDate } = row
  if (deliveryDate === null) return null
  const isMissed = hasMissedItsDay({ status, deliveryDate }, today)
  return deliveryOf(row, isMissed ? today : deliveryDate, { maySeeAbsences: may(reader, 'absences') })
}

/** TLS ends at a proxy that is not visible here; only on localhost is there no TLS. */
const originOf = (host: string, hostHeader: string) =>
  `${/(^|\.)localhost$/.test(host) ? 'http' : 'https'}://${hostHeader.toLowerCase()}`
