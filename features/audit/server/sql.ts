import type { Laboratory, SignedIn } from '#kit/server/actor.ts'

export type AuditKind =
  | 'signed_in'
  | 'sign_in_refused'
  | 'signed_out'
  | 'session_ended'
  | 'refresh_token_reused'
  | 'language_changed'

/** Adds a line that the runtime role can neither change nor read back, in the transaction of what it tells about. */
export async function recordEvent(
  actor: Laboratory | SignedIn,
  event: { kind: AuditKind; requestId: string; userId?: string; sessionId?: string },
): Promise<void> {
  await actor.tx
    .insertInto('audit_events')
    .values({
      brand_id: actor.brandId,
      kind: event.kind,
      request_id: event.requestId,
      user_id: event.userId ?? null,
      session_id: event.sessionId ?? null,
    })
    .execute()
}
