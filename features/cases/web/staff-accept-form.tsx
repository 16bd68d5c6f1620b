import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useRef, useState } from 'react'
import type { Day } from '#kit/day.ts'
import { useFormat } from '#kit/web/format.tsx'
import { later } from '#kit/web/later.tsx'
import { loadText, useText } from '#kit/web/text.tsx'
import { typedDay, writtenDay } from '#kit/web/typed-day.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { DateField } from '#kit/web/ui/date-field.tsx'
import { useForm } from '#kit/web/use-form.ts'
import { useLateDialog } from '#kit/web/use-late-dialog.tsx'
import { isCollected } from '../rules.ts'
import type { StaffCase } from '../staff-contract.ts'
import { AcceptedFor } from '../staff-input.ts'
import { CaseDays } from './case-days.tsx'
import type { Step } from './leaving-steps.ts'
import { Letter } from './letter.tsx'
import type { ChangedCase } from './staff-change.ts'
import type { DayWordsProps } from './staff-day-words.tsx'
import { StaffIntakeImpression } from './staff-intake-impression.tsx'
import { caseLoad } from './staff-queries.ts'
import { staffCasesText, staffIntakeLaterText, staffIntakeText } from './staff-text.ts'
import { useInSight } from './use-in-sight.ts'
import { useLetters } from './use-letters.ts'

const StaffLaterDay = later(() =>
  Promise.all([import('./staff-later-day.tsx'), loadText(staffIntakeLaterText)]).then(
    ([{ StaffLaterDay }]) => StaffLaterDay,
  ),
)

const StaffDayWords = later<DayWordsProps>(
  () =>
    Promise.all([import('./staff-day-words.tsx'), loadText(staffIntakeLaterText)]).then(
      ([{ StaffDayWords }]) => StaffDayWords,
    ),
  { when: 'drawn', meanwhile: Counting },
)

function Counting() {
  return <p className="muted small">{useText(staffIntakeText).counting}</p>
}

const loadHold = () => import('./staff-hold-dialog.tsx').then(module => module.StaffHoldDialog)
const loadRefusal = () => import('./staff-refuse-dialog.tsx').then(module => module.StaffRefuseDialog)

type Props = { known: StaffCase; onAccept: (step: Step) => void; onNext: () => void }

/**
 * Accepts the case for the proposed or another day, asks about it, or refuses it. A case whose impression is still to come
 * can be accepted before: that it is here is another press.
 */
export function StaffAcceptForm({ known, onAccept, onNext }: Props) {
  const t = useText(staffIntakeText)
  const { receive } = useText(staffCasesText)
  const format = useFormat()
  const { id, code, appointmentDate, deliveryDate: shown, acceptedAt } = known
  const isAwaited = isCollected(known)
  const mayComeLater = isAwaited && !acceptedAt
  const isHere = useRef(!mayComeLater)
  const today = format.today()
  const load = useQuery(caseLoad(id))
  const proposed = load.data?.proposed ?? undefined
  const hold = useLateDialog<ChangedCase>(loadHold)
  const refusal = useLateDialog<ChangedCase>(loadRefusal)
  const form = useForm({
    initial: { deliveryDate: proposed ? writtenDay(proposed) : '' },
    shape: AcceptedFor,
    body: ({ deliveryDate }) => ({ deliveryDate: typedDay(deliveryDate, today) ?? '' }),
    gaps: ({ deliveryDate }) => (deliveryDate < today ? [{ path: 'deliveryDate', code: 'past' }] : []),
    sentences: { deliveryDate: { not_a_day: t.dayMissing, past: t.dayPast } },
    asksBeforeLeaving: false,
    send: ({ deliveryDate }) => Promise.resolve(deliveryDate),
    done: deliveryDate => {
      const title = t[isAwaited && isHere.current ? 'received' : 'accepted'](code, format.day(deliveryDate))
      const step = { row: known, deliveryDate, title }
      onAccept(
        isHere.current ? { ...step, status: 'in_preparation' } : { ...step, status: 'registered', isAccepted: true },
      )
    },
  })
  const open = { known: { id, code, status: 'registered' as const }, onDone: onNext }
  const isReady = !load.isPending && !form.isPending
  const isInSight = useInSight()
  const day = form.body?.deliveryDate
  const visit = appointmentDate ? format.dayOf(appointmentDate) : undefined
  const [asked, setAsked] = useState<Day>()
  const isAsking = day !== undefined && day === asked

  function accept(hasCome: boolean) {
    if (!isReady || !isInSight) return
    isHere.current = hasCome
    if (day && ((visit && day > visit) || (shown && day > shown))) setAsked(day)
    else void form.submit()
  }
  const toDay = () => form.focus('deliveryDate')
  useLetters(
    isInSight
      ? {
          a: isReady ? () => accept(!mayComeLater) : undefined,
          i: isReady && mayComeLater ? () => accept(true) : undefined,
          d: toDay,
          q: () => hold.open(open),
          r: () => refusal.open(open),
        }
      : {},
  )
  // The dialogs are siblings of the form: a submit inside them would bubble up and accept the case.
  return (
    <>
      <form
        className="intake__decision card"
        {...form.props}
        onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
          event.preventDefault()
          accept(!mayComeLater)
        }}
      >
        <DateField
          {...form.field('deliveryDate')}
          label={t.day}
          hint={t.dayHint}
          today={today}
          min={today}
          required
          pickLabel={t.pick}
          panel={panel => <CaseDays {...panel} id={id} />}
          aria-keyshortcuts="d"
        />
        <StaffIntakeImpression known={known} day={day} />
        {load.error && !load.data ? (
          <p className="small tone--warn" role="status">
            {t.notCounted}
          </p>
        ) : (
          <StaffDayWords
            known={known}
            day={day}
            load={load.data}
            onChoose={chosen => {
              form.set({ deliveryDate: writtenDay(chosen) })
              toDay()
            }}
          />
        )}
        <div className="row">
          {isAsking ? (
            <StaffLaterDay
              known={known}
              day={day}
              visit={visit}
              isLost={!!load.data?.lost}
              onAccept={() => void form.submit()}
              onKeep={kept => form.set({ deliveryDate: writtenDay(kept) })}
              onOther={toDay}
            />
          ) : (
            <Button
              type="submit"
              variant="primary"
              pending={!isReady}
              aria-disabled={!isInSight || undefined}
              aria-keyshortcuts="a"
            >
              {acceptedAt ? receive : t.accept} <Letter>a</Letter>
            </Button>
          )}
          {mayComeLater && !isAsking && (
            <Button
              icon="check"
              pending={!isReady}
              aria-disabled={!isInSight || undefined}
              aria-keyshortcuts="i"
              onClick={() => accept(true)}
            >
              {receive} <Letter>i</Letter>
            </Button>
          )}
          <Button
            icon="message"
            aria-keyshortcuts="q"
            onPointerEnter={hold.prepare}
            onFocus={hold.prepare}
            onClick={() => hold.open(open)}
          >
            {t.ask} <Letter>q</Letter>
          </Button>
          <Button
            icon="close"
            aria-keyshortcuts="r"
            onPointerEnter={refusal.prepare}
            onFocus={refusal.prepare}
            onClick={() => refusal.open(open)}
          >
            {t.refuse} <Letter>r</Letter>
          </Button>
        </div>
      </form>
      {hold.dialog}
      {refusal.dialog}
    </>
  )
}
