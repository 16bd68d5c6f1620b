import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useText } from '#kit/web/text.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import { billingCalls, type CaseLine, type CaseToBill } from '../billing-contract.ts'
import { Price, vatCategories } from '../billing-input.ts'
import { actsText, booksText } from './staff-text.ts'
import { sentCents, useAmountWords } from './use-amount-words.ts'

export type PriceDialogProps = { one: CaseToBill; line: CaseLine }

export function PriceDialog({ one, line, onClose }: PriceDialogProps & { onClose: () => void }) {
  const t = useText(actsText).price
  const { actFailed, refusals } = useText(booksText)
  const changed = useChanged()
  const amount = useAmountWords()
  const form = useForm({
    initial: { unitPriceCents: '', vat: line.vat ?? '' },
    shape: Price,
    body: ({ unitPriceCents, vat }) => ({
      caseSequence: line.caseSequence,
      unitPriceCents: sentCents(unitPriceCents),
      vat,
    }),
    sentences: { unitPriceCents: amount, vat: { required: t.vatMissing } },
    send: price =>
      call(billingCalls.setPrices, { params: { id: one.id }, body: { prices: [price] } }).finally(
        () => void changed('invoices', 'orders'),
      ),
    done: () => {
      toast({ title: t.saved })
      onClose()
    },
  })
  return (
    <FormDialog
      {...{ form, onClose, refusals }}
      title={t.title}
      description={t.description(line.label, one.code)}
      submitLabel={t.submit}
      failed={actFailed}
    >
      <TextInput {...form.text('unitPriceCents')} label={t.unit} inputMode="decimal" autoComplete="off" required />
      <Select
        name="vat"
        label={t.vat}
        error={form.errorOf('vat')}
        value={form.values.vat}
        onChange={({ currentTarget }) =>
          form.set({ vat: vatCategories.find(vat => vat === currentTarget.value) ?? '' })
        }
        {...(line.vat ? {} : { placeholder: t.choose })}
        options={vatCategories.map(value => ({ value, label: t.vats[value] }))}
      />
    </FormDialog>
  )
}
