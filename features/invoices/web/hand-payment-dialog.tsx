import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { sentDay, writtenDay } from '#kit/web/typed-day.ts'
import { DateField } from '#kit/web/ui/date-field.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import { isLongAgo, PaymentByHand, paymentMeans } from '../billing-input.ts'
import { staffInvoiceCalls } from '../staff-contract.ts'
import { actsText, booksText } from './staff-text.ts'
import { sentCents, useAmountWords, writtenCents } from './use-amount-words.ts'

export type HandPaymentDialogProps = {
  practice: { id: string; name: string }
  /** What it is for; whatever is due, where it is for none. */
  piece?: { id: string; pieceCode: string; freeCents: number }
}

/** Money that came by another way than the portal's. */
export function HandPaymentDialog({ practice, piece, onClose }: HandPaymentDialogProps & { onClose: () => void }) {
  const words = useText(booksText)
  const t = useText(actsText).payment
  const format = useFormat()
  const today = format.today()
  const changed = useChanged()
  const amount = useAmountWords()
  const form = useForm({
    initial: {
      amountCents: piece ? writtenCents(piece.freeCents) : '',
      receivedOn: writtenDay(today),
      means: 'transfer' as (typeof paymentMeans)[number],
      payerReference: '',
      note: '',
    },
    shape: PaymentByHand,
    body: ({ amountCents, receivedOn, means, payerReference, note }) => ({
      practiceId: practice.id,
      invoiceIds: piece ? [piece.id] : [],
      amountCents: sentCents(amountCents),
      receivedOn: sentDay(receivedOn, today),
      means,
      payerReference,
      note,
    }),
    gaps: ({ receivedOn }) => {
      if (receivedOn > today) return [{ path: 'receivedOn', code: 'later' }]
      return isLongAgo(receivedOn, today) ? [{ path: 'receivedOn', code: 'long_ago' }] : []
    },
    sentences: {
      amountCents: amount,
      receivedOn: { required: t.dayMissing, not_a_day: t.notADay, later: t.later, long_ago: t.longAgo },
      payerReference: { too_long: words.tooLong },
      note: { too_long: words.tooLong },
    },
    send: (body, key) => call(staffInvoiceCalls.enterPayment, { body, key }).finally(() => void changed('invoices')),
    done: () => {
      toast({ title: t.done })
      onClose()
    },
  })
  return (
    <FormDialog
      {...{ form, onClose }}
      title={t.title}
      description={`${t.description(practice.name)}. ${piece ? t.forPiece(piece.pieceCode, format.money(piece.freeCents)) : t.forAll}`}
      submitLabel={t.submit}
      failed={words.actFailed}
      refusals={words.refusals}
    >
      <TextInput {...form.text('amountCents')} label={t.amount} inputMode="decimal" autoComplete="off" required />
      <DateField
        {...form.field('receivedOn')}
        label={t.receivedOn}
        hint={t.dayHint}
        today={today}
        pickLabel={t.pick}
        required
      />
      <Select
        name="means"
        label={t.means}
        value={form.values.means}
        onChange={({ currentTarget }) =>
          form.set({ means: paymentMeans.find(means => means === currentTarget.value) ?? 'other' })
        }
        options={paymentMeans.map(value => ({ value, label: words.meansOf[value] }))}
      />
      <TextInput
        {...form.text('payerReference')}
        label={t.reference}
        hint={t.referenceHint}
        mark={words.optional}
        autoComplete="off"
      />
      <TextInput {...form.text('note')} label={t.note} mark={words.optional} autoComplete="off" />
    </FormDialog>
  )
}
