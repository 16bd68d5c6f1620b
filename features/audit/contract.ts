import * as v from 'valibot'
import { data, endpoint, Id, Instant } from '#kit/contract.ts'
import { RealDay, Words } from '#kit/input.ts'
import { eventKinds, whats } from './kinds.ts'

const count = v.pipe(v.number(), v.integer())

/** A subject of a line that has a name known to people. */
const Subject = v.object({
  kind: v.picklist(['person', 'practice', 'case', 'piece']),
  id: Id,
  name: v.string(),
})

const AuditLine = v.object({
  /** Opaque; `before` with the last one asks for older rows. */
  id: v.string(),
  at: Instant,
  kind: v.picklist(eventKinds),
  /** Null if nobody was signed in, or the portal acted by itself. */
  who: v.nullable(v.object({ id: Id, name: v.string(), practice: v.nullable(v.string()) })),
  about: v.array(Subject),
  /** For price changes: the earlier unit price, null if there was none, and the new one. */
  prices: v.array(v.object({ label: v.string(), fromCents: v.nullable(count), cents: count })),
})
export type AuditLine = v.InferOutput<typeof AuditLine>

export const linesAPage = 50

/** Spreadsheets handle longer tables badly; a narrower period reduces it. */
export const mostExported = 100_000

const filters = {
  what: v.optional(v.picklist(whats)),
  userId: v.optional(Id),
  practiceId: v.optional(Id),
  orderId: v.optional(Id),
  from: v.optional(RealDay),
  to: v.optional(RealDay),
}
const AuditFilters = v.strictObject(filters)
export type AuditFilters = v.InferOutput<typeof AuditFilters>

const LineId = v.pipe(v.string(), v.regex(/^\d{1,18}$/, 'number_expected'))

const Named = v.object({ id: Id, name: v.string() })

const chainFaults = ['changed', 'missing', 'cut', 'early'] as const

const ChainPart = v.object({
  /** Position of the last line checked, in a chain of `total` lines. */
  place: count,
  total: count,
  /** The check is complete: the chain is whole, or broken. */
  isDone: v.boolean(),
  /** Lines of about the last minute, not yet in the chain. */
  unsealed: count,
  /** Lines removed after their retention. */
  removed: v.nullable(v.object({ lines: count, until: Instant })),
  /** The end of a whole chain: when kept elsewhere, it proves later that the chain was not rewritten. */
  end: v.nullable(v.string()),
  broken: v.nullable(v.object({ place: count, because: v.picklist(chainFaults) })),
})
export type ChainPart = v.InferOutput<typeof ChainPart>

export const staffAuditCalls = {
  lines: endpoint({
    method: 'GET',
    path: '/api/staff/audit',
    needs: 'audit',
    summary: 'Who did and saw what, latest first, fifty at a time; of a person, a practice, a case, a kind or a period',
    views: 'audit_viewed',
    query: v.strictObject({ ...filters, before: v.optional(LineId) }),
    reply: v.object({
      data: v.array(AuditLine),
      /** The names of the active filters. */
      of: v.object({
        person: v.nullable(v.string()),
        practice: v.nullable(v.string()),
        case: v.nullable(v.string()),
      }),
      /** There are lines older than the last one here. */
      hasOlder: v.boolean(),
    }),
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/staff/audit/export',
    needs: 'audit',
    summary: `The same lines as CSV, the latest ${mostExported}`,
    query: AuditFilters,
    views: 'audit_exported',
    reply: 'binary',
  }),
  subjects: endpoint({
    method: 'GET',
    path: '/api/staff/audit/subjects',
    needs: 'audit',
    summary: 'By whom and what the lines can be narrowed: people, practices and cases by name or number, ten of each',
    query: v.strictObject({ search: Words(60) }),
    reply: data(
      v.object({
        people: v.array(v.object({ ...Named.entries, practice: v.nullable(v.string()) })),
        practices: v.array(Named),
        cases: v.array(Named),
      }),
    ),
  }),
  check: endpoint({
    method: 'POST',
    path: '/api/staff/audit/check',
    needs: 'audit',
    summary:
      'Computes the hashes of the chain after this place anew, so many lines at a time; asked again until it is done',
    body: v.strictObject({
      after: v.optional(
        v.pipe(
          v.number(),
          v.integer(),
          v.minValue(0, 'out_of_range'),
          v.maxValue(Number.MAX_SAFE_INTEGER, 'out_of_range'),
        ),
        0,
      ),
    }),
    reply: data(ChainPart),
  }),
}
