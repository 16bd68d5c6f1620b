import { PracticeDays } from '#features/catalogue/web/practice-days.tsx'
import { useChanged } from '#features/live/web/use-changed.ts'
import { addDays, type Day, weekday } from '#kit/day.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { sentDay, writtenDay } from '#kit/web/typed-day.ts'
import { DateField } from '#kit/web/ui/date-field.tsx'
import { TextArea } from '#kit/web/ui/text-area.tsx'
import { useForm } from '#kit/web/use-form.ts'
import { type Case, caseCalls } from '../contract.ts'
import { longestMessage, NewRequest } from '../input.ts'
import { caseText } from './case-text.ts'

export type EarlierDialogProps = { known: Case }

const friday = 5

/** The last working day before the patient; where that is not after today, the first working day that is. */
function neededBy(patient: Day | null, today: Day): Day {
  const onWorkingDay = (day: Day, by: 1 | -1): Day => (weekday(day) > friday ? onWorkingDay(addDays(day, by), by) : day)
  const before = patient && onWorkingDay(addDays(patient, -1), -1)
  return before && before > today ? before : onWorkingDay(addDays(today, 1), 1)
}

/** By when it is needed: the day before the patient unless said otherwise. */
export function EarlierDialog({ known, onClose }: EarlierDialogProps & { onClose: () => void }) {
  const { id, code, appointmentDate } = known
  const { requests: words } = useText(caseText)
  const format = useFormat()
  const changed = useChanged()
  const today = format.today()
  const latest = neededBy(appointmentDate && format.dayOf(appointmentDate), today)
  const form = useForm({
    initial: { wishedDate: writtenDay(latest), words: '' },
    shape: NewRequest,
    body: ({ wishedDate, words }) => ({ wishedDate: sentDay(wishedDate, today), words: words.trim() || undefined }),
    gaps: ({ wishedDate }) => (wishedDate < today ? [{ path: 'wishedDate', code: 'in_the_past' }] : []),
    sentences: {
      wishedDate: { required: words.dayMissing, not_a_day: words.notADay, in_the_past: words.inThePast },
      words: { too_long: words.tooLong(longestMessage) },
    },
    send: async (body, key) => {
      const refresh = () => void changed('orders')
      return (await call(caseCalls.askEarlier, { params: { id }, body, key }).finally(refresh)).data
    },
    done: onClose,
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={words.earlierTitle(code)}
      description={words.earlierDescription}
      submitLabel={words.askEarlier}
      failed={words.notAsked}
      refusals={words.refusals}
    >
      <DateField
        {...form.field('wishedDate')}
        label={words.byWhen}
        hint={words.format}
        required
        today={today}
        min={today}
        pickLabel={words.pickDay}
        panel={panel => <PracticeDays {...panel} of="delivery" />}
      />
      <TextArea {...form.text('words')} label={words.why} mark={words.optional} rows={2} />
    </FormDialog>
  )
}
