import type { Day } from '#kit/day.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import type { CaseRow } from '../contract.ts'
import { laterWords } from './case-words.ts'
import { casesText } from './text.ts'

type NoteProps = Pick<CaseRow, 'delivery'> & { on?: Day }

/** Beside a case; `on`, where it stands on the day of its delivery: that it comes later than promised, and whose doing that is. */
export function DeliveryNote({ delivery, on }: NoteProps) {
  const t = useText(casesText)
  const words = laterWords(delivery, t, useFormat())
  if (!words) return null
  // On the day that was missed itself, which one it was needs no words.
  const meaning = on !== undefined && delivery?.firstDate === on ? t.delivery.late : words.meaning
  return <span className={words.tone ? `tone--${words.tone} small` : 'muted small'}>{meaning}</span>
}
