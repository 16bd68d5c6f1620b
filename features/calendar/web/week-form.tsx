import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { WeekdayChoices } from '#features/account/web/weekday-choices.tsx'
import { useChanged } from '#features/live/web/use-changed.ts'
import type { Reply } from '#kit/contract.ts'
import { call } from '#kit/web/call.ts'
import { FormEnd } from '#kit/web/form-end.tsx'
import { useText } from '#kit/web/text.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import { NewWeek } from '../input.ts'
import { staffCalendarCalls } from '../staff-contract.ts'
import { EffectChoice, type Moving, sentMoves } from './effect-choice.tsx'
import { staffCalendarText } from './staff-text.ts'
import { wholeOf } from './typed-whole.ts'

export type Calendar = Reply<typeof staffCalendarCalls.show>['data']

/** On which days of the week the laboratory works, and what else promises are computed from. */
export function WeekForm({ calendar: { week, version } }: { calendar: Calendar }) {
  const text = useText(staffCalendarText)
  const { week: t } = text
  const changed = useChanged()
  const client = useQueryClient()
  // Of what the form began with: a colleague's change under the hand is refused, not overwritten.
  const [read, setRead] = useState(version)
  const initial = {
    workingDays: [...week.workingDays],
    physicalTransportDays: String(week.physicalTransportDays),
    appointmentBufferDays: String(week.appointmentBufferDays),
    moves: '' as Moving,
  }
  const takesDays = (days: readonly number[]) => week.workingDays.some(day => !days.includes(day))
  const changeTo = (workingDays: number[]) => ({ what: 'week', workingDays }) as const
  const number = { required: text.required, number_expected: t.number, out_of_range: t.number }
  const form = useForm({
    initial,
    shape: NewWeek,
    body: ({ workingDays, physicalTransportDays, appointmentBufferDays, moves }) => ({
      workingDays,
      physicalTransportDays: wholeOf(physicalTransportDays),
      appointmentBufferDays: wholeOf(appointmentBufferDays),
      ...(takesDays(workingDays) ? sentMoves(client, changeTo(workingDays), moves) : { moves: false }),
      version: read,
    }),
    sentences: {
      workingDays: { required: t.noDay },
      physicalTransportDays: number,
      appointmentBufferDays: number,
      moves: { required: text.effect.missing },
    },
    send: body => call(staffCalendarCalls.setWeek, { body }).finally(() => void changed('closures')),
    done: ({ data }) => toast({ title: t.saved, description: data.moved > 0 ? text.moved(data.moved) : undefined }),
  })
  const isClean = JSON.stringify(form.values) === JSON.stringify(initial)
  if (isClean && read !== version) setRead(version)
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
