import { useQuery } from '@tanstack/react-query'
import type { Case } from '#features/cases/contract.ts'
import { comingDay, isAtLaboratory, isWithin24Hours } from '#features/cases/rules.ts'
import { PracticeDays } from '#features/catalogue/web/practice-days.tsx'
import { useChanged } from '#features/live/web/use-changed.ts'
import { loadPrescriptionWords } from '#features/prescription/web/tooth-chart.tsx'
import { instantInZone } from '#kit/day.ts'
import { call } from '#kit/web/call.ts'
import { serverNow } from '#kit/web/clock.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useFormat } from '#kit/web/format.tsx'
import { loadText, useText } from '#kit/web/text.tsx'
import { sentDay, typedDay, writtenDay } from '#kit/web/typed-day.ts'
import { typedTime } from '#kit/web/typed-time.ts'
import { DateField } from '#kit/web/ui/date-field.tsx'
import { TextArea } from '#kit/web/ui/text-area.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import { OrderChange } from '../change-input.ts'
import { orderingCalls } from '../contract.ts'
import { longest } from '../input.ts'
import { dateGaps } from '../rules.ts'
import { ChangeMeaning } from './change-meaning.tsx'
import { changeText } from './change-text.ts'
import { ChangedWork, type WorkProduct, workOf } from './changed-work-fields.tsx'
import { catalogueQuery } from './queries.ts'
import { orderingText } from './text.ts'

export const loadChangeWords = () =>
  Promise.all([loadText(changeText), loadText(orderingText), loadPrescriptionWords()])

/** A case that was sent, put right: dates until it is there, what is made of it until it is begun, then as a request. */
export function ChangeDialog({ known, onClose }: { known: Case; onClose: () => void }) {
  const t = useText(changeText)
  const { dates, gaps: sentences, more, optional } = useText(orderingText)
  const format = useFormat()
  const changed = useChanged()
  const { data: catalogue } = useQuery(catalogueQuery)
  const today = format.today()
  const { appointmentDate, wishedDate } = known
  const promised = isWithin24Hours(known) ? undefined : (known.deliveryDate ?? undefined)
  const mayChangeWork = isAtLaboratory(known)
  const appointment = {
    day: appointmentDate ? writtenDay(format.dayOf(appointmentDate)) : '',
    time: appointmentDate ? format.time(appointmentDate).replace(/[^\d:]/g, '') : '',
  }
  const initial = {
    appointmentDate: appointment.day,
    appointmentTime: appointment.time,
    wishedDate: wishedDate ? writtenDay(wishedDate) : '',
    comment: known.comment ?? '',
    products: known.products.map(workOf),
  }

  const instantOf = (typed: string, typedHour: string) => {
    if (!typed.trim() && !typedHour.trim()) return null
    const [day, time] = [typedDay(typed, today), typedTime(typedHour)]
    return day && time ? instantInZone(day, time, format.zone).toISOString() : typed || typedHour
  }
  const form = useForm({
    initial,
    shape: OrderChange,
    // Only what is otherwise: of what a colleague changes meanwhile nothing is taken back.
    body: values => ({
      appointmentDate:
        values.appointmentDate === initial.appointmentDate && values.appointmentTime === initial.appointmentTime
          ? undefined
          : instantOf(values.appointmentDate, values.appointmentTime),
      wishedDate: values.wishedDate === initial.wishedDate ? undefined : (sentDay(values.wishedDate, today) ?? null),
      comment: values.comment === initial.comment ? undefined : values.comment.trim() || null,
      products: changedOnly(values.products, initial.products),
    }),
    gaps: ({ wishedDate, appointmentDate }) =>
      dateGaps(
        { wishedDate: wishedDate ?? undefined, appointmentDate: appointmentDate ?? undefined },
        { now: new Date(serverNow()), timeZone: format.zone },
      ),
    sentences: {
      appointmentDate: { ...sentences.appointmentDay, not_an_instant: t.dayAndTime },
      wishedDate: sentences.wishedDate ?? {},
      comment: { too_long: t.tooLong(longest.comment) },
      products: Object.assign({}, ...['products', 'teeth', 'pontics', 'shade'].map(field => sentences[field])),
    },
    send: async body => {
      const refresh = () => void changed('orders')
      return (await call(orderingCalls.change, { params: { id: known.id }, body }).finally(refresh)).data
    },
    done: ({ asksLaboratory }) => {
      toast({ title: asksLaboratory ? t.asked(known.code) : t.done(known.code) })
      onClose()
    },
  })
  const { values } = form
  const productsError = form.errorOf('products')

  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t.title(known.code)}
      submitLabel={t.save}
      failed={t.failed}
      refusals={t.refusals}
    >
      <div className="row">
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
            onChange={products => form.set({ products })}
          />
          {productsError && (
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

function changedOnly(now: readonly WorkProduct[], before: readonly WorkProduct[]) {
  const changed = now.filter((product, index) => JSON.stringify(product) !== JSON.stringify(before[index]))
  if (changed.length === 0) return undefined
  return changed.map(({ caseSequence, teeth, pontics, shade, complementaryShade }) => ({
    caseSequence,
    teeth: [...teeth],
    pontics: [...pontics],
    shade: shade || null,
    complementaryShade: complementaryShade || null,
  }))
}
