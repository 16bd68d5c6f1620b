import type { ImportKind } from './fields.ts'

/** Of a file, as a laboratory's software gives it. */
export const mostBytes = 20 * 1024 * 1024
/** Each person is written a mail, within the time that a browser waits. */
export const mostLines: Record<ImportKind, number> = {
  products: 50_000,
  practices: 1_000,
  people: 1_000,
  cases: 2_000,
}
/** Of what stands in the way of an undoing. */
export const mostShown = 100
/** Of what is wrong, page by page; the file that is downloaded has more. */
export const mostFaults = 500
/**
 * Lines shown as they will be: the first that are new, and the first that change something. Whoever becomes something else than the file
 * says stands beside them.
 */
export const mostRows = 10
export const mostSaved = 10_000

/**
 * Whether the right lines may come in without the wrong ones: products stand by themselves, lines of the others belong together.
 * Not where a file could not be read to its end, nor where more is wrong than is kept for whoever corrects it.
 */
export const mayLeaveOut = (kind: ImportKind, { wrong, isCutShort }: { wrong: number; isCutShort: boolean }): boolean =>
  kind === 'products' && wrong > 0 && wrong <= mostSaved && !isCutShort

/** Of a catalogue: as many as its screens put in order. */
export const mostFamilies = 200
export const mostOfFamily = 2_000

/** How far a case can be that comes by a file. */
export const importedStatuses = ['registered', 'in_preparation', 'in_production'] as const
export type ImportedStatus = (typeof importedStatuses)[number]

/** What can be wrong with a line. */
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

/** What a family asks of an order, where neither the file nor the catalogue says it. */
export const needChoices = ['teeth_shade', 'teeth', 'sector', 'nothing'] as const
export type NeedChoice = (typeof needChoices)[number]

/** The longest lead time that is offered as an answer, in working days; a longer one is set in the catalogue. */
export const longestAnsweredLead = 30

/** What becomes of a product that is called as one of the catalogue: that one takes what the file says, or it is another. */
export const nameChoices = ['take_over', 'add'] as const
export type NameChoice = (typeof nameChoices)[number]
/** Of those, shown and answered one by one. */
export const mostAlike = 100

/** Why an imported product cannot be taken back, or somebody of a practice stays. */
export const holds = ['ordered', 'changed_since', 'joined', 'in_use'] as const
export type Hold = (typeof holds)[number]
