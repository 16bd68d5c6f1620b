import * as v from 'valibot'
import { data, endpoint, Id, Instant } from '#kit/contract.ts'
import { Words } from '#kit/input.ts'

export const longestFeedback = 2000

const Feedback = v.object({
  id: Id,
  at: Instant,
  body: v.string(),
  author: v.string(),
  practice: v.string(),
})
export const feedbackCalls = {
  send: endpoint({
    method: 'POST',
    path: '/api/feedback',
    needs: 'portal',
    summary: 'Tells the laboratory what one thinks of the portal, or of its work in general',
    status: 204,
    creates: true,
    body: v.strictObject({
      body: Words(longestFeedback),
    }),
    refusals: { feedback_too_often: 429 },
  }),
}

export const staffFeedbackCalls = {
  list: endpoint({
    method: 'GET',
    path: '/api/staff/feedback',
    needs: 'feedback',
    summary: 'The last hundred things that practices have said, latest first',
    reply: data(v.array(Feedback)),
  }),
}
