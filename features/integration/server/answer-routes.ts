import { findProblemAnswer, lockOrder } from '#features/cases/server/changes-sql.ts'
import { giveProblemAnswer, giveRequestAnswer } from '#features/cases/server/laboratory-answers.ts'
import { findRequest, type RequestToDecide } from '#features/cases/server/requests-sql.ts'
import { problem } from '#kit/problem.ts'
import { type Api, on } from '#kit/server/serve.ts'
import { asProgram } from '#tenancy/server/program-guard.ts'
import { integrationAnswerCalls } from '../answers-contract.ts'
import { orderIdIn } from './names.ts'

/** The laboratory's answers, given by its software. What is answered so already is left as it is. */
export function integrationAnswerRoutes(api: Api) {
  on(
    api,
    integrationAnswerCalls.answerRequest,
    asProgram,
    async ({ actor: program, params, body, requestId, refuse }) => {
      const order = await lockOrder(program, await orderIdIn(program, params))
      const asked = order && (await findRequest(program, order.id, params.requestId))
      if (!asked) throw problem('not_found')
      if (isAnsweredSo(asked, body)) return undefined
      await giveRequestAnswer(program, order, asked, body, { requestId, refuse })
      return undefined
    },
  )

  on(
    api,
    integrationAnswerCalls.answerProblem,
    asProgram,
    async ({ actor: program, params, body: { from, ...body }, requestId, refuse }) => {
      const order = await lockOrder(program, await orderIdIn(program, params))
      const there = order && (await findProblemAnswer(program, order.id, params.problemId))
      if (!there) throw problem('not_found')
      if (there.words === body.answer && there.putRightOn === (body.putRightOn ?? null)) return undefined
      // An answer that is sent again must not replace what people have answered since.
      if (timeOf(there.at) !== timeOf(from)) return refuse('changed_meanwhile', { present: there.at })
      await giveProblemAnswer(program, order, params.problemId, body, { requestId, refuse })
      return undefined
    },
  )
}

type Answer = { granted: boolean; deliveryDate?: string | undefined; answer?: string | undefined }

/** A wished day is granted by naming it, a change without. */
function isAnsweredSo({ kind, state, grantedOn, answer }: RequestToDecide, body: Answer): boolean {
  if (state !== (body.granted ? 'granted' : 'refused') || answer !== (body.answer ?? null)) return false
  return !body.granted || kind !== 'earlier' || grantedOn === body.deliveryDate
}

const timeOf = (at: string | null | undefined) => (at ? Date.parse(at) : null)
