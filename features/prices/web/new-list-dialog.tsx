import { useNavigate } from '@tanstack/react-router'
import { useChanged } from '#features/live/web/use-changed.ts'
import { typedCents } from '#kit/typed-amount.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useText } from '#kit/web/text.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import { type PriceList, priceCalls } from '../contract.ts'
import { NewPriceList } from '../input.ts'
import { pricesText } from './staff-text.ts'

type NewListDialogProps = { lists: readonly Pick<PriceList, 'id' | 'name'>[]; basedOn?: string; onClose: () => void }

/** Parses "-10" or "3,5 %" to hundredths of a per cent. */
const changeOf = (typed: string) => (typed.trim() === '' ? 0 : (typedCents(typed.replace('%', '')) ?? Number.NaN))

export function NewListDialog({ lists, basedOn, onClose }: NewListDialogProps) {
  const { form: t, fields } = useText(pricesText)
  const changed = useChanged()
  const navigate = useNavigate()
  const form = useForm({
    initial: { name: '', basedOn: basedOn ?? '', change: '' },
    shape: NewPriceList,
    body: ({ name, basedOn, change }) => ({ name, basedOn: basedOn || null, change: changeOf(change) }),
    sentences: {
      name: fields,
      basedOn: { not_listed: t.gone },
      change: { number_expected: t.changeWrong, out_of_range: t.changeWrong },
    },
    send: (body, key) => call(priceCalls.add, { body, key }).finally(() => void changed('catalogue')),
    done: ({ data }) => {
      toast({ title: t.added(form.values.name) })
      onClose()
      void navigate({ to: '/staff/settings/prices/$id', params: { id: data.id } })
    },
  })
  return (
    <FormDialog
      {...{ form, onClose }}
      title={t.newTitle}
      description={t.newDescription}
      submitLabel={t.create}
      failed={t.failed}
      refusals={t.refusals}
    >
      <TextInput {...form.text('name')} label={t.name} hint={t.nameHint} autoComplete="off" required />
      <Select
        name="basedOn"
        label={t.basedOn}
        error={form.errorOf('basedOn')}
        value={form.values.basedOn}
        onChange={({ currentTarget }) => form.set({ basedOn: currentTarget.value })}
        options={[{ value: '', label: t.catalogue }, ...lists.map(({ id, name }) => ({ value: id, label: name }))]}
      />
      <TextInput {...form.text('change')} label={t.change} mark={t.optional} hint={t.changeHint} autoComplete="off" />
    </FormDialog>
  )
}
