import { useQuery } from '@tanstack/react-query'
import type { StaffCase } from '#features/cases/staff-contract.ts'
import { useChanged } from '#features/live/web/use-changed.ts'
import { loadPrescriptionWords } from '#features/prescription/web/tooth-chart.tsx'
import { daysBetween } from '#kit/day.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useFormat } from '#kit/web/format.tsx'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { loadText, useText } from '#kit/web/text.tsx'
import { typedDay } from '#kit/web/typed-day.ts'
import { DateField } from '#kit/web/ui/date-field.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { TextArea } from '#kit/web/ui/text-area.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import './change-fields.css'
import { EntryCorrection } from '../change-input.ts'
import type { Prescribers } from '../contract.ts'
import { correctionCalls } from '../correction-contract.ts'
import { longest } from '../input.ts'
import { changeText } from './change-text.ts'
import { ChangedWork } from './changed-work-fields.tsx'
import { correctText } from './correct-text.ts'
import { another } from './entry.ts'
import { offeredTo } from './staff-queries.ts'
import { orderingText } from './text.ts'
import { useChangeValues } from './use-change-values.ts'

export const loadCorrectDialog = async () => {
  await Promise.all([loadText(correctText), loadText(changeText), loadText(orderingText), loadPrescriptionWords()])
  return CorrectDialog
}

/** Corrects what the laboratory misread from a slip: patient, prescriber, dates and work. */
function CorrectDialog({ known, onClose }: { known: StaffCase; onClose: () => void }) {
  const t = useText(correctText)
  const { meaning } = useText(changeText)
  const { dates, optional, patient: whose, prescriber: who, gaps: sentences, tooLong } = useText(orderingText)
  const format = useFormat()
  const changed = useChanged()
  const offered = useQuery(offeredTo(known.practice.id))
  const today = format.today()
  const change = useChangeValues(known)
  const written = {
    patientCode: known.patientCode,
    patient: known.patient ?? '',
    prescriberId: known.entry?.prescriberId ?? another,
    prescriberName: known.entry?.prescriberId ? '' : (known.prescriber ?? ''),
    practiceReference: known.practiceReference ?? '',
  }
  const form = useForm({
    initial: { ...written, ...change.initial },
    shape: EntryCorrection,
    body: values => {
      const isAnother = values.prescriberId === another
      // An empty name counts as changed, so that it is refused.
      const isSamePerson =
        values.prescriberId === written.prescriberId &&
        (!isAnother || (values.prescriberName !== '' && values.prescriberName === written.prescriberName))
      return {
        ...change.body(values),
        patientCode: values.patientCode === written.patientCode ? undefined : values.patientCode,
        patient: values.patient === written.patient ? undefined : values.patient.trim() || null,
        prescriberId: isSamePerson || isAnother ? undefined : values.prescriberId,
        prescriberName: isSamePerson || !isAnother ? undefined : values.prescriberName,
        practiceReference:
          values.practiceReference === written.practiceReference ? undefined : values.practiceReference.trim() || null,
      }
    },
    gaps: change.gaps,
    sentences: {
      ...change.sentences,
      patientCode: { ...sentences.patientCode, too_long: tooLong(longest.patientCode) },
      patient: { too_long: tooLong(longest.patient) },
      prescriberId: sentences.prescriberId ?? {},
      prescriberName: { ...sentences.prescriberName, too_long: tooLong(longest.prescriberName) },
      practiceReference: { too_long: tooLong(longest.practiceReference) },
    },
    send: async body => {
      const refresh = () => void changed('orders')
      const answer = call(correctionCalls.correct, { params: { id: known.id }, body }).finally(refresh)
      return (await change.sending(body, answer)).data
    },
    done: ({ isCorrected }) => {
      toast({ title: isCorrected ? t.done(known.code) : t.nothing(known.code) })
      onClose()
    },
  })
  const { values } = form
  const { deliveryDate } = known
  const visit = typedDay(values.appointmentDate, today)
  const before = visit && deliveryDate ? daysBetween(deliveryDate, visit) : undefined
  const productsError = form.errorOf('products')
  const fault = productsError ? change.fault : undefined

  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t.title(known.code)}
      description={t.description}
      size="lg"
      submitLabel={t.save}
      failed={t.failed}
      refusals={t.refusals}
    >
      <div className="change__pair">
        <TextInput
          {...form.text('patientCode')}
          label={whose.code}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
        />
        <TextInput {...form.text('patient')} label={whose.name} mark={optional} autoComplete="off" spellCheck={false} />
      </div>
      <div className="change__pair">
        <Select
          {...form.field('prescriberId')}
          label={who.label}
          onChange={event => form.set({ prescriberId: event.currentTarget.value })}
          required
          options={[
            ...doctorsOf(known, offered.data?.prescribers).map(({ id, name }) => ({ value: id, label: name })),
            { value: another, label: who.another },
          ]}
        />
        {values.prescriberId === another && (
          <TextInput {...form.text('prescriberName')} label={who.name} autoComplete="off" spellCheck={false} required />
        )}
      </div>
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
        />
        <TextInput
          {...form.text('appointmentTime')}
          label={dates.appointmentTime}
          mark={!values.appointmentDate.trim() && optional}
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
      />
      {before !== undefined && (
        <p className={before < 0 ? 'tone--late' : before === 0 ? 'tone--warn' : 'muted'} role="status">
          {t.delivery(format.day(deliveryDate ?? today))}, {meaning(before)}
        </p>
      )}
      {offered.error && !offered.data && <QueryFailure title={t.noCatalogue} query={offered} />}
      <ChangedWork
        products={values.products}
        catalogue={offered.data?.families.flatMap(({ products }) => products)}
        fault={fault}
        onChange={products => form.set({ products })}
      />
      {productsError && !fault && (
        <p className="field__error" role="alert">
          {productsError}
        </p>
      )}
      <TextArea {...form.text('comment')} label={t.comment} mark={optional} rows={2} />
      <TextInput
        {...form.text('practiceReference')}
        label={t.practiceReference}
        mark={optional}
        autoComplete="off"
        spellCheck={false}
      />
    </FormDialog>
  )
}

/** The doctors, including this case's prescriber even if they no longer prescribe. */
function doctorsOf({ entry, prescriber }: StaffCase, prescribers: Prescribers | undefined) {
  const doctors = prescribers?.doctors ?? []
  const id = entry?.prescriberId
  if (!id || doctors.some(doctor => doctor.id === id)) return doctors
  return [{ id, name: prescriber ?? '' }, ...doctors]
}
