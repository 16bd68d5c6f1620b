import type { Day } from '#kit/day.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import type { CaseRow } from '../contract.ts'
import { plannedWords } from './case-words.ts'
import { casesText } from './text.ts'

type NoteProps = Pick<CaseRow, 'delivery'> & { on?: Day }

/** Beside a case in the planning that comes later than promised: when, and whose doing that is. */
export function DeliveryNote({ delivery, on }: NoteProps) {
  const t = useText(casesText)
  const { fact, meaning, tone } = plannedWords(delivery, on, t, useFormat())
  if (!meaning) return null
  return (
    <span className={tone ? `tone--${tone} small` : 'muted small'}>
      {fact ? t.delivery.dayAnd(fact, meaning) : meaning}
    </span>
  )
}
