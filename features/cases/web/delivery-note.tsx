import type { Day } from '#kit/day.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { plannedWords, type WithArrival } from './case-words.ts'
import { casesText } from './text.ts'

type NoteProps = { row: WithArrival; on?: Day }

/** Beside a case in the planning that comes later than promised: when, and who caused it. */
export function DeliveryNote({ row, on }: NoteProps) {
  const t = useText(casesText)
  const { fact, meaning, tone } = plannedWords(row, on, t, useFormat())
  const words = [fact, meaning].filter(Boolean)
  if (words.length === 0) return null
  return <span className={tone ? `tone--${tone} small` : 'muted small'}>{words.join(', ')}</span>
}
