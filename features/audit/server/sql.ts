import { sql } from 'kysely'
import type { AuditKind } from '#db/schema.ts'
import type { Sighting } from '#kit/server/request-context.ts'
import type { Laboratory, SignedIn } from '#tenancy/server/actor.ts'
import type { Writer } from '#tenancy/server/outbox-sql.ts'
import type { DeedOnSomebody } from '../kinds.ts'

/** Views whose address names a case; for a file, its case is looked up. */
const viewsOfCases: AuditKind[] = [
  'case_viewed',
  'files_viewed',
  'messages_viewed',
  'document_viewed',
  'case_readers_viewed',
]

/** Adds a line, which the runtime role can neither change nor read back, in the transaction of the event. */
export async function recordEvent(
  actor: Writer,
  event: {
    kind: AuditKind
    requestId: string
    userId?: string
    sessionId?: string
    orderId?: string
    /** The person or practice it was done to. */
    subjectId?: string
  },
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
      subject_id: event.subjectId ?? null,
    })
    .execute()
}

/** The same for the signed-in user's own action. */
export const recordDeedOn = (user: SignedIn, subjectId: string, kind: DeedOnSomebody, requestId: string) =>
  recordEvent(user, { kind, requestId, userId: user.userId, sessionId: user.sessionId, subjectId })

/** The same for an action on something other than a case or a person: an invoice, a payment. */
export const recordDeedAbout = (
  user: SignedIn,
  kind: Exclude<AuditKind, DeedOnSomebody>,
  requestId: string,
  subjectId: string,
) => recordEvent(user, { kind, requestId, userId: user.userId, sessionId: user.sessionId, subjectId })

export const recordDeed = (
  user: SignedIn,
  kind: Exclude<AuditKind, DeedOnSomebody>,
  requestId: string,
  orderId?: string,
) =>
  recordEvent(user, {
    kind,
    requestId,
    userId: user.userId,
    sessionId: user.sessionId,
    ...(orderId ? { orderId } : {}),
  })

/** One line per case in a single statement: one statement each would prolong the locks on all of them. */
export async function recordDeedOnCases(
  { tx, brandId, userId, sessionId }: SignedIn,
  kind: Exclude<AuditKind, DeedOnSomebody>,
  requestId: string,
  ids: readonly string[],
): Promise<void> {
  await sql`
    insert into audit_events (brand_id, kind, request_id, user_id, session_id, order_id)
    select ${brandId}, ${kind}::audit_kind, ${requestId}, ${userId}, ${sessionId}, id
    from unnest(${ids}::uuid[]) with ordinality as named(id, place) order by place`.execute(tx)
}

/** Inserts many at once, in order, chained after everything not sealed yet. */
export async function insertSightings({ tx }: Laboratory, sightings: readonly Sighting[]): Promise<void> {
  await sql`select tenant.keep_sightings(${JSON.stringify(sightings)}, ${viewsOfCases}::audit_kind[])`.execute(tx)
}

/** Chains unchained lines, up to 2,000 per call. Returns how many. */
export async function sealLines({ tx }: Pick<Laboratory, 'tx'>): Promise<number> {
  const { rows } = await sql<{ sealed: number }>`select tenant.seal_audit() as sealed`.execute(tx)
  return rows[0]?.sealed ?? 0
}
