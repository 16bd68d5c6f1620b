import { asPracticeUser } from '#kit/server/guards.ts'
import { type Api, on } from '#kit/server/serve.ts'
import { caseCalls } from '../contract.ts'

export function caseRoutes(api: Api) {
  on(api, caseCalls.list, asPracticeUser, async () => ({ data: [], page: { number: 1, size: 25, total: 0 }, counts: { inProgress: 0, history: 0, all: 0 } }))
}
