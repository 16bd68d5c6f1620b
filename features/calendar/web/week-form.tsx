import { useQueryClient } from '@tanstack/react-query'
import { WeekdayChoices } from '#features/account/web/weekday-choices.tsx'
import { useChanged } from '#features/live/web/use-changed.ts'
import type { Reply } from '#kit/contract.ts'
import { call } from '#kit/web/call.ts'
import { FormEnd } from '#kit/web/form-end.tsx'
import { useText } from '#kit/web/text.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useVersionedForm } from '#kit/web/use-versioned-form.tsx'
import { NewWeek } from '../input.ts'
import { staffCalendarCalls } from '../staff-contract.ts'
import { EffectChoice, type Moving, sentMoves } from './effect-choice.tsx'
import { staffCalendarText } from './staff-text.ts'
import { wholeOf } from './typed-whole.ts'

export type Calendar = Reply<typeof staffCalendarCalls.show>['data']

/** The laboratory's working days, and the other settings from which promised days are computed. */
export function WeekForm({ calendar: { week, version } }: { calendar: Calendar }) {
  const text = useText(staffCalendarText)
  const { week: t } = text
  const changed = useChanged()
  const client = useQueryClient()
  const initial = {
    workingDays: [...week.workingDays],
    physicalTransportDays: String(week.physicalTransportDays),
    appointmentBufferDays: String(week.appointmentBufferDays),
    moves: '' as Moving,
  }
  const takesDays = (days: readonly number[]) => week.workingDays.some(day => !days.includes(day))
  const changeTo = (workingDays: number[]) => ({ what: 'week', workingDays }) as const
  const number = { required: text.required, number_expected: t.number, out_of_range: t.number }
  const form = useVersionedForm({
    initial,
    version,
    shape: NewWeek,
    body: ({ workingDays, physicalTransportDays, appointmentBufferDays, moves }, version) => ({
      workingDays,
      physicalTransportDays: wholeOf(physicalTransportDays),
      appointmentBufferDays: wholeOf(appointmentBufferDays),
      ...(takesDays(workingDays) ? sentMoves(client, changeTo(workingDays), moves) : { moves: false }),
      version,
    }),
    lists: { workingDays: t.workingDays },
    sentences: {
      workingDays: { required: t.noDay },
      physicalTransportDays: number,
      appointmentBufferDays: number,
      moves: { required: text.effect.missing },
    },
    send: body => call(staffCalendarCalls.setWeek, { body }).finally(() => changed('closures')),
    done: ({ data }) => toast({ title: t.saved, description: data.moved > 0 ? text.moved(data.moved) : undefined }),
  })
  const { workingDays } = form.values
  return (
    <form {...form.props}>
      <Card title={t.title}>
        <div className="stack staff-calendar__week">
          <WeekdayChoices {...form.field('workingDays')} label={t.workingDays} />
          {workingDays.length > 0 && takesDays(workingDays) && (
            <EffectChoice {...form.field('moves')} change={changeTo(workingDays)} />
          )}
          <TextInput
            {...form.text('physicalTransportDays')}
            label={t.physicalTransportDays}
            inputMode="numeric"
            autoComplete="off"
            required
          />
          <TextInput
            {...form.text('appointmentBufferDays')}
            label={t.appointmentBufferDays}
            inputMode="numeric"
            autoComplete="off"
            required
          />
          <FormEnd form={form} submitLabel={t.submit} failed={text.notSaved} />
        </div>
      </Card>
    </form>
  )
}
