import { problem } from '#kit/problem.ts'
import { type Api, on } from '#kit/server/serve.ts'
import { asStaff } from '#tenancy/server/guards.ts'
import { staffRequestCalls } from '../staff-requests-contract.ts'
import { mostAsked } from '../staff-rules.ts'
import { lockOrder } from './changes-sql.ts'
import { giveProblemAnswer, giveRequestAnswer } from './laboratory-answers.ts'
import { countAsking, findRequest, listAsked, listOpenProblems, noteChange } from './requests-sql.ts'

type OfPractice = { practiceId: string; ofPractice: number }

/** By practice: the number of its entries that are not shown. */
function leftOf(kinds: readonly (readonly OfPractice[])[]): Map<string, number> {
  const left = new Map<string, number>()
  for (const shown of kinds)
    for (const [practiceId, own] of Map.groupBy(shown, one => one.practiceId))
      left.set(practiceId, (left.get(practiceId) ?? 0) + (own[0]?.ofPractice ?? 0) - own.length)
  return left
}

export function staffRequestRoutes(api: Api) {
  on(api, staffRequestCalls.listRequests, asStaff, async ({ actor: staff, query }) => {
    const { requests, changes } = await listAsked(staff, query)
    const asked = requests.map(({ requestId, kind, wishedDate, words, askedAt, askedBy, ...row }) => ({
      row,
      request: {
        id: requestId,
        kind,
        wishedDate,
        words,
        askedAt,
        askedBy,
        state: 'open' as const,
        grantedDate: null,
        answer: null,
        decidedAt: null,
      },
      changedAt: null,
    }))
    const all = [...asked, ...changes.map(({ changedAt, ...row }) => ({ row, request: null, changedAt }))]
    const more = leftOf([requests, changes])
    const isCut = requests.length === mostAsked || changes.length === mostAsked
    const shown = new Set(all.map(({ row }) => row.practiceId)).size
    return {
      hiddenPractices: isCut && query.orderId === undefined ? (await countAsking(staff)) - shown : 0,
      data: all.map(({ row: { practiceId, ofPractice: _, ...order }, ...said }, place) => {
        const isLast = all.findLastIndex(({ row }) => row.practiceId === practiceId) === place
        const count = more.get(practiceId) ?? 0
        return { order, ...said, more: isLast && count > 0 ? { practiceId, count } : null }
      }),
    }
  })

  on(api, staffRequestCalls.answerRequest, asStaff, async ({ actor: staff, params, body, requestId, refuse }) => {
    const order = await lockOrder(staff, params.id)
    const asked = order && (await findRequest(staff, order.id, params.requestId))
    if (!asked) throw problem('not_found')
    await giveRequestAnswer(staff, order, asked, body, { requestId, refuse })
    return undefined
  })

  on(api, staffRequestCalls.noteChange, asStaff, async ({ actor: staff, params }) => {
    if (!(await lockOrder(staff, params.id))) throw problem('not_found')
    await noteChange(staff, params.id)
    return undefined
  })

  on(api, staffRequestCalls.listProblems, asStaff, async ({ actor: staff }) => ({
    data: (await listOpenProblems(staff)).map(
      ({ problemId: id, kind, description, reportedAt, reportedBy, remake, teeth, adjustment, ...order }) => ({
        order,
        problem: { id, kind, description, reportedAt, reportedBy, remake, teeth, adjustment },
      }),
    ),
  }))

  on(api, staffRequestCalls.answerProblem, asStaff, async ({ actor: staff, params, body, requestId, refuse }) => {
    const order = await lockOrder(staff, params.id)
    if (!order) throw problem('not_found')
    await giveProblemAnswer(staff, order, params.problemId, body, { requestId, refuse })
    return undefined
  })
}
