import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useBrand } from '#features/brand/web/brand-context.tsx'
import { useChanged } from '#features/live/web/use-changed.ts'
import type { Shift } from '#features/rides/contract.ts'
import type { Day } from '#kit/day.ts'
import { Problem } from '#kit/problem.ts'
import { shifts } from '#kit/shifts.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { sentDay, typedDay, writtenDay } from '#kit/web/typed-day.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Checkbox } from '#kit/web/ui/checkbox.tsx'
import { DateField, DatePanel } from '#kit/web/ui/date-field.tsx'
import type { DatePanelProps, DayMark } from '#kit/web/ui/day-mark.ts'
import { Select } from '#kit/web/ui/select.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import './absences.css'
import { type Absence, absenceCalls } from '../contract.ts'
import { AbsenceDays, paces, type Scope } from '../input.ts'
import { absenceGaps, changeGaps, daysOf, isOverlapping, type Period, yearsLater } from '../rules.ts'
import type { AbsencesText } from '../text/en.ts'
import { AwayPickups } from './away-pickups.tsx'
import { countMissed, leftBehind } from './left-behind.ts'
import { MovingList, MovingSum, useMoving } from './moving-list.tsx'
import { usePeriodWords, useReturnWords } from './period-words.ts'
import { absenceList, changedByAbsence } from './queries.ts'
import { ScopeChoice } from './scope-choice.tsx'
import { useStayingCancelled } from './staying-cancelled.tsx'
import { absencesText } from './text.ts'

export type AbsenceDialogProps = {
  absence?: Absence | undefined
  /** For a recurring absence: the initial scope, the day on which its last date begins, and whether it is the next one. */
  scope?: Scope | undefined
  last?: Day | undefined
  isNext?: boolean | undefined
  /** Edits another, conflicting absence instead. */
  onInstead: (absence: Absence, ofIt: { last?: Day; isNext?: boolean }) => void
  onClose: () => void
}

/** Declares or edits an absence; the deliveries it moves are shown before. */
export function AbsenceDialog({
  absence,
  scope: chosen = 'one',
  last,
  isNext,
  onInstead,
  onClose,
}: AbsenceDialogProps) {
  const words = useText(absencesText)
  const t = words.form
  const periodWords = usePeriodWords()
  const queries = useQueryClient()
  const changed = useChanged()
  const today = useFormat().today()
  /** The conflicting absence, of this user or of a colleague. */
  const [other, setOther] = useState<Absence>()
  async function findOther(days: Period) {
    const all = await queries.fetchQuery({ ...absenceList('all'), staleTime: 0 }).catch(() => [])
    setOther(all.find(one => one.id !== absence?.id && isOverlapping(one, days)))
  }

  const { faults } = t
  const returnWords = useReturnWords()
  const stayingOf = useStayingCancelled()
  const form = useForm({
    initial: absence
      ? {
          ...absence,
          from: writtenDay(absence.from),
          to: writtenDay(absence.to),
          every: '' as const,
          until: last ? writtenDay(last) : '',
          scope: chosen as Scope,
          keptRides: [] as string[],
        }
      : {
          from: '',
          to: '',
          fromShift: 'AM' as Shift,
          toShift: 'PM' as Shift,
          deliveryPossible: false,
          every: '' as Pace,
          until: '',
          scope: 'one' as Scope,
          keptRides: [] as string[],
        },
    shape: AbsenceDays,
    body: ({ from, to, fromShift, toShift, deliveryPossible, every, until, scope, keptRides }) => ({
      from: sentDay(from, today),
      to: sentDay(to, today),
      fromShift,
      toShift,
      deliveryPossible,
      keptRides,
      ...(every && { every, until: sentDay(until, today) }),
      ...(scope !== 'one' && { scope, until: sentDay(until, today) }),
    }),
    gaps: body => (absence ? changeGaps(body, absence.every, today) : absenceGaps(body, today)),
    sentences: {
      from: { required: faults.fromMissing, not_a_day: faults.notADay },
      to: { ...faults, required: faults.toMissing, not_a_day: faults.notADay },
      toShift: { before_from: faults.endsBefore },
      until: { ...faults, required: faults.untilMissing, not_a_day: faults.notADay },
    },
    refused: error => (isOverlap(error) ? { from: overlapWords(t, other && periodWords(other)) } : undefined),
    send: async (body, key) => {
      const { every: _, ...changed } = body
      const { scope: __, ...declared } = body
      const sent = absence
        ? call(absenceCalls.change, { params: { id: absence.id }, body: changed })
        : call(absenceCalls.declare, { body: declared, key })
      const { data } = await sent.catch(async error => {
        if (isOverlap(error)) await findOther(body)
        throw error
      })
      return data
    },
    done: declared => {
      const moved = declared.movedOrders.length
      const calledOff = declared.pickups.filter(({ isCancelled }) => isCancelled)
      const called = calledOff.length
      const kept = declared.pickups.length - called
      const waiting = calledOff.flatMap(({ orders }) => orders)
      void changed(...changedByAbsence, ...(called > 0 ? (['rides'] as const) : []))
      toast({
        title: isSeries
          ? words.edit.doneAll(declared.times)
          : (absence ? words.edit : words).done(...periodWords(declared)),
        description: [
          called > 0 && words.pickups.wereCancelled(called),
          kept > 0 && words.pickups.stand(kept),
          stayingOf(declared.cancelledPickups ?? []),
          waiting.length > 0 && words.pickups.waiting(waiting.length, countMissed(waiting)),
          moved > 0 ? words.moved(moved) : waiting.length === 0 && words.nothingMoved,
        ]
          .filter(Boolean)
          .join(' '),
      })
      onClose()
    },
    failed: () => form.focus('from'),
  })
  const { body, values } = form
  const isSeries = values.scope !== 'one'

  /** The button disappears with the conflict, so the focus moves to the field it has changed. */
  function takeIn() {
    form.set({ deliveryPossible: true })
    form.focus('deliveryPossible')
  }

  function chooseEvery(typed: string) {
    const every: Pace = paces.find(pace => pace === typed) ?? ''
    const first = typedDay(values.from, today) ?? today
    form.set({ every, until: every && writtenDay(yearsLater(first, usualYears[every])) })
  }

  const others = useQuery(absenceList('upcoming')).data?.filter(({ id }) => id !== absence?.id)
  const markOf = (day: Day): DayMark | undefined => {
    const there = others?.find(({ from, to }) => from <= day && day <= to)
    return there && { words: t.there(...periodWords(there)), look: 'warn' }
  }
  // Without `keptRides`, so that a tick does not trigger a new request.
  const moving = useMoving(body && { ...body, keptRides: [], absenceId: absence?.id })
  // An absence just declared does not conflict with itself.
  const overlapped = form.isPending ? undefined : moving.overlapped
  const overlapping = overlapped && t.overlapping(...periodWords(overlapped))
  async function editOverlapped(there: Absence) {
    if (!(await form.mayLeave())) return
    const times = others?.filter(({ seriesId }) => there.seriesId !== null && seriesId === there.seriesId) ?? []
    const [first, final] = [times[0], times.at(-1)]
    onInstead(there, first && final ? { last: final.from, isNext: first.id === there.id } : {})
  }
  const left = leftBehind(moving, values.keptRides, useBrand().timeZone)
  const days = (panel: DatePanelProps) => <DatePanel {...panel} marks={markOf} />

  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={
        absence ? (last ? words.edit.series(returnWords(absence)) : words.edit.act(...periodWords(absence))) : t.title
      }
      description={isSeries ? words.edit.ofSeries : t.required}
      submitLabel={absence ? words.edit.submit : t.submit}
      failed={absence ? words.edit.failed : t.failed}
      sum={<MovingSum moving={moving} left={left} kept={values.keptRides} />}
    >
      {absence && last && (
        <ScopeChoice {...form.field('scope')} label={words.scope.change} absence={absence} isNext={isNext} />
      )}
      <div className="absence__pair">
        <DateField
          {...form.field('from')}
          error={form.errorOf('from') ?? overlapping}
          required
          label={t.from}
          hint={t.format}
          today={today}
          pickLabel={t.pickFrom}
          panel={days}
        />
        <DateField
          {...form.field('to')}
          required
          label={t.to}
          hint={t.format}
          today={today}
          min={typedDay(values.from, today) ?? today}
          pickLabel={t.pickTo}
          panel={days}
        />
      </div>
      {/* A past absence cannot be changed. */}
      {overlapped && overlapped.to >= today && (
        <div className="row">
          <Button size="sm" icon="calendar" onClick={() => void editOverlapped(overlapped)}>
            {words.edit.act(...periodWords(overlapped))}
          </Button>
        </div>
      )}
      <div className="absence__pair">
        <Select
          {...form.field('fromShift')}
          label={t.fromShift}
          options={shifts.map(value => ({ value, label: t.fromShifts[value] }))}
          onChange={({ currentTarget }) => form.set({ fromShift: shiftOf(currentTarget.value) })}
        />
        <Select
          {...form.field('toShift')}
          label={t.toShift}
          options={shifts.map(value => ({ value, label: t.toShifts[value] }))}
          onChange={({ currentTarget }) => form.set({ toShift: shiftOf(currentTarget.value) })}
        />
        {!absence && (
          <Select
            {...form.field('every')}
            label={t.every}
            placeholder={t.once}
            options={paces.map(value => ({ value, label: t.paces[value] }))}
            onChange={({ currentTarget }) => chooseEvery(currentTarget.value)}
          />
        )}
        {(values.every || isSeries) && (
          <DateField
            {...form.field('until')}
            required
            label={t.until}
            hint={t.untilHint[values.every || (absence?.every ?? 'week')]}
            today={today}
            min={typedDay(values.from, today) ?? today}
            pickLabel={t.pickUntil}
          />
        )}
      </div>
      <Checkbox
        name="deliveryPossible"
        label={t.deliveryPossible}
        hint={t.deliveryHint}
        checked={values.deliveryPossible}
        onChange={event => form.set({ deliveryPossible: event.currentTarget.checked })}
      />
      <p role="status" className="strong">
        {body && lengthWords(periodWords(body), words, body)}
      </p>
      <MovingList {...{ moving, overlapping, left }} onKeep={takeIn} />
      <AwayPickups {...{ moving, left }} kept={values.keptRides} onKeep={keptRides => form.set({ keptRides })} />
    </FormDialog>
  )
}

type Words = AbsencesText['form']
type Pace = (typeof paces)[number] | ''

/** The default until the user chooses. */
const usualYears = { week: 1, year: 5 }

const shiftOf = (typed: string): Shift => (typed === 'PM' ? 'PM' : 'AM')

const isOverlap = (error: unknown) => error instanceof Problem && error.code === 'absence_overlaps'

const overlapWords = (t: Words, other: [string, string?] | undefined) =>
  other ? `${t.overlaps} ${t.other(...other)}` : t.overlaps

function lengthWords([from, to]: [string, string?], words: AbsencesText, days: Period) {
  const count = words.days(daysOf(days))
  return to ? words.form.length(count, from, to) : words.form.lengthOfOne(count, from)
}
