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
  /** Delivered and on no piece yet. */
  cases: count,
  /** Of those, without a price for all of their work: they are left out until somebody says it. */
  unpriced: count,
  /** Of those that can be billed, the ones with a problem that the practice has reported and nobody has answered. */
  contested: count,
  /** Beside them: taken back by a credit note and on nothing since. In no run, and in no sum. */
  credited: count,
  /** Of what is unbilled and has its prices, before VAT and with it. */
  netCents: count,
  totalCents: count,
  /** What it owes, less what lies in its favour. */
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
  /** Null: nobody has said it, neither the catalogue nor who does the books. */
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
  /** A problem that the practice has reported is not answered. */
  isContested: v.boolean(),
  /** The credit note that has taken it back; null for what was on no invoice yet. */
  credit: v.nullable(v.object({ id: Id, pieceCode: words })),
  lines: v.array(CaseLine),
})
export type CaseToBill = v.InferOutput<typeof CaseToBill>

const PracticeOfBooks = v.object({
  ...PracticeToBill.entries,
  rppsSiretSiren: words,
  /** What it owed before the portal, corrections included; null as long as nobody has entered it. */
  initialBalanceCents: v.nullable(count),
  /** In the books of the accountant; nothing said: it has the usual one. */
  customerAccount: v.object({ said: words, usual: words }),
  waiting: v.array(CaseToBill),
  /** Taken back by a credit note within a year, to be billed again only by whoever chooses it. */
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
  /** Where the laboratory works, in one line: its seat unless another is said. */
  workplace: words,
  /** Of what an invoice must say. */
  missing: v.array(v.picklist(missingParts)),
  /** What was read: what somebody else has changed meanwhile is not overwritten. */
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
      /** Without it they stay as they are. */
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
