import { useNavigate } from '@tanstack/react-router'
import { type SubmitEvent, useEffect, useState } from 'react'
import { useChanged } from '#features/live/web/use-changed.ts'
import type { Reply } from '#kit/contract.ts'
import { Problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useProblemText } from '#kit/web/problem-text.ts'
import { rememberKeys } from '#kit/web/request-keys.ts'
import { useText } from '#kit/web/text.tsx'
import { typedTime } from '#kit/web/typed-time.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Checkbox } from '#kit/web/ui/checkbox.tsx'
import { DateField } from '#kit/web/ui/date-field.tsx'
import { EmptyState } from '#kit/web/ui/empty-state.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { TextArea } from '#kit/web/ui/text-area.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useLateAct } from '#kit/web/use-late-act.ts'
import { staffOrderingCalls } from '../contract.ts'
import { type Entry, orderOf } from './entry.ts'
import { faultsOf, focusFree, spotId } from './faults.ts'
import { ImpressionSection } from './impression-section.tsx'
import { withPrescriber } from './prescriber.ts'
import { PrescriberField } from './prescriber-field.tsx'
import type { SectionProps } from './sections.ts'
import { staffOrderingText } from './staff-new-case-text.ts'
import { orderingText } from './text.ts'
import { useFaults } from './use-faults.ts'
import { ErrorSummary } from './work-later.tsx'
import { WorkSection } from './work-section.tsx'

type FormProps = {
  offered: Reply<typeof staffOrderingCalls.prepare>['data']
  entry: Entry
  setEntry: (update: (before: Entry) => Entry) => void
  onOtherPractice: () => void
  /** What was typed has arrived. */
  settled: () => void
}

export function StaffNewCaseForm({ offered, entry, setEntry, onOtherPractice, settled }: FormProps) {
  const { practice, families, physicalTransportDays } = offered
  const words = useText(orderingText)
  const t = useText(staffOrderingText)
  const format = useFormat()
  const sentence = useProblemText()
  const changed = useChanged()
  const navigate = useNavigate()
  const act = useLateAct()
  const [keyOf] = useState(rememberKeys)
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<string>()
  /** Of a physical one: most come in the bag with the slip. */
  const [isImpressionHere, setImpressionHere] = useState(true)
  const prescribing = { ...offered.prescribers, ownId: undefined }
  const catalogue = new Map(families.flatMap(({ products }) => products.map(product => [product.reference, product])))
  const whole = withPrescriber(entry, prescribing)
  const { present, faults, faultAt, summary, ...said } = useFaults(entry, whole, { catalogue, prescribing })

  useEffect(() => focusFree('patientCode'), [])

  function change(changes: Partial<Entry>) {
    setEntry(before => ({ ...before, ...changes }))
    said.forgetRefused(Object.keys(changes))
  }
  async function send() {
    const { draftId: _, ...order } = orderOf(whole, {
      catalogue,
      today: format.today(),
      zone: format.zone,
      draftId: undefined,
    })
    const body = { ...order, isImpressionHere: order.printType === 'physical' && isImpressionHere }
    setSending(true)
    setFailure(undefined)
    try {
      const params = { id: practice.id }
      const { data } = await call(staffOrderingCalls.enter, { params, body, key: keyOf({ ...params, ...body }) })
      settled()
      void changed('orders')
      toast({
        title: t.entered(data.code),
        description: data.deliveryDate ? t.promised(format.day(data.deliveryDate, 'long')) : t.noDay,
      })
      await navigate({ to: '/staff/cases/$id', params: { id: data.id }, replace: true })
    } catch (error) {
      setSending(false)
      const errors = error instanceof Problem && error.code === 'input_invalid' ? (error.details.errors ?? []) : []
      const found = faultsOf(errors, entry, catalogue, words)
      if (found.length > 0) return void act(ErrorSummary.prepare, () => said.show(found, { isRefused: true }))
      setFailure(sentence(error))
    }
  }
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (event.target !== event.currentTarget || isSending) return
    if (present.length > 0) return void act(ErrorSummary.prepare, () => said.show(present))
    said.forgetAll()
    void send()
  }

  if (catalogue.size === 0)
    return (
      <Card>
        <EmptyState title={t.noCatalogue} description={t.noCatalogueAdvice} />
      </Card>
    )
  return (
    <>
      {faults.length > 0 && <ErrorSummary faults={faults} ref={summary} />}
      <form className="new-case stack" noValidate onSubmit={submit}>
        <Card
          title={practice.name}
          actions={
            <Button size="sm" onClick={onOtherPractice}>
              {t.another}
            </Button>
          }
        >
          <div className="stack">
            <PatientFields {...{ entry, change, faultAt }} />
            <PrescriberField entry={whole} {...{ change, faultAt, prescribing }} />
          </div>
        </Card>
        <WorkSection
          products={entry.products}
          onChange={update => {
            setEntry(before => ({ ...before, products: update(before.products) }))
            said.forgetRefused(['products'])
          }}
          {...{ families, catalogue, faultAt }}
        />
        <ImpressionSection {...{ entry, change, faultAt }} transportDays={physicalTransportDays}>
          {entry.printType === 'physical' && (
            <Checkbox
              label={t.impressionIsHere}
              hint={t.impressionHint}
              checked={isImpressionHere}
              onChange={event => setImpressionHere(event.currentTarget.checked)}
            />
          )}
        </ImpressionSection>
        <Card title={words.dates.title}>
          <DateFields {...{ entry, change, faultAt }} />
        </Card>
        <Card title={t.more}>
          <MoreFields {...{ entry, change, faultAt }} />
        </Card>
        {failure && (
          <Notice tone="late" title={t.notEntered} live>
            {failure}
          </Notice>
        )}
        <div className="row row--end">
          <Button type="submit" variant="primary" pending={isSending}>
            {t.submit}
          </Button>
        </div>
      </form>
    </>
  )
}

function PatientFields({ entry, change, faultAt }: SectionProps<Pick<Entry, 'patientCode' | 'patient'>>) {
  const { patient: words, optional } = useText(orderingText)
  const t = useText(staffOrderingText)
  return (
    <div className="new-case__pair">
      <TextInput
        id={spotId('patientCode')}
        label={words.code}
        hint={t.codeHint}
        name="patientCode"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        required
        value={entry.patientCode}
        error={faultAt('patientCode')}
        onChange={event => change({ patientCode: event.currentTarget.value })}
      />
      <TextInput
        id={spotId('patient')}
        label={words.name}
        mark={optional}
        hint={t.nameHint}
        name="patient"
        autoComplete="off"
        spellCheck={false}
        value={entry.patient}
        error={faultAt('patient')}
        onChange={event => change({ patient: event.currentTarget.value })}
      />
    </div>
  )
}

function DateFields({
  entry,
  change,
  faultAt,
}: SectionProps<Pick<Entry, 'appointmentDay' | 'appointmentTime' | 'wishedDate'>>) {
  const { dates: t, optional } = useText(orderingText)
  const today = useFormat().today()
  const time = typedTime(entry.appointmentTime)
  return (
    <div className="new-case__dates">
      <DateField
        id={spotId('appointmentDay')}
        label={t.appointment}
        mark={optional}
        hint={t.dayAndTime}
        name="appointmentDay"
        value={entry.appointmentDay}
        error={faultAt('appointmentDay')}
        onChange={appointmentDay => change({ appointmentDay })}
        onTime={appointmentTime => change({ appointmentTime })}
        today={today}
        min={today}
        pickLabel={t.pickAppointment}
      />
      <TextInput
        id={spotId('appointmentTime')}
        label={t.appointmentTime}
        mark={!entry.appointmentDay.trim() && optional}
        hint={t.timeHint}
        name="appointmentTime"
        inputMode="numeric"
        autoComplete="off"
        maxLength={7}
        value={entry.appointmentTime}
        error={faultAt('appointmentTime')}
        onChange={event => change({ appointmentTime: event.currentTarget.value })}
        onBlur={() => time && change({ appointmentTime: time })}
      />
      <DateField
        id={spotId('wishedDate')}
        label={t.wished}
        mark={optional}
        hint={t.format}
        name="wishedDate"
        value={entry.wishedDate}
        error={faultAt('wishedDate')}
        onChange={wishedDate => change({ wishedDate })}
        today={today}
        min={today}
        pickLabel={t.pickWished}
      />
    </div>
  )
}

function MoreFields({ entry, change, faultAt }: SectionProps<Pick<Entry, 'comment' | 'practiceReference'>>) {
  const { optional } = useText(orderingText)
  const t = useText(staffOrderingText)
  return (
    <div className="stack">
      <TextArea
        id={spotId('comment')}
        label={t.comment}
        mark={optional}
        hint={t.commentHint}
        name="comment"
        rows={3}
        value={entry.comment}
        error={faultAt('comment')}
        onChange={event => change({ comment: event.currentTarget.value })}
      />
      <TextInput
        id={spotId('practiceReference')}
        label={t.practiceReference}
        mark={optional}
        name="practiceReference"
        autoComplete="off"
        spellCheck={false}
        value={entry.practiceReference}
        error={faultAt('practiceReference')}
        onChange={event => change({ practiceReference: event.currentTarget.value })}
      />
    </div>
  )
}
