import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useChanged } from '#features/live/web/use-changed.ts'
import type { Day } from '#kit/day.ts'
import { Problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { sentDay, typedDay, writtenDay } from '#kit/web/typed-day.ts'
import { Checkbox } from '#kit/web/ui/checkbox.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { TypedDateInput } from '#kit/web/ui/typed-date-input.tsx'
import { useForm } from '#kit/web/use-form.ts'
import { type Absence, absenceCalls } from '../contract.ts'
import { NewAbsence } from '../input.ts'
import { absenceGaps, daysOf } from '../rules.ts'
import type { AbsencesText } from '../text/en.ts'
import { MovingList } from './moving-list.tsx'
import { usePeriodWords } from './period-words.ts'
import { absenceList, changedByAbsence } from './queries.ts'
import { absencesText } from './text.ts'

/** Declares an absence, or puts one right; which deliveries that moves is said before. */
export function AbsenceDialog({ absence, onClose }: { absence?: Absence | undefined; onClose: () => void }) {
  const words = useText(absencesText)
  const t = words.form
  const periodWords = usePeriodWords()
  const queries = useQueryClient()
  const changed = useChanged()
  const today = useFormat().today()
  /** The absence that is there already: of this screen or of a colleague's. */
  const [other, setOther] = useState<Absence>()
  async function findOther(days: NewAbsence) {
    const all = await queries.fetchQuery({ ...absenceList('all'), staleTime: 0 }).catch(() => [])
    setOther(all.find(({ id, from, to }) => id !== absence?.id && from <= days.to && to >= days.from))
  }

  const { faults } = t
  const form = useForm({
    initial: absence
      ? { from: writtenDay(absence.from), to: writtenDay(absence.to), deliveryPossible: absence.deliveryPossible }
      : { from: '', to: '', deliveryPossible: false },
    shape: NewAbsence,
    body: ({ from, to, deliveryPossible }) => ({
      from: sentDay(from, today),
      to: sentDay(to, today),
      deliveryPossible,
    }),
    gaps: body => absenceGaps(body, today),
    sentences: {
      from: { required: faults.fromMissing, not_a_day: faults.notADay },
      to: { ...faults, required: faults.toMissing, not_a_day: faults.notADay },
    },
    refused: error => (isOverlap(error) ? { from: overlapWords(t, other && periodWords(other)) } : undefined),
    send: async (body, key) => {
      const sent = absence
        ? call(absenceCalls.change, { params: { id: absence.id }, body })
        : call(absenceCalls.declare, { body, key })
      const { data } = await sent.catch(async error => {
        if (isOverlap(error)) await findOther(body)
        throw error
      })
      return data
    },
    done: declared => {
      void changed(...changedByAbsence)
      const moved = declared.movedOrders.length
      toast({
        title: (absence ? words.edit : words).done(...periodWords(declared)),
        description: moved > 0 ? words.moved(moved) : words.nothingMoved,
      })
      onClose()
    },
    failed: () => form.focus('from'),
  })
  const { body, values } = form

  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={absence ? words.edit.act(...periodWords(absence)) : t.title}
      description={t.required}
      submitLabel={absence ? words.edit.submit : t.submit}
      failed={absence ? words.edit.failed : t.failed}
    >
      <TypedDateInput
        {...form.field('from')}
        required
        label={t.from}
        hint={t.format}
        today={today}
        pickLabel={t.pickFrom}
      />
      <TypedDateInput
        {...form.field('to')}
        required
        label={t.to}
        hint={t.format}
        today={today}
        min={typedDay(values.from, today) ?? today}
        pickLabel={t.pickTo}
      />
      <Checkbox
        name="deliveryPossible"
        label={t.deliveryPossible}
        hint={t.deliveryHint}
        checked={values.deliveryPossible}
        onChange={event => form.set({ deliveryPossible: event.currentTarget.checked })}
      />
      <p role="status" className="strong">
        {body && lengthWords(periodWords(body), words, body)}
      </p>
      <MovingList days={body && { ...body, absenceId: absence?.id }} />
    </FormDialog>
  )
}

type Words = AbsencesText['form']

const isOverlap = (error: unknown) => error instanceof Problem && error.code === 'absence_overlaps'

const overlapWords = (t: Words, other: [string, string?] | undefined) =>
  other ? `${t.overlaps} ${t.other(...other)}` : t.overlaps

function lengthWords([from, to]: [string, string?], words: AbsencesText, days: { from: Day; to: Day }) {
  const count = words.days(daysOf(days))
  return to ? words.form.length(count, from, to) : words.form.lengthOfOne(count, from)
}
