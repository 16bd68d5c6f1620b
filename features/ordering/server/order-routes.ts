import { moveDraftAttachments } from '#features/attachments/server/draft-files-sql.ts'
import { recordDeed } from '#features/audit/server/sql.ts'
import { type Api, on } from '#kit/server/serve.ts'
import type { PracticeUser } from '#tenancy/server/actor.ts'
import { asPracticeUser } from '#tenancy/server/guards.ts'
import { orderingCalls } from '../contract.ts'
import { orderedJaws } from '../rules.ts'
import { createOrder } from './create-order.ts'
import { deleteDraft, lockDraft } from './sql.ts'

export function orderRoutes(api: Api) {
  on(api, orderingCalls.create, asPracticeUser, async ({ actor: user, body, requestId, refuse }) => {
    const { draftId, promisedDate, ...order } = body
    // Checked first: a missing draft was most likely sent by this user's other tab.
    if (draftId && !(await lockDraft(user, draftId))) return refuse('draft_gone')
    const made = await createOrder(user, order, {
      agree: promise => {
        if (promisedDate !== undefined && promisedDate !== (promise?.deliveryDate ?? null))
          refuse('promise_changed', { present: promise })
      },
    })
    if (draftId) await endDraft(user, draftId, made.id, orderedJaws(body))
    await recordDeed(user, 'order_created', requestId, made.id)
    return { data: made }
  })
}

/** Moves the attachments to the case and deletes the draft, so that the patient's data stay in one place. */
async function endDraft(
  user: PracticeUser,
  draftId: string,
  orderId: string,
  jaws: ReturnType<typeof orderedJaws>,
): Promise<void> {
  await moveDraftAttachments(user, draftId, orderId, jaws)
  await deleteDraft(user, draftId)
}
