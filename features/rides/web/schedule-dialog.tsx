import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useBrand } from '#features/brand/web/brand-context.tsx'
import { PhoneLink } from '#features/brand/web/phone.tsx'
import { useChanged } from '#features/live/web/use-changed.ts'
import { addDays, type Day } from '#kit/day.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { sentDay, typedDay, writtenDay } from '#kit/web/typed-day.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Choices } from '#kit/web/ui/choices.tsx'
import { DateField, DatePanel } from '#kit/web/ui/date-field.tsx'
import type { DayMark } from '#kit/web/ui/day-mark.ts'
import { ResultCount } from '#kit/web/ui/result-count.tsx'
import { TextArea } from '#kit/web/ui/text-area.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import { type Ride, rideCalls, Shift } from '../contract.ts'
import { longestInformation, NewRide } from '../input.ts'
import {
  type Closed,
  closedAt,
  cutOffOn,
  farthestDays,
  firstPossible,
  type Obstacle,
  obstacleTo,
  type PickupCalendar,
  type Slot,
} from '../rules.ts'
import type { RidesText } from '../text/en.ts'
import { calendarOf, type Rides, withoutRounds } from './pickup-slots.ts'
import { rideList } from './queries.ts'
import { ridesText } from './text.ts'

type ScheduleDialogProps = {
  onClose: () => void
  /** Called once it is requested. */
  onScheduled?: (() => void) | undefined
  /** The pickup named where the dialog was opened. */
  slot?: Slot | undefined
}

/** Requests a pickup with the data of the screen behind it, which is refreshed after a refusal. */
export function ScheduleDialog(props: ScheduleDialogProps) {
  const { data } = useQuery(rideList)
  return data ? <Schedule rides={data} {...props} /> : null
}

/** Each pickup as if it took both halves of its day. */
const onTheirDays = (rides: readonly Ride[]) => rides.flatMap(ride => Shift.options.map(shift => ({ ...ride, shift })))

/** Obstacles to a pickup are shown as soon as the slot is chosen, by the server's rules. */
function Schedule({ rides, onClose, onScheduled, slot }: ScheduleDialogProps & { rides: Rides }) {
  const words = useText(ridesText)
  const t = words.form
  const { clientServicePhone } = useBrand()
  const format = useFormat()
  const changed = useChanged()
  const today = format.today()
  const calendar = calendarOf(rides, format.zone)
  const next = firstPossible(rides.data, calendar)
  // Fixed when opened, so that what was read is what is sent. A day with a pickup is not proposed again: a second one would
  // fetch nothing more.
  const [offered] = useState(() => slot ?? firstPossible(onTheirDays(rides.data), calendar) ?? next)

  const slotWords = (slot: Slot) => words.when(format.nearDay(slot.date), slot.shift)
  const form = useForm({
    initial: {
      date: offered ? writtenDay(offered.date) : '',
      shift: offered?.shift ?? 'AM',
      complementaryInformation: '',
    },
    shape: NewRide,
    body: ({ date, shift, complementaryInformation }) => ({
      date: sentDay(date, today),
      shift,
      complementaryInformation: complementaryInformation.trim() || undefined,
    }),
    gaps: slot => {
      const code = obstacleTo(slot, rides.data, calendar)
      return code ? [{ path: isOfShift(code, slot, calendar) ? 'shift' : 'date', code }] : []
    },
    sentences: {
      date: { required: t.dateMissing, not_a_day: t.notADay },
      complementaryInformation: { too_long: t.tooLong(longestInformation) },
    },
    send: async (body, key) => {
      // After a refusal too: the refreshed data tells why.
      const refresh = () => void changed('rides')
      return (await call(rideCalls.schedule, { body, key }).finally(refresh)).data
    },
    done: ride => {
      toast({ title: words.done(slotWords(ride)) })
      onClose()
      onScheduled?.()
    },
  })
  const { values } = form
  const { shift } = values
  const date = typedDay(values.date, today)
  const obstacle = date ? obstacleTo({ date, shift }, rides.data, calendar) : null
  const reason = date && obstacle && reasonWords(obstacle, { date, shift }, calendar, t, format, slotWords)
  const isAboutShift = isOfShift(obstacle, date ? { date, shift } : undefined, calendar)
  /** Shown as soon as it is chosen. */
  const reasonAt = (field: 'date' | 'shift') =>
    obstacle && isAboutShift === (field === 'shift') ? reason : form.errorOf(field)

  function choose(slot: Slot) {
    form.set({ date: writtenDay(slot.date), shift: slot.shift })
    form.focus('date')
  }
  const detailOf = (option: Shift) => {
    const found = date && obstacleTo({ date, shift: option }, rides.data, calendar)
    if (found === 'ride_too_late') return t.tooLate
    if (found === 'ride_exists') return t.taken
    if (date && closedAt({ date, shift: option }, rides.closed)?.shift) return t.away
    const cutOff = date ? cutOffOn({ date, shift: option }, rides.cutOffs) : rides.cutOffs[option]
    return cutOff ? t.cutOff(cutOff.days, cutOff.time) : t.withoutRound
  }

  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t.title}
      submitLabel={t.submit}
      failed={t.failed}
      refusals={words.refusals}
      help={
        <p>
          {t.service} <PhoneLink phone={clientServicePhone} />
        </p>
      }
    >
      <DateField
        {...form.field('date')}
        error={reasonAt('date')}
        required
        label={t.date}
        hint={
          <>
            {t.format}
            {rides.closed.length > 0 && (
              <>
                <br />
                {t.noRounds(closedWords(rides.closed, t, format))}
              </>
            )}
          </>
        }
        today={today}
        min={today}
        max={addDays(today, farthestDays)}
        pickLabel={t.pick}
        panel={panel => <DatePanel {...panel} marks={day => markOf(day, rides, calendar, t)} />}
      />
      <ResultCount hidden>{reason}</ResultCount>
      <Choices
        {...form.field('shift')}
        error={reasonAt('shift')}
        label={t.shift}
        options={Shift.options.map(value => ({ value, label: t.shifts[value], detail: detailOf(value) }))}
      />
      {next && (obstacle || !date) && (
        <Button size="sm" icon="calendar" onClick={() => choose(next)}>
          {t.firstPossible(slotWords(next))}
        </Button>
      )}
      <TextArea
        {...form.text('complementaryInformation')}
        label={t.information}
        mark={t.optional}
        hint={t.informationHint(longestInformation)}
        rows={3}
      />
    </FormDialog>
  )
}

const isOfShift = (obstacle: Obstacle | null, slot: Slot | undefined, { closed }: PickupCalendar) =>
  obstacle === 'ride_too_late' ||
  obstacle === 'ride_exists' ||
  (slot !== undefined && closedAt(slot, closed)?.shift !== undefined)

type Words = RidesText['form']
type Format = ReturnType<typeof useFormat>

/** "samedi, dimanche, 25 déc. (Noël), 28–30 déc. (absence)" */
function closedWords(closed: readonly Closed[], t: Words, format: Format): string {
  const { weekly, periods } = withoutRounds(closed)
  const named = periods.map(({ from, to, because, name }) => {
    const days = from === to ? format.day(from, 'date') : format.days(from, to)
    const reason = because === 'absence' ? t.absence : name
    return reason ? `${days} (${reason})` : days
  })
  return [...weekly.map(day => format.day(day, 'weekday')), ...named].join(', ')
}

/** Why no pickup can be requested on this day, or in one half of it. */
function markOf(day: Day, { data: taken }: Rides, calendar: PickupCalendar, t: Words): DayMark | undefined {
  const [morning, afternoon] = Shift.options.map(shift => obstacleTo({ date: day, shift }, taken, calendar))
  if (!morning && !afternoon) return undefined
  const words = (found: Obstacle | null | undefined) =>
    found === 'past'
      ? t.gone
      : found === 'ride_too_late'
        ? t.tooLate
        : found === 'ride_exists'
          ? t.taken
          : t.withoutRound
  if (!morning || !afternoon)
    return { words: `${t.halves[morning ? 'AM' : 'PM']} ${words(morning ?? afternoon)}`, look: 'warn' }
  const closed = closedAt({ date: day, shift: 'AM' }, calendar.closed)
  const isUsual = closed?.because === 'weekend' || morning === 'no_round' || morning === 'past'
  const reason = closed?.because === 'absence' ? t.absence : closed?.name
  return { words: reason ?? words(morning), look: isUsual ? 'off' : 'warn' }
}

function reasonWords(
  obstacle: Obstacle,
  slot: Slot,
  { closed }: PickupCalendar,
  t: Words,
  format: Format,
  slotWords: (slot: Slot) => string,
): string {
  const day = format.day(slot.date, 'long')
  if (obstacle === 'past') return t.past(day)
  if (closedAt(slot, closed)?.shift) return t.halfAway(slotWords(slot))
  if (obstacle === 'practice_absent') return t.absent(day)
  if (obstacle === 'ride_too_far') return t.tooFar(format.day(addDays(format.today(), farthestDays), 'long'))
  if (obstacle === 'ride_too_late') return t.lateForShift(slotWords(slot))
  if (obstacle === 'ride_exists') return t.exists(slotWords(slot))
  const name = closedAt(slot, closed)?.name
  return name ? t.holiday(day, name) : t.weekend(day)
}
