import { useState } from 'react'
import { useChanged } from '#features/live/web/use-changed.ts'
import { useAwaitedTransfers } from '#features/payments/web/use-awaited-transfers.ts'
import { Problem } from '#kit/problem.ts'
import { writtenCents } from '#kit/typed-amount.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useFormat } from '#kit/web/format.tsx'
import { useLanguage, useText } from '#kit/web/text.tsx'
import { sentDay, writtenDay } from '#kit/web/typed-day.ts'
import { Choices } from '#kit/web/ui/choices.tsx'
import { DateField } from '#kit/web/ui/date-field.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import { isLongAgo, PaymentByHand, paymentMeans } from '../billing-input.ts'
import { staffInvoiceCalls } from '../staff-contract.ts'
import { actsText, booksText } from './staff-text.ts'
import { sentCents, useAmountWords } from './use-amount-words.ts'

export type HandPaymentDialogProps = {
  practice: { id: string; name: string }
  /** What it pays; without it, whatever is due. */
  piece?: { id: string; pieceCode: string; freeCents: number }
  /** The announced transfer that has come. */
  transferId?: string
}

type Entered = { amountCents: unknown; receivedOn: unknown; means: string; payerReference: string }

/** The fields by which a payment counts as entered before: changing one withdraws the confirmation that it is another. */
const likenessOf = ({ amountCents, receivedOn, means, payerReference }: Entered) =>
  JSON.stringify([amountCents, receivedOn, means, payerReference.trim()])
const isAlike = (error: unknown) =>
  error instanceof Problem && ['entered_alike', 'recorded_from_file', 'told_alike'].includes(error.code)

/**
 * Enters money that came outside the portal; announced transfers are offered first, since they would otherwise stay
 * announced.
 */
export function HandPaymentDialog({
  practice,
  piece,
  transferId,
  onClose,
}: HandPaymentDialogProps & { onClose: () => void }) {
  const words = useText(booksText)
  const language = useLanguage()
  const t = useText(actsText).payment
  const format = useFormat()
  const today = format.today()
  const changed = useChanged()
  const amount = useAmountWords()
  const announced = useAwaitedTransfers(practice.id)
  const isFor = ({ invoices }: { invoices: readonly { id: string }[] }) => invoices.some(({ id }) => id === piece?.id)
  // Those for this piece first, otherwise in the order of announcement.
  const transfers = (announced.data ?? []).toSorted((one, other) => Number(isFor(other)) - Number(isFor(one)))
  const first = transferId ? transfers.find(({ id }) => id === transferId) : transfers[0]
  const proposed = first && (!piece || isFor(first)) ? first : undefined
  // A piece that is completely on its way cannot be paid otherwise.
  const other = piece && piece.freeCents > 0 ? piece : undefined
  const otherAmount = other ? writtenCents(other.freeCents, language) : ''
  const [entered, setEntered] = useState<string>()
  const sent = <T extends { amountCents: string; receivedOn: string }>(typed: T) => ({
    ...typed,
    amountCents: sentCents(typed.amountCents),
    receivedOn: sentDay(typed.receivedOn, today),
  })
  const form = useForm({
    initial: {
      transferId: proposed?.id ?? '',
      amountCents: proposed ? writtenCents(proposed.amountCents, language) : otherAmount,
      receivedOn: writtenDay(today),
      means: 'transfer' as (typeof paymentMeans)[number],
      payerReference: '',
      note: '',
    },
    shape: PaymentByHand,
    body: ({ transferId, note, ...typed }) => ({
      practiceId: practice.id,
      ...(transferId ? { transferId, invoiceIds: [] } : { invoiceIds: other ? [other.id] : [] }),
      ...sent(typed),
      note,
      isAnother: entered === likenessOf(sent(typed)),
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
    send: (body, key) =>
      call(staffInvoiceCalls.enterPayment, { body, key })
        .catch(error => {
          if (isAlike(error)) setEntered(likenessOf(body))
          throw error
        })
        .finally(() => void changed('invoices')),
    done: () => {
      toast({ title: t.done })
      onClose()
    },
  })
  function choose(transferId: string) {
    const chosen = transfers.find(({ id }) => id === transferId)
    form.set({ transferId, amountCents: chosen ? writtenCents(chosen.amountCents, language) : otherAmount })
  }
  const what = form.values.transferId
    ? t.forAnnounced
    : other
      ? t.forPiece(other.pieceCode, format.money(other.freeCents))
      : t.forAll
  const isAnother = entered === likenessOf(sent(form.values))
  return (
    <FormDialog
      // Pending until the announced transfers are known.
      form={{ ...form, isPending: form.isPending || announced.isPending }}
      onClose={onClose}
      title={t.title}
      description={`${t.description(practice.name)}. ${what}`}
      submitLabel={isAnother ? t.anyway : t.submit}
      failed={words.actFailed}
      refusals={words.refusals}
    >
      {transfers.length > 0 && (
        <Choices
          name="transferId"
          label={t.which}
          value={form.values.transferId}
          onChange={choose}
          options={[
            ...transfers.map(({ id, reference, amountCents, announcedAt, invoices }) => ({
              value: id,
              label: t.announced(format.money(amountCents)),
              detail: t.announcedDetail(
                format.dayTime(announcedAt),
                invoices.map(({ pieceCode }) => pieceCode).join(', '),
                reference,
              ),
            })),
            { value: '', label: t.other, detail: t.otherDetail },
          ]}
        />
      )}
      <TextInput {...form.text('amountCents')} label={t.amount} inputMode="decimal" autoComplete="off" required />
      <DateField
        {...form.field('receivedOn')}
        label={t.receivedOn}
        hint={t.dayHint}
        today={today}
        pickLabel={t.pick}
        required
      />
      {!form.values.transferId && (
        <Select
          name="means"
          label={t.means}
          value={form.values.means}
          onChange={({ currentTarget }) =>
            form.set({ means: paymentMeans.find(means => means === currentTarget.value) ?? 'other' })
          }
          options={paymentMeans.map(value => ({ value, label: words.meansOf[value] }))}
        />
      )}
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
