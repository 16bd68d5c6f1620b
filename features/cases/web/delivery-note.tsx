import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import type { CaseRow } from '../contract.ts'
import { laterWords } from './case-words.ts'
import { casesText } from './text.ts'

/** Beside a case that stands on its day: that it comes later than promised, and whose doing that is. */
export function DeliveryNote({ delivery }: Pick<CaseRow, 'delivery'>) {
  const words = laterWords(delivery, useText(casesText), useFormat())
  return words && <span className={words.tone ? `tone--${words.tone} small` : 'muted small'}>{words.meaning}</span>
}
