import * as v from 'valibot'
import { Day, data, endpoint, Id } from '#kit/contract.ts'
import { RealDay } from '#kit/input.ts'
import { ChangedReminders } from './account-input.ts'
import { BillingSettings, PracticeNumber, Prices, vatRegimes } from './billing-input.ts'
import { missingParts } from './billing-rules.ts'
import { longestSearch } from './contract.ts'
import { practiceGaps } from './rules.ts'

const count = v.pipe(v.number(), v.integer())
const words = v.string()

const PracticeToBill = v.object({
  id: Id,
  name: words,
  place: words,
  /** Delivered and not yet on any piece. */
  cases: count,
  /** Those among `cases` with work that has no price: they are left out until somebody sets it. */
  unpriced: count,
  /** Those among the billable cases with a problem reported by the practice and not yet answered. */
  contested: count,
  /** The first of them. */
  contestedCodes: v.array(words),
  /** Not among `cases`: taken back by a credit note and on no piece since. In no run and in no sum. */
  credited: count,
  /** Unbilled work that has its prices, before VAT and with it. */
  netCents: count,
  totalCents: count,
  /** The same without contested cases: what a run bills unless it is told otherwise. */
  uncontested: v.object({ netCents: count, totalCents: count }),
  /** What the practice owes, less what lies in its favour. */
  balanceCents: count,
  /** What its invoices would lack; they are issued all the same. */
  gaps: v.array(v.picklist(practiceGaps)),
})
export type PracticeToBill = v.InferOutput<typeof PracticeToBill>

const CaseLine = v.object({
  caseSequence: count,
  reference: words,
  label: words,
  quantity: count,
  /** Null while neither the catalogue nor the bookkeeper has set a price. */
  unitPriceCents: v.nullable(count),
  netCents: v.nullable(count),
  vat: v.nullable(v.picklist(['exempt', 'standard'])),
  vatRate: count,
})
export type CaseLine = v.InferOutput<typeof CaseLine>

const CaseToBill = v.object({
  id: Id,
  code: words,
  patientCode: words,
  summary: words,
  deliveredOn: v.nullable(Day),
  isRemake: v.boolean(),
  /** The practice has reported a problem that is not answered. */
  isContested: v.boolean(),
  /** The credit note that has taken it back; null if it was never on an invoice. */
  credit: v.nullable(v.object({ id: Id, pieceCode: words })),
  lines: v.array(CaseLine),
})
export type CaseToBill = v.InferOutput<typeof CaseToBill>

const PracticeOfBooks = v.object({
  ...PracticeToBill.entries,
  rppsSiretSiren: words,
  /** What it owed before the portal, corrections included; null until somebody enters it. */
  initialBalanceCents: v.nullable(count),
  /** The practice's account in the accountant's books; when `said` is empty, the usual one applies. */
  customerAccount: v.object({ said: words, usual: words }),
  waiting: v.array(CaseToBill),
  /** Taken back by a credit note within a year, and billed again only when somebody chooses it. */
  credited: v.array(CaseToBill),
})
export type PracticeOfBooks = v.InferOutput<typeof PracticeOfBooks>

const SettingsThere = v.object({
  legalName: words,
  siren: words,
  siret: words,
  vatRegime: v.picklist(vatRegimes),
  vatNumber: words,
  legalMention: words,
  address: words,
  postalCode: words,
  city: words,
  electronicAddress: words,
  iban: words,
  bic: words,
  paymentDays: count,
  splitsVat: v.boolean(),
  asksApproval: v.boolean(),
  penaltyNote: words,
  recoveryNote: words,
  discountNote: words,
  /** The laboratory's place of work, in one line: its seat unless another is set. */
  workplace: words,
  /** The legally required mentions that are missing. */
  missing: v.array(v.picklist(missingParts)),
  /** The version that was read: a concurrent change is not overwritten. */
  version: words,
})
export type SettingsThere = v.InferOutput<typeof SettingsThere>

export const billingCalls = {
  practices: endpoint({
    method: 'GET',
    path: '/api/staff/billing/practices',
    needs: 'billing',
    summary: 'Practices with work delivered until a day and not billed; or all whose name has these words, 200 at most',
    query: v.strictObject({
      until: v.optional(RealDay),
      search: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(longestSearch, 'too_long'))),
    }),
    reply: data(v.array(PracticeToBill)),
  }),
  practice: endpoint({
    method: 'GET',
    path: '/api/staff/billing/practices/:id',
    needs: 'billing',
    summary: 'A practice as the books know it, and the cases of it that can be billed, the earliest 500 first',
    reply: data(PracticeOfBooks),
  }),
  setNumber: endpoint({
    method: 'PUT',
    path: '/api/staff/billing/practices/:id/number',
    needs: 'billing',
    summary: 'The SIREN or SIRET of a practice, without which its invoices lack what the law asks for',
    status: 204,
    body: PracticeNumber,
  }),
  setPrices: endpoint({
    method: 'PUT',
    path: '/api/staff/billing/cases/:id/prices',
    needs: 'billing',
    summary: 'Says what works of a case cost, as long as it is on no piece or a credit note has taken it back',
    status: 204,
    body: Prices,
    refusals: { billed_already: 409 },
  }),
  settings: endpoint({
    method: 'GET',
    path: '/api/staff/billing/settings',
    needs: 'billing',
    summary: 'Who the laboratory is on its pieces, where it is paid, and on which terms',
    reply: data(SettingsThere),
  }),
  saveSettings: endpoint({
    method: 'PUT',
    path: '/api/staff/billing/settings',
    needs: 'billing',
    summary: 'Changes it for the pieces to come, and when practices are reminded, unless somebody else has meanwhile',
    body: v.strictObject({
      ...BillingSettings.entries,
      version: v.string(),
      /** Absent: the reminders stay as they are. */
      reminders: v.optional(ChangedReminders),
    }),
    reply: data(v.object({ version: v.string() })),
    refusals: { changed_meanwhile: 409 },
  }),
  resumeRun: endpoint({
    method: 'POST',
    path: '/api/staff/billing/runs/:id/resume',
    needs: 'billing',
    summary: 'Goes on with a run that has stopped; what is done is not done again',
    status: 204,
  }),
}
