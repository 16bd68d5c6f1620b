import { sql } from 'kysely'
import type { AuditKind } from '#db/schema.ts'
import type { Sighting } from '#kit/server/request-context.ts'
import type { Laboratory, SignedIn } from '#tenancy/server/actor.ts'
import type { Writer } from '#tenancy/server/outbox-sql.ts'
import type { DeedOnSomebody } from '../kinds.ts'

/** Views of what the address names as a case; a file is looked up to find the case it belongs to. */
const viewsOfCases: AuditKind[] = [
  'case_viewed',
  'files_viewed',
  'messages_viewed',
  'document_viewed',
  'case_readers_viewed',
]

/** Adds a line that the runtime role can neither change nor read back, in the transaction of what it tells about. */
export async function recordEvent(
  actor: Writer,
  event: {
    kind: AuditKind
    requestId: string
    userId?: string
    sessionId?: string
    orderId?: string
    /** To whom it was done. */
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

/** The same, said by whoever is signed in about their own doing. */
export const recordDeedOn = (user: SignedIn, subjectId: string, kind: DeedOnSomebody, requestId: string) =>
  recordEvent(user, { kind, requestId, userId: user.userId, sessionId: user.sessionId, subjectId })

/** The same, about what is neither a case nor somebody: a piece, a payment. */
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

/** One line for each of these cases, however many: a statement for each would be waited for with all of them locked. */
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

/** Many at once, in their order and in the chain, behind everything that is not sealed yet. */
export async function insertSightings({ tx }: Laboratory, sightings: readonly Sighting[]): Promise<void> {
  await sql`select tenant.keep_sightings(${JSON.stringify(sightings)}, ${viewsOfCases}::audit_kind[])`.execute(tx)
}

/** Chains what is not chained yet. Returns how many lines that were; 2,000 a call. */
export async function sealLines({ tx }: Pick<Laboratory, 'tx'>): Promise<number> {
  const { rows } = await sql<{ sealed: number }>`select tenant.seal_audit() as sealed`.execute(tx)
  return rows[0]?.sealed ?? 0
}
