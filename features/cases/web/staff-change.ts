import type { StaffCaseRow } from '../staff-contract.ts'

/** The case of a step's dialog. `onDone` runs once the step is taken. */
export type ChangedCase = {
  known: Pick<StaffCaseRow, 'id' | 'code' | 'status'>
  onDone?: (() => void) | undefined
}
