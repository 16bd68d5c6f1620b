import type { ImportKind } from './fields.ts'

/** Size limit of an uploaded file. */
export const mostBytes = 20_000_000
/** People may each be sent a mail within the time a browser waits, so their limits are low. */
export const mostLines: Record<ImportKind, number> = {
  products: 50_000,
  practices: 1_000,
  people: 1_000,
  cases: 2_000,
}
/** Limit of the obstacles listed when undoing. */
export const mostShown = 100
/** Faults shown, page by page; the downloadable file has more. */
export const mostFaults = 500
/**
 * Preview lines: the first new ones and the first changes. People who get another role than the file says are listed
 * besides.
 */
export const mostRows = 10
export const mostSaved = 10_000

/**
 * Whether correct lines may be imported without the wrong ones: products are independent, lines of other kinds belong
 * together. Not if the file could not be read to its end, or has more faults than are kept for correction.
 */
export const mayLeaveOut = (kind: ImportKind, { wrong, isCutShort }: { wrong: number; isCutShort: boolean }): boolean =>
  kind === 'products' && wrong > 0 && wrong <= mostSaved && !isCutShort

/** Limits of a catalogue, as its screens can order it. */
export const mostFamilies = 200
export const mostOfFamily = 2_000

/** Statuses an imported case may have. */
export const importedStatuses = ['registered', 'in_preparation', 'in_production'] as const
export type ImportedStatus = (typeof importedStatuses)[number]

export const faultCodes = [
  'required',
  'too_long',
  'out_of_range',
  'not_listed',
  'not_text',
  'not_a_number',
  'not_an_amount',
  'not_yes_or_no',
  'reference_wrong',
  'mail_address_expected',
  'address_missing',
  'run_only',
  'repeated',
  'login_taken',
  'not_days',
  'practice_unclear',
  'practice_unknown',
  'practice_disabled',
  'differs',
  'manager_first',
  'manager_sees_invoices',
  'does_not_prescribe',
  'family_unclear',
  'too_many_families',
  'family_full',
  'code_taken',
  'too_many_products',
  'not_in_catalogue',
  'not_asked',
  'not_teeth',
  'not_a_run_of_one_arch',
  'run_broken',
  'too_few_teeth',
  'unlike_teeth',
  'not_a_day',
  'line_unreadable',
  'wrong',
] as const
export type FaultCode = (typeof faultCodes)[number]

/** What a family's orders need, if neither the file nor the catalogue says so. */
export const needChoices = ['teeth_shade', 'teeth', 'sector', 'nothing'] as const
export type NeedChoice = (typeof needChoices)[number]

/** Longest lead time offered as an answer, in working days; longer ones are set in the catalogue. */
export const longestAnsweredLead = 30

/** Rates of VAT of a product. */
export const vatChoices = ['exempt', 'standard'] as const

/** For a product named like one of the catalogue: `take_over` updates that one, `add` adds another. */
export const nameChoices = ['take_over', 'add'] as const
export type NameChoice = (typeof nameChoices)[number]
/** Namesakes shown and answered one by one. */
export const mostAlike = 100

/** Why an imported product cannot be taken back, or a practice's user stays. */
export const holds = ['ordered', 'changed_since', 'joined', 'in_use'] as const
export type Hold = (typeof holds)[number]
