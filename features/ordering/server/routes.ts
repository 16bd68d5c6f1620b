import { type Api, on } from '#kit/server/serve.ts'
import { asPracticeUser } from '#tenancy/server/guards.ts'
import { orderingCalls } from '../contract.ts'
import { answerPromise } from './promise-answer.ts'

export function orderingRoutes(api: Api) {
  on(api, orderingCalls.promise, asPracticeUser, async ({ actor: user, body }) => ({
    data: await answerPromise(user, body, { count: () => api.services.countMade(user, 'questions') }),
  }))
}
