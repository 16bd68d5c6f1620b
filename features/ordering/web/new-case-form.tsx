import { type SubmitEvent, useEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import type { DeliveryCalendar } from '#features/catalogue/contract.ts'
import type { Pickup } from '#features/rides/contract.ts'
import type { Day } from '#kit/day.ts'
import { useFormat } from '#kit/web/format.tsx'
import { kitText } from '#kit/web/kit-text.ts'
import { useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { typedDay, writtenDay } from '#kit/web/typed-day.ts'
import { Card } from '#kit/web/ui/card.tsx'
import { PageHead } from '#kit/web/ui/page-head.tsx'
import { TextArea } from '#kit/web/ui/text-area.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { useLateAct } from '#kit/web/use-late-act.ts'
import type { DraftLine } from '../draft-contract.ts'
import { DatesSection } from './dates-section.tsx'
import { DraftLine as SavedLine } from './draft-line.tsx'
import { BegunNotice, ResumedNotice } from './draft-notices.tsx'
import { contentOf, type Entry, emptyEntry, entryOf, isEmpty } from './entry.ts'
import { focusFree, focusSpot, spotId } from './faults.ts'
import { HeadActions } from './head-actions.tsx'
import { ImpressionSection } from './impression-section.tsx'
import {
  ConflictNotice,
  FailedNotice,
  FilesPart,
  LastLook,
  LeaveQuestion,
  OrderBar,
  PickupPart,
  StartedNotice,
  StartOver,
} from './new-case-later.tsx'
import { PatientSection } from './patient-section.tsx'
import { isAsked, type Prescribing, prescriberWords, withPrescriber } from './prescriber.ts'
import { PrescriberField } from './prescriber-field.tsx'
import { PromiseBox, PromiseLine } from './promise-box.tsx'
import { SummaryPanel } from './summary-panel.tsx'
import { orderingText } from './text.ts'
import { type Opened, useDraft } from './use-draft.ts'
import { useFaults } from './use-faults.ts'
import { useLeaving } from './use-leaving.ts'
import { usePromise } from './use-promise.ts'
import { useStart } from './use-start.ts'
import { ErrorSummary } from './work-later.tsx'
import { type Families, WorkSection } from './work-section.tsx'

type FormProps = {
  families: Families
  calendar: DeliveryCalendar
  prescribing: Prescribing
  opened: Opened
  /** Other drafts, as the screen found them. */
  others: readonly DraftLine[]
  /** The previous content was discarded just now. */
  isRestarted: boolean
  onStartAgain: () => void
}

export function NewCaseForm(props: FormProps) {
  // The content changes with each keystroke, so memoising does not pay.
  'use no memo'
  const { families, calendar, prescribing, opened, others, isRestarted, onStartAgain } = props
  const { begun } = opened
  const t = useText(orderingText)
  const { error } = useText(kitText)
  const format = useFormat()
  const today = format.today()
  const catalogue = useMemo(
    () => new Map(families.flatMap(({ products }) => products.map(product => [product.reference, product]))),
    [families],
  )

  const [entry, setEntry] = useState(() => (begun ? entryOf(begun.content) : emptyEntry))
  const [isResumed, setResumed] = useState(begun !== null && !isEmpty(entry))
  const act = useLateAct()
  const [isStartingOver, setStartingOver] = useState(false)
  const [filesOnTheirWay, setFilesOnTheirWay] = useState(0)
  /** The review dialog, with the delivery day shown when it was opened. */
  const [look, setLook] = useState<{ seen: Day | null }>()
  const draft = useDraft(opened, entry, filesOnTheirWay)
  const answer = useLeaving(draft.id, draft.isLeftBehind)
  useEffect(() => {
    if (isRestarted) focusSpot('patientCode')
    else if (!begun) focusFree('patientCode')
  }, [isRestarted, begun])
  const start = useStart(entry, setEntry, { catalogue, prescribing })
  const whole = withPrescriber(entry, prescribing)
  const [pickup, setPickup] = useState<Pickup | null>()
  const told = usePromise(entry, catalogue, calendar, pickup)
  const promise = told ?? null
  const wishedOn = typedDay(entry.wishedDate, today)

  const { present, faults, faultAt, summary, ...said } = useFaults(entry, whole, { catalogue, prescribing })
  useTitle(t.title, faults.length > 0)

  const closeLook = () => setLook(undefined)
  function change(changes: Partial<Entry>) {
    setEntry(before => ({ ...before, ...changes }))
    said.forgetRefused(Object.keys(changes))
  }
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    // Submits of a form within a dialog bubble up to here.
    if (event.target !== event.currentTarget) return
    if (present.length > 0) {
      void act(ErrorSummary.prepare, () => said.show(present, { close: closeLook }))
      return
    }
    said.forgetAll()
    void act(LastLook.prepare, () => setLook({ seen: promise?.deliveryDate ?? null }))
  }
  function replace(next: Entry) {
    flushSync(() => {
      setEntry(next)
      setResumed(false)
      said.forgetAll()
      start.forget()
    })
    focusSpot('patientCode')
  }
  function chooseDay(day: Day) {
    const field = promise?.appointmentDate ? 'appointmentDay' : 'wishedDate'
    flushSync(() => change({ [field]: writtenDay(day) }))
    // The pressed button is gone, so the filled field gets the focus; not on a phone, where it would open the keyboard.
    if (!matchMedia('(pointer: coarse)').matches) focusSpot(field)
  }
  function goTo(path: string, changes: Partial<Entry> = {}) {
    // The dialog must have returned the focus first.
    flushSync(() => {
      change(changes)
      setLook(undefined)
    })
    focusSpot(path)
  }
  function removeWish() {
    change({ wishedDate: '' })
    focusSpot('wishedDate')
  }

  return (
    <>
      <PageHead
        title={t.title}
        description={<SavedLine state={draft.state} />}
        actions={
          <HeadActions
            entry={entry}
            onTemplate={start.fromTemplate}
            onCase={start.fromCase}
            onStartOver={isEmpty(entry) ? undefined : () => setStartingOver(true)}
          />
        }
      />
      <StartOver
        open={isStartingOver}
        onClose={() => setStartingOver(false)}
        discard={draft.discard}
        onDone={onStartAgain}
      />
      <LeaveQuestion answer={answer} draft={draft} />
      {faults.length > 0 && <ErrorSummary faults={faults} ref={summary} />}
      {draft.state.keeping === 'changed_elsewhere' && (
        <ConflictNotice
          id={draft.id}
          onKeepThis={other => draft.keeper.follow(other ?? undefined)}
          onTakeOther={other => {
            const taken = entryOf(other.content)
            draft.keeper.begin(other, contentOf(taken))
            replace(taken)
          }}
        />
      )}
      <FailedNotice state={draft.state} retryLabel={error.retry} onRetry={() => void draft.keeper.flush()} />
      {isResumed && begun && <ResumedNotice begun={begun} onStartOver={() => setStartingOver(true)} />}
      {!isRestarted && <BegunNotice drafts={others} />}
      {start.started && <StartedNotice started={start.started} onUndo={start.undo} />}
      <form className="new-case" noValidate onSubmit={submit}>
        <div className="new-case__columns">
          <div className="stack">
            <PatientSection {...{ entry, change, faultAt }} onWork={start.fromWork} catalogue={catalogue}>
              {isAsked(prescribing) && <PrescriberField entry={whole} {...{ change, faultAt, prescribing }} />}
            </PatientSection>
            <WorkSection
              products={entry.products}
              onChange={update => {
                setEntry(before => ({ ...before, products: update(before.products) }))
                said.forgetRefused(['products'])
              }}
              {...{ families, catalogue, faultAt }}
            />
            <ImpressionSection {...{ entry, change, faultAt }} transportDays={calendar.physicalTransportDays}>
              {entry.printType === 'physical' && <PickupPart {...{ entry, catalogue, calendar }} onKnown={setPickup} />}
            </ImpressionSection>
            <DatesSection {...{ entry, change, faultAt, calendar, promise }}>
              <PromiseLine {...{ promise, wishedOn, calendar }} />
            </DatesSection>
            <Card title={t.more.title}>
              <div className="stack">
                <TextArea
                  id={spotId('comment')}
                  label={t.more.comment}
                  mark={t.optional}
                  hint={t.more.commentHint}
                  name="comment"
                  rows={3}
                  value={entry.comment}
                  error={faultAt('comment')}
                  onChange={event => change({ comment: event.currentTarget.value })}
                />
                <TextInput
                  id={spotId('practiceReference')}
                  label={t.more.practiceReference}
                  mark={t.optional}
                  hint={t.more.practiceReferenceHint}
                  name="practiceReference"
                  autoComplete="off"
                  spellCheck={false}
                  value={entry.practiceReference}
                  error={faultAt('practiceReference')}
                  onChange={event => change({ practiceReference: event.currentTarget.value })}
                />
                <FilesPart
                  {...{ entry, change, faultAt, isResumed }}
                  draftId={draft.id}
                  prepare={draft.keeper.ensure}
                  onSending={setFilesOnTheirWay}
                />
              </div>
            </Card>
          </div>
          <SummaryPanel entry={entry} catalogue={catalogue}>
            <PromiseBox
              {...{ wishedOn, calendar, entry }}
              promise={told}
              onChoose={chooseDay}
              onRemoveWish={removeWish}
            />
          </SummaryPanel>
        </div>
        <OrderBar promise={told} {...{ wishedOn, calendar, entry, catalogue }} />
      </form>
      <LastLook
        {...{ look, draft, promise, filesOnTheirWay, catalogue, calendar }}
        entry={whole}
        prescriber={prescriberWords(whole, prescribing)}
        onClose={closeLook}
        onGoTo={goTo}
        onElsewhere={() => goTo('scan.platform', { scan: {} })}
        onRefused={found => said.show(found, { isRefused: true, close: closeLook })}
      />
    </>
  )
}
