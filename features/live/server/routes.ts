import { onEvents } from '#kit/server/events.ts'
import { tokenOf } from '#kit/server/guard.ts'
import type { Api } from '#kit/server/serve.ts'
import { may } from '#tenancy/rights.ts'
import type { Changes } from '#tenancy/server/changes.ts'
import { asPracticeUser } from '#tenancy/server/guards.ts'
import { liveCalls, Topic, topicNeeds } from '../contract.ts'
import { Streams } from './streams.ts'

export function liveRoutes(api: Api, changes: Changes): { stop: () => void; count: () => number } {
  const streams = new Streams(Topic.options)
  onEvents(api, liveCalls.events, asPracticeUser, {
    subscribe: user => ({
      brandId: user.brandId,
      practiceId: user.practiceId,
      userId: user.userId,
      sessionId: user.sessionId,
      // Not even that there are any.
      topics: Topic.options.filter(topic => may(user, topicNeeds[topic])),
    }),
    until: headers => api.services.accessTokens.endOf(tokenOf(headers) ?? ''),
    open: async subscription => {
      // Before the first event, so that nothing falls between loading and listening.
      await changes.listen(streams)
      return streams.open(subscription)
    },
  })
  return { stop: () => streams.stop(), count: () => streams.size }
}
