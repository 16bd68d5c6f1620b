import * as v from 'valibot'
import { data, endpoint, Id, Instant } from '#kit/contract.ts'
import { RealDay, Words } from '#kit/input.ts'
import { eventKinds, whats } from './kinds.ts'

const count = v.pipe(v.number(), v.integer())

/** What a line is about, where it has a name by which people know it. */
const Subject = v.object({
  kind: v.picklist(['person', 'practice', 'case', 'piece']),
  id: Id,
  name: v.string(),
})

const AuditLine = v.object({
  /** Opaque; of the last one, `before` asks for what is older. */
  id: v.string(),
  at: Instant,
  kind: v.picklist(eventKinds),
  /** Null where nobody was signed in, or the portal did it by itself. */
  who: v.nullable(v.object({ id: Id, name: v.string(), practice: v.nullable(v.string()) })),
  about: v.array(Subject),
  /** Of who has set prices: what a unit cost until then, null where nobody had said it, and since. */
  prices: v.array(v.object({ label: v.string(), fromCents: v.nullable(count), cents: count })),
})
export type AuditLine = v.InferOutput<typeof AuditLine>

export const linesAPage = 50

/** A longer table no spreadsheet opens well; a period narrows it. */
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
  /** The place of the last line that was looked at, in a chain of so many. */
  place: count,
  total: count,
  /** Nothing is left to look at: the chain is whole, or broken. */
  isDone: v.boolean(),
  /** Written in the last minute or so, not in the chain yet. */
  unsealed: count,
  /** Lines that have gone because their time was over. */
  removed: v.nullable(v.object({ lines: count, until: Instant })),
  /** Of a whole chain: whoever keeps it can ask later whether it is still there. */
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
      /** What the lines were narrowed to, by name. */
      of: v.object({
        person: v.nullable(v.string()),
        practice: v.nullable(v.string()),
        case: v.nullable(v.string()),
      }),
      /** Lines older than the last one here. */
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
