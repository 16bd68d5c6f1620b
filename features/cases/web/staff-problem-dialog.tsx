import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { sentDay, typedDay, writtenDay } from '#kit/web/typed-day.ts'
import { DateField } from '#kit/web/ui/date-field.tsx'
import { TextArea } from '#kit/web/ui/text-area.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import type { CaseLink, CaseProblem } from '../contract.ts'
import { NewProblemAnswer } from '../input.ts'
import { staffRequestCalls } from '../staff-requests-contract.ts'
import { CaseDayAgainst } from './case-day-against.tsx'
import { CaseDays } from './case-days.tsx'
import { staffRequestsText } from './staff-requests-text.ts'

export type AnsweredProblem = {
  order: CaseLink
  problem: Pick<CaseProblem, 'id' | 'description'> & Partial<Pick<CaseProblem, 'answer'>>
}

/** Answers a problem with what the laboratory does, and by which day; answering again replaces the answer. */
export function StaffProblemDialog({ order, problem, onClose }: AnsweredProblem & { onClose: () => void }) {
  const { problem: t, send, notSent, ...texts } = useText(staffRequestsText)
  const today = useFormat().today()
  const changed = useChanged()
  const form = useForm({
    initial: {
      answer: problem.answer?.words ?? '',
      putRightOn: problem.answer?.putRightOn ? writtenDay(problem.answer.putRightOn) : '',
    },
    shape: NewProblemAnswer,
    body: ({ answer, putRightOn }) => ({ answer, putRightOn: sentDay(putRightOn, today) }),
    gaps: ({ putRightOn }) => (putRightOn && putRightOn < today ? [{ path: 'putRightOn', code: 'in_the_past' }] : []),
    sentences: {
      answer: { required: t.missing, too_long: t.tooLong },
      putRightOn: { not_a_day: texts.notADay, in_the_past: texts.inThePast },
    },
    send: body =>
      call(staffRequestCalls.answerProblem, { params: { id: order.id, problemId: problem.id }, body }).finally(
        () => void changed('orders'),
      ),
    done: () => {
      toast({ title: t.done })
      onClose()
    },
  })
  return (
    <FormDialog
      {...{ form, onClose }}
      title={t.title(order.code)}
      description={problem.description}
      submitLabel={send}
      failed={notSent}
      refusals={t.refusals}
    >
      <TextArea {...form.text('answer')} label={t.words} hint={t.wordsHint} rows={4} required />
      <DateField
        {...form.field('putRightOn')}
        label={t.day}
        mark={t.optional}
        hint={texts.format}
        today={today}
        min={today}
        pickLabel={texts.pickDay}
        panel={panel => <CaseDays {...panel} id={order.id} />}
      />
      <CaseDayAgainst
        id={order.id}
        day={typedDay(form.values.putRightOn, today)}
        onChoose={day => {
          form.set({ putRightOn: writtenDay(day) })
          form.focus('putRightOn')
        }}
      />
    </FormDialog>
  )
}
