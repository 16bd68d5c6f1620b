import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import type { CaseRow } from '../contract.ts'
import { appointmentWords } from './case-words.ts'
import { DeliveryNote } from './delivery-note.tsx'
import { casesText } from './text.ts'

type NoteProps = { row: Pick<CaseRow, 'status' | 'delivery' | 'deliveryDate' | 'appointmentDate'> }

/** Beside a case listed on its patient's day: whether the work arrives before, and why it comes later. */
export function AppointmentNote({ row }: NoteProps) {
  const t = useText(casesText)
  const { meaning, tone } = appointmentWords(row, t, useFormat())
  const isTight = tone === 'late' || tone === 'warn'
  return (
    <>
      {isTight && <span className={`tone--${tone} small`}>{meaning}</span>}
      <DeliveryNote row={row} />
    </>
  )
}
