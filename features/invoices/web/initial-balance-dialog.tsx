import { useState } from 'react'
import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import { CorrectedBalance, InitialBalance } from '../billing-input.ts'
import { staffInvoiceCalls } from '../staff-contract.ts'
import { actsText, booksText } from './staff-text.ts'
import { sentCents, useAmountWords } from './use-amount-words.ts'

export type InitialBalanceDialogProps = { practice: { id: string; name: string; initialBalanceCents: number | null } }

export function InitialBalanceDialog({ practice, onClose }: InitialBalanceDialogProps & { onClose: () => void }) {
  const words = useText(booksText)
  const t = useText(actsText).balance
  const changed = useChanged()
  const amount = useAmountWords()
  const format = useFormat()
  // As it was when the dialog opened: what somebody else corrects meanwhile is refused, not counted twice.
  const [seenCents] = useState(practice.initialBalanceCents)
  const form = useForm({
    initial: { amountCents: '', reason: '' },
    // Of a union nobody could say which field is wrong.
    shape: seenCents === null ? InitialBalance : CorrectedBalance,
    body: ({ amountCents, reason }) => ({
      practiceId: practice.id,
      amountCents: sentCents(amountCents),
      reason,
      ...(seenCents !== null && { seenCents }),
    }),
    sentences: {
      amountCents: { ...amount, zero: t.zero, too_small: words.amountLarge },
      reason: { too_long: words.tooLong },
    },
    send: (body, key) =>
      ('seenCents' in body
        ? call(staffInvoiceCalls.correctInitialBalance, { body, key })
        : call(staffInvoiceCalls.enterInitialBalance, { body, key })
      ).finally(() => void changed('invoices')),
    done: () => {
      toast({ title: seenCents === null ? t.done : t.corrected })
      onClose()
    },
  })
  return (
    <FormDialog
      {...{ form, onClose }}
      title={seenCents === null ? t.title : t.correctTitle}
      description={seenCents === null ? t.description(practice.name) : t.correctDescription(format.money(seenCents))}
      submitLabel={t.submit}
      failed={words.actFailed}
      refusals={{ ...words.refusals, changed_meanwhile: t.changedMeanwhile }}
    >
      <TextInput {...form.text('amountCents')} label={t.amount} autoComplete="off" required />
      <TextInput {...form.text('reason')} label={t.reason} mark={words.optional} autoComplete="off" />
    </FormDialog>
  )
}
