import { Problem } from '#kit/problem.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import type { Meanwhile } from '../staff-contract.ts'
import { staffCasesText } from './staff-text.ts'
import { casesText } from './text.ts'

/** The texts of refused moves, naming what a colleague or the practice has done meanwhile if that is the reason. */
export function useRefusals() {
  const { refusals, meanwhile } = useText(staffCasesText)
  const { status: names } = useText(casesText)
  const format = useFormat()
  return (error: unknown): Partial<Record<string, string>> => {
    if (!(error instanceof Problem) || error.code !== 'changed_meanwhile') return refusals
    const { status, at, by } = error.details.present as Meanwhile
    return { ...refusals, changed_meanwhile: meanwhile(by, names[status], format.dayTime(at)) }
  }
}
