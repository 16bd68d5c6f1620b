import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useValueWords } from '#features/account/web/use-value-words.ts'
import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { byRows } from '#kit/web/merged-rows.ts'
import { useText } from '#kit/web/text.tsx'
import { typedTime } from '#kit/web/typed-time.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Fieldset } from '#kit/web/ui/fieldset.tsx'
import { IconButton } from '#kit/web/ui/icon-button.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useVersionedForm } from '#kit/web/use-versioned-form.tsx'
import { Rounds } from '../input.ts'
import { staffCalendarCalls } from '../staff-contract.ts'
import { EffectChoice, type Moving, sentMoves } from './effect-choice.tsx'
import { staffCalendarText } from './staff-text.ts'
import { wholeOf } from './typed-whole.ts'
import type { Calendar } from './week-form.tsx'
import './staff-calendar.css'
import { FormEnd } from '#kit/web/form-end.tsx'

const week = [1, 2, 3, 4, 5, 6, 7]
const shifts = ['AM', 'PM'] as const

type TypedCutOff = { days: string; time: string }
type Slot = { weekday: number; shift: 'AM' | 'PM' }
/** `key` stays the same while the weekday is edited. */
type TypedRound = TypedCutOff & Slot & { key: string; kind: 'none' | 'other' }

const slotOf = ({ weekday, shift }: Slot) => `${weekday}${shift}`
const rows = byRows(slotOf)
/** The half days without a round, in order. */
const droppedOf = (rounds: readonly (Slot & { kind: TypedRound['kind'] })[]) => ({
  what: 'rounds' as const,
  dropped: rounds
    .filter(({ kind }) => kind === 'none')
    .map(({ weekday, shift }) => ({ weekday, shift }))
    .toSorted((one, other) => slotOf(one).localeCompare(slotOf(other))),
})
const sentCutOff = ({ days, time }: TypedCutOff) => ({ days: wholeOf(days), time: typedTime(time) ?? time })

/** The cut-offs for requesting pickups, per shift and for exceptional weekdays. */
export function RoundsForm({ calendar: { rounds, version } }: { calendar: Calendar }) {
  const text = useText(staffCalendarText)
  const { rounds: t } = text
  const changed = useChanged()
  const client = useQueryClient()
  const { weekday: nameOf } = useValueWords('')
  const usual = (shift: 'AM' | 'PM'): TypedCutOff => ({ ...rounds[shift], days: String(rounds[shift].days) })
  const initial = {
    AM: usual('AM'),
    PM: usual('PM'),
    byWeekday: (rounds.byWeekday ?? []).map(
      ({ weekday, shift, cutOff }): TypedRound => ({
        key: slotOf({ weekday, shift }),
        weekday,
        shift,
        kind: cutOff ? 'other' : 'none',
        // Without a round the fields are empty, so that changes of the usual cut-off do not show in them.
        days: String(cutOff?.days ?? ''),
        time: cutOff?.time ?? '',
      }),
    ),
    moves: '' as Moving,
  }
  /** Whether one of these half days has its round until now. */
  const dropsRound = (all: readonly TypedRound[]) => {
    const before = droppedOf(initial.byWeekday).dropped.map(slotOf)
    return droppedOf(all).dropped.some(one => !before.includes(slotOf(one)))
  }
  const limit = { out_of_range: t.daysWrong, number_expected: t.daysWrong, not_a_time: t.timeWrong }
  const form = useVersionedForm({
    initial,
    version,
    shape: Rounds,
    body: ({ AM, PM, byWeekday, moves }, version) => ({
      AM: sentCutOff(AM),
      PM: sentCutOff(PM),
      // In the order in which they will be read again.
      byWeekday: byWeekday
        .toSorted((one, other) => slotOf(one).localeCompare(slotOf(other)))
        .map(({ key: _key, weekday, shift, kind, ...cutOff }) => ({
          weekday,
          shift,
          cutOff: kind === 'other' ? sentCutOff(cutOff) : null,
        })),
      ...(dropsRound(byWeekday) && sentMoves(client, droppedOf(byWeekday), moves)),
      version,
    }),
    lists: { byWeekday: t.byWeekday },
    rows,
    sentences: {
      AM: limit,
      PM: limit,
      byWeekday: { ...limit, repeated: t.repeated },
      moves: { required: text.effect.missing },
    },
    send: body => call(staffCalendarCalls.setRounds, { body }).finally(() => changed('closures')),
    done: () => toast({ title: t.saved }),
  })
  const { byWeekday } = form.values
  const setRound = (one: TypedRound, changes: Partial<TypedRound>) =>
    form.set({ byWeekday: byWeekday.map(round => (round === one ? { ...round, ...changes } : round)) })
  const add = () => {
    const free = week
      .flatMap(weekday => shifts.map(shift => ({ weekday, shift })))
      .find(slot => !byWeekday.some(round => slotOf(round) === slotOf(slot)))
    if (!free) return
    const key = byWeekday.some(round => round.key === slotOf(free)) ? crypto.randomUUID() : slotOf(free)
    form.set({ byWeekday: [...byWeekday, { key, ...free, kind: 'none', days: '', time: '' }] })
  }
  /** A new exception starts with the usual cut-off of its shift. */
  const setKind = (round: TypedRound, kind: TypedRound['kind']) =>
    setRound(round, { kind, ...(kind === 'other' && !round.days && !round.time && usual(round.shift)) })
  return (
    <form {...form.props}>
      <Card title={t.title}>
        <div className="stack">
          <p className="muted">
            {t.description}{' '}
            <Link to="/staff/settings/brand" className="link link--alone">
              {t.toTimes}
            </Link>
          </p>
          {shifts.map(shift => (
            <Fieldset key={shift} legend={t.shifts[shift]}>
              <Limit
                name={shift}
                value={form.values[shift]}
                error={form.errorOf(shift)}
                onChange={value => form.set({ [shift]: value })}
              />
            </Fieldset>
          ))}
          <Fieldset legend={t.byWeekday}>
            <ul className="staff-calendar__rounds" data-field="byWeekday">
              {byWeekday.map(round => (
                <li key={round.key}>
                  <Select
                    label={t.weekday}
                    value={String(round.weekday)}
                    onChange={({ currentTarget }) => setRound(round, { weekday: Number(currentTarget.value) })}
                    options={week.map(day => ({ value: String(day), label: nameOf(day) }))}
                  />
                  <Select
                    label={t.shift}
                    value={round.shift}
                    onChange={({ currentTarget }) =>
                      setRound(round, { shift: currentTarget.value === 'PM' ? 'PM' : 'AM' })
                    }
                    options={shifts.map(value => ({ value, label: t.shifts[value] }))}
                  />
                  <Select
                    label={t.kind}
                    value={round.kind}
                    onChange={({ currentTarget }) => setKind(round, currentTarget.value === 'other' ? 'other' : 'none')}
                    options={(['none', 'other'] as const).map(value => ({ value, label: t.kinds[value] }))}
                  />
                  {round.kind === 'other' && (
                    <Limit name={`round-${round.key}`} value={round} onChange={value => setRound(round, value)} />
                  )}
                  <IconButton
                    icon="close"
                    label={t.remove(nameOf(round.weekday), t.shifts[round.shift])}
                    onClick={() => form.set({ byWeekday: byWeekday.filter(one => one !== round) })}
                  />
                </li>
              ))}
            </ul>
            {form.errorOf('byWeekday') && <p className="field__error">{form.errorOf('byWeekday')}</p>}
            <div className="row">
              <Button icon="plus" size="sm" onClick={add}>
                {t.add}
              </Button>
            </div>
          </Fieldset>
          {dropsRound(byWeekday) && <EffectChoice {...form.field('moves')} change={droppedOf(byWeekday)} />}
          <FormEnd form={form} submitLabel={t.submit} failed={text.notSaved} />
        </div>
      </Card>
    </form>
  )
}

type LimitProps = {
  name: string
  value: TypedCutOff
  error?: string | undefined
  onChange: (value: TypedCutOff) => void
}

function Limit({ name, value: { days, time }, error, onChange }: LimitProps) {
  const { rounds: t } = useText(staffCalendarText)
  return (
    <div className="staff-calendar__limit" data-field={name}>
      <TextInput
        label={t.days}
        hint={t.daysHint}
        error={error}
        value={days}
        onChange={({ currentTarget }) => onChange({ days: currentTarget.value, time })}
        inputMode="numeric"
        autoComplete="off"
        required
      />
      <TextInput
        label={t.time}
        hint={t.timeHint}
        value={time}
        onChange={({ currentTarget }) => onChange({ days, time: currentTarget.value })}
        onBlur={() => onChange({ days, time: typedTime(time) ?? time })}
        autoComplete="off"
        required
      />
    </div>
  )
}
