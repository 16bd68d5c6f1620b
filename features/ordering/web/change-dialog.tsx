import { useQuery } from '@tanstack/react-query'
import type { Case } from '#features/cases/contract.ts'
import { comingDay, isAtLaboratory, isWithin24Hours } from '#features/cases/rules.ts'
import { PracticeDays } from '#features/catalogue/web/practice-days.tsx'
import { useChanged } from '#features/live/web/use-changed.ts'
import { loadPrescriptionWords } from '#features/prescription/web/tooth-chart.tsx'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useFormat } from '#kit/web/format.tsx'
import { loadText, useText } from '#kit/web/text.tsx'
import { DateField } from '#kit/web/ui/date-field.tsx'
import { TextArea } from '#kit/web/ui/text-area.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import './change-fields.css'
import { OrderChange } from '../change-input.ts'
import { orderingCalls } from '../contract.ts'
import { ChangeMeaning } from './change-meaning.tsx'
import { changeText } from './change-text.ts'
import { ChangedWork } from './changed-work-fields.tsx'
import { catalogueQuery } from './queries.ts'
import { orderingText } from './text.ts'
import { useChangeValues } from './use-change-values.ts'

export const loadChangeWords = () =>
  Promise.all([loadText(changeText), loadText(orderingText), loadPrescriptionWords()])

/** Changes a case that was sent: its dates until delivery, its work until it is begun, and after that as a request. */
export function ChangeDialog({ known, onClose }: { known: Case; onClose: () => void }) {
  const t = useText(changeText)
  const { dates, more, optional } = useText(orderingText)
  const format = useFormat()
  const changed = useChanged()
  const { data: catalogue } = useQuery(catalogueQuery)
  const today = format.today()
  const promised = isWithin24Hours(known) ? undefined : (known.deliveryDate ?? undefined)
  const mayChangeWork = isAtLaboratory(known)
  const change = useChangeValues(known)
  const { initial, body, gaps, sentences } = change
  const form = useForm({
    ...{ initial, body, gaps, sentences },
    shape: OrderChange,
    send: async body => {
      const refresh = () => void changed('orders')
      const answer = call(orderingCalls.change, { params: { id: known.id }, body }).finally(refresh)
      return (await change.sending(body, answer)).data
    },
    done: ({ asksLaboratory }) => {
      toast({ title: asksLaboratory ? t.asked(known.code) : t.done(known.code) })
      onClose()
    },
  })
  const { values } = form
  const productsError = form.errorOf('products')
  const fault = productsError ? change.fault : undefined

  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t.title(known.code)}
      size="lg"
      submitLabel={t.save}
      failed={t.failed}
      refusals={t.refusals}
    >
      <div className="change__pair">
        <DateField
          {...form.field('appointmentDate')}
          label={dates.appointment}
          mark={optional}
          hint={dates.dayAndTime}
          onTime={appointmentTime => form.set({ appointmentTime })}
          today={today}
          min={today}
          pickLabel={dates.pickAppointment}
          panel={panel => (
            <PracticeDays {...panel} of="appointment" promised={promised} coming={comingDay(known, today)} />
          )}
        />
        <TextInput
          {...form.text('appointmentTime')}
          label={dates.appointmentTime}
          hint={dates.timeHint}
          inputMode="numeric"
          autoComplete="off"
          maxLength={7}
        />
      </div>
      <DateField
        {...form.field('wishedDate')}
        label={dates.wished}
        mark={optional}
        hint={dates.format}
        today={today}
        min={today}
        pickLabel={dates.pickWished}
        panel={panel => <PracticeDays {...panel} of="delivery" promised={promised} />}
      />
      <ChangeMeaning id={known.id} change={form.body} />
      {mayChangeWork && (
        <>
          <ChangedWork
            products={values.products}
            catalogue={catalogue?.families.flatMap(({ products }) => products)}
            fault={fault}
            onChange={products => form.set({ products })}
          />
          {productsError && !fault && (
            <p className="field__error" role="alert">
              {productsError}
            </p>
          )}
          <TextArea {...form.text('comment')} label={more.comment} mark={optional} rows={2} />
        </>
      )}
    </FormDialog>
  )
}
