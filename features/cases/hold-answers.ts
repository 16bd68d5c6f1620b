import type { CaseRow, HoldAnswer, HoldReason } from './contract.ts'

/** What a practice can answer in one tap, and the way to say it in its own words. */
const holdAnswers: Record<HoldReason, readonly HoldAnswer[]> = {
  implant_parts: ['parts_sent', 'parts_with_pickup', 'in_writing'],
  technical_response: ['go_ahead', 'call_me', 'in_writing'],
  shade: ['shade', 'call_me', 'in_writing'],
  other: ['call_me', 'in_writing'],
}

/** Words that speak of a scan, in either language of a laboratory. */
const scanWords = ['scan', 'empreinte', 'impression']
/** Between two things: "go ahead" chooses neither. */
const eitherWords = [' ou ', ' or ']

/** What can be answered to what is asked, the likeliest first; `scan` where a file may be the answer. */
export function answersTo(hold: CaseRow['hold']): (HoldAnswer | 'scan')[] {
  const { reason = 'other', question = '' } = hold ?? {}
  const says = (words: readonly string[]) => words.some(word => question.toLowerCase().includes(word))
  // Parts and a shade are no file; any other question may be about one that is missing.
  const isScanPossible = reason !== 'implant_parts' && reason !== 'shade'
  const answers: (HoldAnswer | 'scan')[] = [...holdAnswers[reason]]
  if (isScanPossible) answers[says(scanWords) ? 'unshift' : 'push']('scan')
  if (!says(eitherWords)) return answers
  return [...answers.filter(one => one !== 'go_ahead'), ...answers.filter(one => one === 'go_ahead')]
}

/** The same where there is no room for a file. */
export const quickAnswersTo = (hold: CaseRow['hold']) => answersTo(hold).filter(one => one !== 'scan')
