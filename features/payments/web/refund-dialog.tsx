import { useState } from 'react'
import { sentCents, useAmountWords } from '#features/invoices/web/use-amount-words.ts'
import { useChanged } from '#features/live/web/use-changed.ts'
import { writtenCents } from '#kit/typed-amount.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useFormat } from '#kit/web/format.tsx'
import { useLanguage, useText } from '#kit/web/text.tsx'
import { Choices } from '#kit/web/ui/choices.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import { staffPaymentCalls } from '../contract.ts'
import { TakenBack } from '../input.ts'
import { type PaymentReturn, paymentReturns } from '../rules.ts'
import { staffPaymentsText } from './staff-text.ts'

export type RefundDialogProps = {
  payment: { id: string; mode: 'card' | 'transfer' | 'manual'; amountCents: number; refundedCents: number }
  /** Numbers of the invoices it pays, last first: the order in which they are taken back. */
  pays?: readonly string[]
  /** The part that pays nothing yet: it is returned before anything becomes due again. */
  openCents?: number
}

/** Further numbers would tell no more. */
const mostNamed = 5

/** Records money returned to the card, returned another way, or never received. */
export function RefundDialog({
  payment,
  pays = [],
  openCents = 0,
  onClose,
}: RefundDialogProps & { onClose: () => void }) {
  const language = useLanguage()
  const t = useText(staffPaymentsText).refund
  const format = useFormat()
  const changed = useChanged()
  const amount = useAmountWords()
  const [seenCents] = useState(payment.refundedCents)
  const leftCents = payment.amountCents - seenCents
  const way = payment.mode === 'card' ? 'card' : 'byHand'
  const form = useForm({
    // No default: the person must say what happened.
    initial: {
      amountCents: writtenCents(leftCents, language),
      as: (way === 'card' ? 'refund' : '') as PaymentReturn | '',
    },
    shape: TakenBack,
    body: ({ amountCents, as }) => ({ amountCents: sentCents(amountCents), as, seenCents }),
    gaps: ({ amountCents }) => (amountCents > leftCents ? [{ path: 'amountCents', code: 'above' }] : []),
    sentences: { as: { required: t.whyMissing }, amountCents: { ...amount, above: t.left(format.money(leftCents)) } },
    // Edited after a lost answer, it is another intent and gets another key.
    send: (body, key) =>
      call(staffPaymentCalls.refund, { params: { id: payment.id }, body: { ...body, key } }).finally(
        () => void changed('invoices'),
      ),
    done: () => {
      toast({ title: t.done[form.values.as || 'refund'] })
      onClose()
    },
  })
  const cents = sentCents(form.values.amountCents) || 0
  const codes = [...pays.slice(0, mostNamed), ...(pays.length > mostNamed ? ['…'] : [])].join(', ')
  return (
    <FormDialog
      {...{ form, onClose }}
      title={t.title[way]}
      description={way === 'card' ? t.card : cents > openCents ? t.byHand(codes) : t.nothingDue}
      submitLabel={way === 'card' ? t.submit.card : t.submit.byHand(cents > 0 ? format.money(cents) : '')}
      cancelLabel={t.keep}
      failed={t.failed}
      refusals={{ not_refundable: t.notRefundable[way], card_gives_back: t.card }}
    >
      {way === 'byHand' && (
        <Choices
          {...form.field('as')}
          label={t.why}
          options={paymentReturns.map(value => ({ value, label: t.as[value], detail: t.details[value] }))}
        />
      )}
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
