import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useLanguage, useText } from '#kit/web/text.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useVersionedForm } from '#kit/web/use-versioned-form.tsx'
import { NewSupply } from '../input.ts'
import { type StaffSupply, supplyListCalls } from '../staff-contract.ts'
import { supplySettingsText } from './settings-text.ts'

/** "10, 20 50" */
const numbersOf = (typed: string): number[] =>
  typed
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map(word => (/^\d{1,6}$/.test(word) ? Number(word) : Number.NaN))

type SupplyDialogProps = { supply: StaffSupply | undefined; onClose: () => void }

/** A supply that practices can request; without `supply`, a new one. */
export function SupplyDialog({ supply, onClose }: SupplyDialogProps) {
  const { form: t } = useText(supplySettingsText)
  const language = useLanguage()
  const changed = useChanged()
  const words = { required: t.required, too_long: t.tooLong }
  const wrong = { out_of_range: t.optionsWrong, repeated: t.optionsWrong, too_many: t.optionsWrong }
  const form = useVersionedForm({
    version: supply?.version,
    initial: {
      labelFr: supply?.labelFr ?? '',
      labelEn: supply?.labelEn ?? '',
      options: supply?.options.join(', ') ?? '',
    },
    shape: NewSupply,
    body: ({ options, ...labels }) => ({ ...labels, options: numbersOf(options) }),
    sentences: { labelFr: words, labelEn: words, options: wrong },
    send: (body, key, version): Promise<unknown> =>
      (supply
        ? call(supplyListCalls.change, {
            params: { name: supply.name },
            body: { ...body, isRetired: supply.isRetired, version: version ?? supply.version },
          })
        : call(supplyListCalls.add, { body, key })
      ).finally(() => void changed('supplies')),
    done: () => {
      toast({ title: t.saved(language === 'fr' ? form.values.labelFr : form.values.labelEn) })
      onClose()
    },
  })
  const title = supply ? t.title(language === 'fr' ? supply.labelFr : supply.labelEn) : t.newTitle
  return (
    <FormDialog {...{ form, onClose, title }} submitLabel={t.submit} failed={t.failed}>
      <TextInput {...form.text('labelFr')} label={t.labelFr} autoComplete="off" required />
      <TextInput {...form.text('labelEn')} label={t.labelEn} autoComplete="off" required />
      <TextInput
        {...form.text('options')}
        label={t.options}
        mark={t.optional}
        hint={t.optionsHint}
        autoComplete="off"
      />
    </FormDialog>
  )
}
