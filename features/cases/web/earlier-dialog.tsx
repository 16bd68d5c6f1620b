import { useMay } from '#features/auth/web/use-user.ts'
import { PracticeDays } from '#features/catalogue/web/practice-days.tsx'
import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { sentDay, writtenDay } from '#kit/web/typed-day.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { DateField } from '#kit/web/ui/date-field.tsx'
import { TextArea } from '#kit/web/ui/text-area.tsx'
import { useForm } from '#kit/web/use-form.ts'
import { caseActCalls } from '../acts-contract.ts'
import type { Case } from '../contract.ts'
import { earlierGaps } from '../earlier-rules.ts'
import { longestMessage, NewRequest } from '../input.ts'
import { neededBy } from '../needed-by.ts'
import { caseText } from './case-text.ts'
import { pickAppointment } from './pick-appointment.ts'
import { useIsLate } from './use-is-late.ts'

export type EarlierDialogProps = { known: Case }

/**
 * Asks for an earlier day: the last working day before the patient by default; if none is left, it offers to move the
 * appointment.
 */
export function EarlierDialog({ known, onClose }: EarlierDialogProps & { onClose: () => void }) {
  const { id, code, appointmentDate, deliveryDate } = known
  const { requests: words } = useText(caseText)
  const format = useFormat()
  const changed = useChanged()
  const today = format.today()
  const latest = neededBy(appointmentDate && format.dayOf(appointmentDate), deliveryDate, today)
  const [isLate, mayChange] = [useIsLate(known), useMay('order')]
  const form = useForm({
    initial: { wishedDate: latest ? writtenDay(latest) : '', words: '' },
    shape: NewRequest,
    body: ({ wishedDate, words }) => ({ wishedDate: sentDay(wishedDate, today), words: words.trim() || undefined }),
    gaps: ({ wishedDate }) => earlierGaps(wishedDate, { deliveryDate, today }),
    sentences: {
      wishedDate: {
        required: words.dayMissing,
        not_a_day: words.notADay,
        in_the_past: words.inThePast,
        not_earlier: words.notEarlier,
        too_far: words.tooFar,
      },
      words: { too_long: words.tooLong(longestMessage) },
    },
    send: async (body, key) => {
      const refresh = () => void changed('orders')
      return (await call(caseActCalls.askEarlier, { params: { id }, body, key }).finally(refresh)).data
    },
    done: onClose,
  })
  async function moveAppointment() {
    if (!(await form.mayLeave())) return
    onClose()
    // Behind a modal dialog nothing can be focused.
    requestAnimationFrame(() => pickAppointment())
  }
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
      {!latest && isLate && mayChange && (
        <div className="stack stack--sm">
          <p className="strong">{words.noDayLeft}</p>
          <div className="row">
            <Button size="sm" onClick={() => void moveAppointment()}>
              {words.moveAppointment}
            </Button>
          </div>
        </div>
      )}
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
