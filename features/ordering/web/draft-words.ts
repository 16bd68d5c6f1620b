import type { DraftLine } from '../draft-contract.ts'

/** Patient and work in one line, as far as they are known. */
export const draftWords = ({ patientCode, patient, summary }: DraftLine): string =>
  [patientCode, patient, summary].filter(Boolean).join(' · ')
