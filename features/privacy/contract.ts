import * as v from 'valibot'
import { data, endpoint, Id, Instant } from '#kit/contract.ts'
import { Words } from '#kit/input.ts'
import { ErasureRefusal, OwnPassword, PatientNames } from './input.ts'
import { removalKinds } from './removal-kinds.ts'

const ErasureState = v.picklist(['waiting', 'withdrawn', 'refused', 'carried_out'])

const OwnErasure = v.object({
  state: ErasureState,
  requestedAt: Instant,
  decidedAt: v.nullable(Instant),
  /** Why it was refused. */
  reason: v.nullable(v.string()),
})
export type OwnErasure = v.InferOutput<typeof OwnErasure>

export const privacyCalls = {
  exportOwn: endpoint({
    method: 'POST',
    path: '/api/account/export',
    needs: 'session',
    summary: 'Everything that is kept about whoever asks, as a ZIP: JSON, a page to read, and the files they added',
    body: OwnPassword,
    reply: 'binary',
    refusals: { password_wrong: 422 },
  }),
  exportPractice: endpoint({
    method: 'POST',
    path: '/api/account/practice-export',
    needs: 'colleagues',
    summary: 'All cases of the practice with their messages and files, as a ZIP; for its managers',
    body: OwnPassword,
    reply: 'binary',
    refusals: { password_wrong: 422 },
  }),
  erasure: endpoint({
    method: 'GET',
    path: '/api/account/erasure',
    needs: 'account',
    summary: 'Whether this user has asked to be forgotten, and what became of it; null where they never have',
    reply: data(v.nullable(OwnErasure)),
  }),
  askErasure: endpoint({
    method: 'POST',
    path: '/api/account/erasure',
    needs: 'account',
    summary: 'Asks the laboratory to forget this user; asked again while it waits, it is the same request',
    status: 202,
    reply: data(OwnErasure),
  }),
  withdrawErasure: endpoint({
    method: 'DELETE',
    path: '/api/account/erasure',
    needs: 'account',
    summary: 'Withdraws that request while it waits',
    status: 204,
    refusals: { erasure_decided: 409 },
  }),
}

const Erasure = v.object({
  id: Id,
  state: ErasureState,
  person: v.string(),
  email: v.string(),
  practice: v.string(),
  requestedAt: Instant,
  decidedAt: v.nullable(Instant),
  reason: v.nullable(v.string()),
  /** No other manager could grant colleagues access. */
  isLastManager: v.boolean(),
  /** Counts of what stays, under an anonymous account. */
  stays: v.object({
    cases: v.number(),
    /** With the prescriber's name, as the law requires. */
    statements: v.number(),
    messages: v.number(),
    files: v.number(),
  }),
})
export type Erasure = v.InferOutput<typeof Erasure>

const FoundCase = v.object({
  id: Id,
  code: v.string(),
  patientCode: v.string(),
  practice: v.string(),
  createdAt: Instant,
  /** The name itself is not shown here. */
  namesPatient: v.boolean(),
})
export type FoundCase = v.InferOutput<typeof FoundCase>

export const ReadKind = v.picklist([
  'case_viewed',
  'files_viewed',
  'messages_viewed',
  'document_viewed',
  'attachment_downloaded',
  'case_readers_viewed',
  'practice_exported',
  'data_exported',
])
export type ReadKind = v.InferOutput<typeof ReadKind>

const Reading = v.object({
  /** Opaque; `before` with the last one asks for older rows. */
  id: v.string(),
  at: Instant,
  what: ReadKind,
  who: v.nullable(v.string()),
  /** Null for the laboratory's own people. */
  practice: v.nullable(v.string()),
  file: v.nullable(v.string()),
})
export type Reading = v.InferOutput<typeof Reading>
export const readingsAPage = 50

const Removal = v.object({
  kind: v.picklist(removalKinds),
  count: v.number(),
  lastAt: Instant,
  until: v.nullable(Instant),
})
export type Removal = v.InferOutput<typeof Removal>

export const staffPrivacyCalls = {
  erasures: endpoint({
    method: 'GET',
    path: '/api/staff/erasures',
    needs: 'practices',
    summary: 'Who has asked to be forgotten and what would stay, oldest first; then the last twenty that were decided',
    reply: data(v.array(Erasure)),
  }),
  carryOut: endpoint({
    method: 'POST',
    path: '/api/staff/erasures/:id/carry-out',
    needs: 'practices',
    summary: 'Forgets who has asked: their account names nobody from now on and opens no more',
    status: 204,
    refusals: { erasure_decided: 409 },
  }),
  refuse: endpoint({
    method: 'POST',
    path: '/api/staff/erasures/:id/refuse',
    needs: 'practices',
    summary: 'Refuses with a sentence for whoever has asked',
    body: ErasureRefusal,
    status: 204,
    refusals: { erasure_decided: 409 },
  }),
  erasePatient: endpoint({
    method: 'DELETE',
    path: '/api/staff/orders/:id/patient-name',
    needs: 'practices',
    summary: 'Takes the name of the patient off a case, out of its texts and of the names of its files; the code stays',
    status: 204,
  }),
  findCases: endpoint({
    method: 'GET',
    path: '/api/staff/audit/cases',
    needs: 'audit',
    summary: 'Cases by their code, twenty at most',
    query: v.strictObject({ code: Words(60) }),
    reply: data(v.array(FoundCase)),
  }),
  readers: endpoint({
    method: 'GET',
    path: '/api/staff/audit/cases/:id/readers',
    needs: 'audit',
    summary: 'Who has read a case, its files, messages and documents, and when; latest first',
    views: 'case_readers_viewed',
    query: v.strictObject({ before: v.optional(v.pipe(v.string(), v.regex(/^\d{1,18}$/, 'number_expected'))) }),
    reply: data(v.array(Reading)),
  }),
  removals: endpoint({
    method: 'GET',
    path: '/api/staff/removals',
    needs: 'audit',
    summary: 'What has gone because its time was over, latest first; two hundred at most',
    reply: data(v.array(Removal)),
  }),
  retention: endpoint({
    method: 'GET',
    path: '/api/staff/retention',
    needs: 'audit',
    summary: 'For how many months finished cases say the name of their patient, which the laboratory chooses',
    reply: data(v.object({ months: v.number() })),
  }),
  namesOver: endpoint({
    method: 'GET',
    path: '/api/staff/retention/patient-names',
    needs: 'audit',
    summary: 'Of how many cases the name would go now, were it kept for so many months; counted up to 1,000',
    query: v.strictObject({
      months: v.pipe(
        v.string(),
        v.regex(/^\d{1,3}$/, 'number_expected'),
        v.transform(Number),
        PatientNames.entries.months,
      ),
    }),
    reply: data(v.object({ cases: v.number() })),
  }),
  setRetention: endpoint({
    method: 'PATCH',
    path: '/api/staff/retention',
    needs: 'audit',
    summary: 'Chooses so, from the next hour on; names that have gone do not come back',
    status: 204,
    body: PatientNames,
  }),
}
