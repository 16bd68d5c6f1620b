import type { Laboratory, SignedIn } from '#kit/server/actor.ts'

export type AuditKind =
  | 'signed_in'
  | 'sign_in_refused'
  | 'signed_out'
  | 'session_ended'
  | 'refresh_token_reused'
  | 'language_changed'
  | 'order_created'
  | 'order_cancelled'
  | 'order_status_changed'
  | 'hold_answered'
  | 'problem_reported'
  | 'message_sent'
  | 'template_saved'
  | 'template_deleted'
  | 'attachment_added'
  | 'attachment_removed'
  | 'attachment_downloaded'
  | 'materials_recorded'
  | 'statement_signed'
  | 'absence_declared'
  | 'absence_deleted'
  | 'ride_requested'
  | 'ride_cancelled'
  | 'ride_status_changed'
  | 'supplies_ordered'
  | 'supply_order_status_changed'
  | 'calendar_feed_made'
  | 'calendar_feed_revoked'

/** Adds a line that the runtime role can neither change nor read back, in the transaction of what it tells about. */
export async function recordEvent(
  actor: Laboratory | SignedIn,
  event: { kind: AuditKind; requestId: string; userId?: string; sessionId?: string; orderId?: string },
): Promise<void> {
  await actor.tx
    .insertInto('audit_events')
    .values({
      brand_id: actor.brandId,
      kind: event.kind,
      request_id: event.requestId,
      user_id: event.userId ?? null,
      session_id: event.sessionId ?? null,
      order_id: event.orderId ?? null,
    })
    .execute()
}

/** The same, said by whoever is signed in about their own doing. */
export const recordDeed = (user: SignedIn, kind: AuditKind, requestId: string, orderId?: string) =>
  recordEvent(user, {
    kind,
    requestId,
    userId: user.userId,
    sessionId: user.sessionId,
    ...(orderId ? { orderId } : {}),
  })
