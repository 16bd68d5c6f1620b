import { useState } from 'react'
import { useChanged } from '#features/live/web/use-changed.ts'
import { staffPaymentCalls } from '#features/payments/contract.ts'
import { Refund } from '#features/payments/input.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import type { StaffInvoice } from '../staff-contract.ts'
import { actsText, booksText } from './staff-text.ts'
import { sentCents, useAmountWords, writtenCents } from './use-amount-words.ts'

/** Money that goes back to the card, or has gone back by another way. */
export function RefundDialog({ piece: { payment }, onClose }: { piece: StaffInvoice; onClose: () => void }) {
  const words = useText(booksText)
  const t = useText(actsText).refund
  const format = useFormat()
  const changed = useChanged()
  const amount = useAmountWords()
  const [key] = useState(() => crypto.randomUUID())
  const [seenCents] = useState(payment?.refundedCents ?? 0)
  const leftCents = (payment?.amountCents ?? 0) - seenCents
  const way = payment?.mode === 'card' ? 'card' : 'byHand'
  const form = useForm({
    initial: { amountCents: writtenCents(leftCents) },
    shape: Refund,
    body: ({ amountCents }) => ({ amountCents: sentCents(amountCents), key, seenCents }),
    gaps: ({ amountCents }) => (amountCents > leftCents ? [{ path: 'amountCents', code: 'above' }] : []),
    sentences: { amountCents: { ...amount, above: t.left(format.money(leftCents)) } },
    send: body =>
      call(staffPaymentCalls.refund, { params: { id: payment?.id ?? '' }, body }).finally(
        () => void changed('invoices'),
      ),
    done: () => {
      toast({ title: t.done })
      onClose()
    },
  })
  return (
    <FormDialog
      {...{ form, onClose }}
      title={t.title}
      description={t[way]}
      submitLabel={t.submit[way]}
      failed={words.actFailed}
      refusals={words.refusals}
    >
      <TextInput
        {...form.text('amountCents')}
        label={t.amount}
        hint={t.left(format.money(leftCents))}
        inputMode="decimal"
        autoComplete="off"
        required
      />
    </FormDialog>
  )
}
