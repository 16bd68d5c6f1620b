import { useQueryClient } from '@tanstack/react-query'
import { useChanged } from '#features/live/web/use-changed.ts'
import { daysBetween } from '#kit/day.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { sentDay, typedDay } from '#kit/web/typed-day.ts'
import { DateField } from '#kit/web/ui/date-field.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import { Closure, longestClosure } from '../input.ts'
import { staffCalendarCalls } from '../staff-contract.ts'
import { EffectChoice, type Moving, sentMoves } from './effect-choice.tsx'
import { staffCalendarText } from './staff-text.ts'

/** Closes the laboratory for some days, after showing what was promised for them. */
export function ClosureDialog({ onClose }: { onClose: () => void }) {
  const text = useText(staffCalendarText)
  const { form: t } = text
  const client = useQueryClient()
  const changed = useChanged()
  const today = useFormat().today()
  const changeOf = (typed: { from: string; to: string }) => {
    const [from, to] = [typedDay(typed.from, today), typedDay(typed.to || typed.from, today)]
    if (!from || !to || from > to || daysBetween(from, to) >= longestClosure) return undefined
    return { what: 'closure', from, to } as const
  }
  const day = { required: text.required, not_a_day: t.notADay, before_from: t.before, too_long: t.tooLong }
  const name = { required: text.required, too_long: t.nameLong }
  const form = useForm({
    initial: { from: '', to: '', nameFr: '', nameEn: '', moves: '' as Moving },
    shape: Closure,
    body: ({ from, to, nameFr, nameEn, moves }) => ({
      nameFr,
      nameEn,
      from: sentDay(from, today),
      // A single day when no last day is given.
      to: sentDay(to || from, today),
      ...sentMoves(client, changeOf({ from, to }), moves),
    }),
    sentences: { from: day, to: day, nameFr: name, nameEn: name, moves: { required: text.effect.missing } },
    send: (body, key) => call(staffCalendarCalls.close, { body, key }).finally(() => void changed('closures')),
    done: ({ data }) => {
      toast({ title: t.saved, description: data.moved > 0 ? text.moved(data.moved) : undefined })
      onClose()
    },
  })
  const change = changeOf(form.values)
  const dayInput = (field: 'from' | 'to') => (
    <DateField {...form.field(field)} label={t[field]} hint={t.format} today={today} pickLabel={t.pick} required />
  )
  return (
    <FormDialog {...{ form, onClose }} title={t.title} submitLabel={t.submit} failed={text.notSaved}>
      {dayInput('from')}
      {dayInput('to')}
      <TextInput {...form.text('nameFr')} label={t.nameFr} hint={t.nameHint} autoComplete="off" required />
      <TextInput {...form.text('nameEn')} label={t.nameEn} autoComplete="off" required />
      {change && <EffectChoice {...form.field('moves')} change={change} />}
    </FormDialog>
  )
}
