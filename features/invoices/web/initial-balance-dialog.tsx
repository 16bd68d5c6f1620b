import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useText } from '#kit/web/text.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import { InitialBalance } from '../billing-input.ts'
import { staffInvoiceCalls } from '../staff-contract.ts'
import { actsText, booksText } from './staff-text.ts'
import { sentCents, useAmountWords } from './use-amount-words.ts'

export type InitialBalanceDialogProps = { practice: { id: string; name: string } }

export function InitialBalanceDialog({ practice, onClose }: InitialBalanceDialogProps & { onClose: () => void }) {
  const words = useText(booksText)
  const t = useText(actsText).balance
  const changed = useChanged()
  const amount = useAmountWords()
  const form = useForm({
    initial: { amountCents: '', reason: '' },
    shape: InitialBalance,
    body: ({ amountCents, reason }) => ({ practiceId: practice.id, amountCents: sentCents(amountCents), reason }),
    sentences: {
      amountCents: { ...amount, zero: t.zero, too_small: words.amountLarge },
      reason: { too_long: words.tooLong },
    },
    send: (body, key) =>
      call(staffInvoiceCalls.enterInitialBalance, { body, key }).finally(() => void changed('invoices')),
    done: () => {
      toast({ title: t.done })
      onClose()
    },
  })
  return (
    <FormDialog
      {...{ form, onClose }}
      title={t.title}
      description={t.description(practice.name)}
      submitLabel={t.submit}
      failed={words.actFailed}
      refusals={words.refusals}
    >
      <TextInput {...form.text('amountCents')} label={t.amount} autoComplete="off" required />
      <TextInput {...form.text('reason')} label={t.reason} mark={words.optional} autoComplete="off" />
    </FormDialog>
  )
}
