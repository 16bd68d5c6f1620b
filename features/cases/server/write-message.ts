import { recordDeed } from '#features/audit/server/sql.ts'
import { problem } from '#kit/problem.ts'
import type { SignedIn } from '#tenancy/server/actor.ts'
import type { CaseMessage } from '../contract.ts'
import { insertMessage } from './changes-sql.ts'
import { findMessage, findOrderOwner } from './correspondence-sql.ts'

export async function writeMessage(
  actor: SignedIn,
  orderId: string,
  body: string,
  requestId: string,
): Promise<CaseMessage> {
  const order = await findOrderOwner(actor, orderId)
  if (!order) throw problem('not_found')
  const { id } = await insertMessage(actor, order, body)
  await recordDeed(actor, 'message_sent', requestId, order.id)
  return findMessage(actor, order.id, id)
}
