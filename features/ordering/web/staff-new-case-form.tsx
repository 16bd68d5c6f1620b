import { useNavigate } from '@tanstack/react-router'
import { type SubmitEvent, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useChanged } from '#features/live/web/use-changed.ts'
import type { Reply } from '#kit/contract.ts'
import { useFormat } from '#kit/web/format.tsx'
import type { rememberKeys } from '#kit/web/request-keys.ts'
import { useText } from '#kit/web/text.tsx'
import { typedDay } from '#kit/web/typed-day.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { EmptyState } from '#kit/web/ui/empty-state.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useLateAct } from '#kit/web/use-late-act.ts'
import type { staffOrderingCalls } from '../staff-contract.ts'
import { DateFields } from './date-fields.tsx'
import type { Entry } from './entry.ts'
import { focusFree, focusSpot } from './faults.ts'
import { knownList } from './known-lines.tsx'
import { PatientFields } from './patient-fields.tsx'
import { withPrescriber } from './prescriber.ts'
import { PrescriberField } from './prescriber-field.tsx'
import { StaffKnownPatient } from './staff-known-patient.tsx'
import { type Entered, StaffLook } from './staff-look.tsx'
import { ImpressionField, MoreFields, PromisedDay } from './staff-new-case-fields.tsx'
import { staffOrderingText } from './staff-new-case-text.ts'
import { orderingText } from './text.ts'
import { useFaults } from './use-faults.ts'
import type { KnownState } from './use-known-patient.ts'
import { useStaffPromise } from './use-staff-promise.ts'
import { ErrorSummary } from './work-later.tsx'
import { WorkSection } from './work-section.tsx'

type FormProps = {
  offered: Reply<typeof staffOrderingCalls.prepare>['data']
  entry: Entry
  setEntry: (update: (before: Entry) => Entry) => void
  isImpressionHere: boolean
  setImpressionHere: (isHere: boolean) => void
  keyOf: ReturnType<typeof rememberKeys>
  memory: KnownState
  onOtherPractice: () => void
  /** The order was created: the form is emptied. */
  onEntered: () => void
}

export function StaffNewCaseForm(props: FormProps) {
  const { offered, entry, setEntry, isImpressionHere, setImpressionHere, keyOf, memory, onOtherPractice, onEntered } =
    props
  const { practice, families } = offered
  const words = useText(orderingText)
  const t = useText(staffOrderingText)
  const format = useFormat()
  const changed = useChanged()
  const navigate = useNavigate()
  const act = useLateAct()
  const [isLooking, setLooking] = useState(false)
  const prescribing = { ...offered.prescribers, ownId: undefined }
  const catalogue = new Map(families.flatMap(({ products }) => products.map(product => [product.reference, product])))
  const whole = withPrescriber(entry, prescribing)
  const { present, faults, faultAt, summary, ...said } = useFaults(entry, whole, { catalogue, prescribing })
  const promise = useStaffPromise(practice.id, entry, { catalogue, isImpressionHere })
  const wishedOn = typedDay(entry.wishedDate, format.today())
  useEffect(() => focusFree('patientCode'), [])

  function change(changes: Partial<Entry>) {
    setEntry(before => ({ ...before, ...changes }))
    said.forgetRefused(Object.keys(changes))
  }
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    // Submits of a form within a dialog bubble up to here.
    if (event.target !== event.currentTarget) return
    if (present.length > 0) return void act(ErrorSummary.prepare, () => said.show(present))
    said.forgetAll()
    setLooking(true)
  }
  function entered({ id, code, deliveryDate, isAccepted }: Entered, isNext: boolean) {
    void changed('orders')
    const day = deliveryDate && format.day(deliveryDate, 'long')
    const open = () => void navigate({ to: '/staff/cases/$id', params: { id } })
    toast({
      title: t.entered(code),
      description: day ? t[isAccepted ? 'accepted' : 'promised'](day) : t.noDay,
      // A misreading is often noticed at that moment.
      ...(isNext && { action: { label: t.open(code), run: open } }),
    })
    flushSync(() => {
      onEntered()
      setLooking(false)
    })
    if (isNext) focusSpot('patientCode')
    else void navigate({ to: '/staff/cases/$id', params: { id }, replace: true })
  }

  if (practice.isDisabled)
    return (
      <Notice tone="late" title={practice.name}>
        <p>{t.problems.practice_disabled}</p>
        <Button onClick={onOtherPractice}>{t.another}</Button>
      </Notice>
    )
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
            <p className="muted small">{words.allAsked}</p>
            <PatientFields
              {...{ entry, change, faultAt }}
              hints={{ code: t.codeHint, name: t.nameHint }}
              list={knownList}
            />
            <StaffKnownPatient practiceId={practice.id} {...{ entry, change, memory }} />
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
        <Card title={t.impression.title}>
          <ImpressionField {...{ entry, change, faultAt }} isHere={isImpressionHere} onHere={setImpressionHere} />
        </Card>
        <Card title={words.dates.title}>
          <div className="stack">
            <DateFields {...{ entry, change, faultAt }} />
            <PromisedDay promise={promise} wishedOn={wishedOn} bufferDays={offered.appointmentBufferDays} />
          </div>
        </Card>
        <Card title={t.more}>
          <MoreFields {...{ entry, change, faultAt }} />
        </Card>
        <div className="row row--end">
          <Button type="submit" variant="primary">
            {t.check}
          </Button>
        </div>
      </form>
      {isLooking && (
        <StaffLook
          {...{ offered, catalogue, promise, isImpressionHere, keyOf, wishedOn }}
          entry={whole}
          onClose={() => setLooking(false)}
          onEntered={entered}
          onRefused={found => {
            void act(ErrorSummary.prepare, () => said.show(found, { isRefused: true, close: () => setLooking(false) }))
          }}
        />
      )}
    </>
  )
}
