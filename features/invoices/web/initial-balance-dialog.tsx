import { useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useVersionedForm } from '#kit/web/use-versioned-form.tsx'
import { CorrectedBalance } from '../billing-input.ts'
import { staffInvoiceCalls } from '../staff-contract.ts'
import { practiceToBill } from './staff-queries.ts'
import { actsText, booksText } from './staff-text.ts'
import { sentCents, useAmountWords } from './use-amount-words.ts'

export type InitialBalanceDialogProps = { practice: { id: string; name: string; initialBalanceCents: number | null } }

/** `seenCents`: null if nothing has been entered yet, and then the amount must not be zero. */
const { seenCents, ...said } = CorrectedBalance.entries
const Shape = v.strictObject({ ...said, seenCents: v.nullable(seenCents) })

export function InitialBalanceDialog({ practice, onClose }: InitialBalanceDialogProps & { onClose: () => void }) {
  const words = useText(booksText)
  const t = useText(actsText).balance
  const changed = useChanged()
  const amount = useAmountWords()
  const format = useFormat()
  // Kept current, so that a colleague's concurrent correction is refused, not counted twice.
  const { initialBalanceCents } = useQuery(practiceToBill(practice.id)).data ?? practice
  const form = useVersionedForm({
    initial: { amountCents: '', reason: '', seenCents: initialBalanceCents },
    version: initialBalanceCents,
    isOfOtherThings: true,
    // One shape, since a union would not tell which field is wrong.
    shape: Shape,
    gaps: ({ amountCents, seenCents }) =>
      seenCents === null && amountCents === 0 ? [{ path: 'amountCents', code: 'zero' }] : [],
    body: ({ amountCents, reason, seenCents }) => ({
      practiceId: practice.id,
      amountCents: sentCents(amountCents),
      reason,
      seenCents,
    }),
    sentences: {
      amountCents: { ...amount, zero: t.zero, too_small: words.amountLarge },
      reason: { too_long: words.tooLong },
    },
    send: ({ seenCents, ...body }, key) =>
      (seenCents === null
        ? call(staffInvoiceCalls.enterInitialBalance, { body, key })
        : call(staffInvoiceCalls.correctInitialBalance, { body: { ...body, seenCents }, key })
      ).finally(() => void changed('invoices')),
    done: () => {
      toast({ title: form.version === null ? t.done : t.corrected })
      onClose()
    },
  })
  const seen = form.version
  return (
    <FormDialog
      {...{ form, onClose }}
      title={seen === null ? t.title : t.correctTitle}
      description={seen === null ? t.description(practice.name) : t.correctDescription(format.money(seen))}
      submitLabel={t.submit}
      failed={words.actFailed}
      refusals={{ ...words.refusals, changed_meanwhile: t.changedMeanwhile }}
    >
      <TextInput {...form.text('amountCents')} label={t.amount} autoComplete="off" required />
      <TextInput {...form.text('reason')} label={t.reason} mark={words.optional} autoComplete="off" />
    </FormDialog>
  )
}
