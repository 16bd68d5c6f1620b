import type { StaffCaseRow } from '../staff-contract.ts'

/** What a dialog about a step of a case is about. `onDone` once it is taken. */
export type ChangedCase = {
  known: Pick<StaffCaseRow, 'id' | 'code' | 'status'>
  onDone?: (() => void) | undefined
}
