import { onEvents } from '#kit/server/events.ts'
import { tokenOf } from '#kit/server/guard.ts'
import type { Api } from '#kit/server/serve.ts'
import { may, rightsOf } from '#tenancy/rights.ts'
import type { Changes } from '#tenancy/server/changes.ts'
import { asSignedIn } from '#tenancy/server/guards.ts'
import { liveCalls, Topic, topicNeeds } from '../contract.ts'
import { rightsShownBy } from './shown-rights.ts'
import { ended } from './stream.ts'
import { Streams } from './streams.ts'

export function liveRoutes(api: Api, changes: Changes): { stop: () => void; count: () => number } {
  const streams = new Streams(Topic.options)
  onEvents(api, liveCalls.events, asSignedIn, {
    subscribe: user => ({
      brandId: user.brandId,
      scopeId: user.kind === 'practice' ? user.practiceId : user.brandId,
      userId: user.userId,
      sessionId: user.sessionId,
      rights: rightsOf(user).join(),
      // Users are not even told that such topics exist.
      topics: Topic.options.filter(topic => topicNeeds[topic].some(right => may(user, right))),
    }),
    until: headers => api.services.accessTokens.endOf(tokenOf(headers) ?? ''),
    open: async (subscription, headers) => {
      // Before the first event, so that nothing is lost between loading and listening.
      await changes.listen(streams)
      const shown = rightsShownBy(tokenOf(headers) ?? '')
      // The rights changed between rendering the page and listening: a new token brings the current menus.
      if (shown !== undefined && shown !== subscription.subscriber.rights) return ended('session')
      return streams.open(subscription)
    },
  })
  return { stop: () => streams.stop(), count: () => streams.size }
}
