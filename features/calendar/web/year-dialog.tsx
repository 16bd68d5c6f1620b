import { useQueryClient } from '@tanstack/react-query'
import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import { YearToFill } from '../input.ts'
import { staffCalendarCalls } from '../staff-contract.ts'
import { EffectChoice, type Moving, sentMoves } from './effect-choice.tsx'
import { staffCalendarText } from './staff-text.ts'
import { wholeOf } from './typed-whole.ts'

/** Adds the public holidays of France in a year, after showing what was promised for them. */
export function YearDialog({ onClose }: { onClose: () => void }) {
  const text = useText(staffCalendarText)
  const { fill: t } = text
  const client = useQueryClient()
  const changed = useChanged()
  const thisYear = Number(useFormat().today().slice(0, 4))
  const changeOf = (typed: string) => {
    const year = wholeOf(typed)
    return year >= 2020 && year <= 2100 ? ({ what: 'year', year } as const) : undefined
  }
  const form = useForm({
    initial: { year: String(thisYear + 1), moves: '' as Moving },
    shape: YearToFill,
    body: ({ year, moves }) => ({ year: wholeOf(year), ...sentMoves(client, changeOf(year), moves) }),
    sentences: {
      year: { required: text.required, number_expected: t.yearWrong, out_of_range: t.yearWrong },
      moves: { required: text.effect.missing },
    },
    send: (body, key) => call(staffCalendarCalls.fill, { body, key }).finally(() => void changed('closures')),
    done: ({ data }) => {
      toast({ title: t.saved(form.values.year), description: data.moved > 0 ? text.moved(data.moved) : undefined })
      onClose()
    },
  })
  const change = changeOf(form.values.year)
  return (
    <FormDialog
      {...{ form, onClose }}
      title={t.title}
      description={t.description}
      submitLabel={t.submit}
      failed={text.notSaved}
    >
      <TextInput {...form.text('year')} label={t.year} inputMode="numeric" autoComplete="off" required />
      {change && <EffectChoice {...form.field('moves')} change={change} />}
    </FormDialog>
  )
}
