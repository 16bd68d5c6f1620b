import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { sentDay } from '#kit/web/typed-day.ts'
import { DateField } from '#kit/web/ui/date-field.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import { CapacityDays } from '../input.ts'
import { type Capacity, staffCapacityCalls } from '../staff-contract.ts'
import { staffCapacityText } from './staff-text.ts'
import { elementsOf } from './typed-elements.ts'

/** Adds an exception, for example when somebody is away or works longer. */
export function CapacityDaysDialog({ families, onClose }: Pick<Capacity, 'families'> & { onClose: () => void }) {
  const text = useText(staffCapacityText)
  const { form: t } = text
  const changed = useChanged()
  const today = useFormat().today()
  const day = {
    required: t.required,
    not_a_day: t.notADay,
    past: t.past,
    too_far: t.tooFar,
    too_many: t.tooMany,
    before_from: t.before,
    too_long: t.tooLong,
  }
  const number = { number_expected: t.number, out_of_range: t.number }
  const form = useForm({
    initial: { family: '', from: '', to: '', elements: '' },
    shape: CapacityDays,
    body: ({ family, from, to, elements }) => ({
      family: family || null,
      from: sentDay(from, today),
      to: sentDay(to || from, today),
      // An empty field would remove the exception.
      elements: elementsOf(elements) ?? Number.NaN,
    }),
    sentences: { from: day, to: day, elements: number },
    send: body => call(staffCapacityCalls.setDays, { body }).finally(() => void changed('closures')),
    done: () => {
      toast({ title: t.saved })
      onClose()
    },
  })
  return (
    <FormDialog
      {...{ form, onClose }}
      title={t.title}
      description={t.description}
      submitLabel={t.submit}
      failed={text.notSaved}
    >
      <Select
        {...form.field('family')}
        value={form.values.family}
        onChange={({ currentTarget }) => form.set({ family: currentTarget.value })}
        label={t.family}
        options={[{ value: '', label: text.all }, ...families.map(({ id, name }) => ({ value: id, label: name }))]}
      />
      <DateField {...form.field('from')} label={t.from} hint={t.format} today={today} pickLabel={t.pick} required />
      <DateField
        {...form.field('to')}
        label={t.to}
        mark={t.optional}
        hint={t.toHint}
        today={today}
        pickLabel={t.pick}
      />
      <TextInput
        {...form.text('elements')}
        label={t.elements}
        hint={t.elementsHint}
        inputMode="numeric"
        autoComplete="off"
        required
      />
    </FormDialog>
  )
}
