import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { CallButton } from '#features/brand/web/call-button.tsx'
import { useChanged } from '#features/live/web/use-changed.ts'
import type { Reply } from '#kit/contract.ts'
import { typedCents } from '#kit/typed-amount.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useFormat } from '#kit/web/format.tsx'
import { kitText } from '#kit/web/kit-text.ts'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { Choices } from '#kit/web/ui/choices.tsx'
import { DescriptionList } from '#kit/web/ui/description-list.tsx'
import { Dialog } from '#kit/web/ui/dialog.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import { type PaymentMode, paymentCalls } from '../contract.ts'
import { NewPayment } from '../input.ts'
import { leastPayableCents } from '../rules.ts'
import { CreditOffer } from './credit-offer.tsx'
import { goOnTo } from './going.ts'
import { grouped } from './grouped.ts'
import { paymentModes } from './queries.ts'
import { paymentsText } from './text.ts'

/** `dueCents` excludes what is already on its way. */
export type Payable = { id: string; pieceCode: string; dueCents: number }
export type PaymentDialogProps = { invoices: readonly Payable[] }

/** Pays one or several invoices, fully or in part, by transfer or card. */
export function PaymentDialog({ invoices, onClose }: PaymentDialogProps & { onClose: () => void }) {
  const t = useText(paymentsText).dialog
  const { common } = useText(kitText)
  const modes = useQuery(paymentModes)
  const offered = modes.data && (['card', 'transfer'] as const).filter(mode => modes.data[mode])
  const title = t.title(invoices.length, invoices[0]?.pieceCode ?? '')
  if (modes.data && offered && offered.length > 0)
    return <Pay {...{ invoices, onClose, title, offered }} modes={modes.data} />
  return (
    <Dialog open onClose={onClose} title={title} closeLabel={common.close}>
      {modes.error && <QueryFailure title={t.modesFailed} query={modes} />}
      {offered && (
        <Notice>
          <p>{t.nothingOffered}</p>
          <CallButton />
        </Notice>
      )}
    </Dialog>
  )
}

const intoField = (field: HTMLInputElement | null) => field?.focus()

type PayProps = PaymentDialogProps & {
  onClose: () => void
  title: string
  offered: readonly PaymentMode[]
  modes: Reply<typeof paymentCalls.modes>['data']
}

function Pay({ invoices: asked, onClose, title, offered, modes: { account, isTest } }: PayProps) {
  const words = useText(paymentsText)
  const t = words.dialog
  const format = useFormat()
  const changed = useChanged()
  const navigate = useNavigate()
  const { common } = useText(kitText)
  const [invoices, setInvoices] = useState<readonly { id: string; dueCents: number }[]>(asked)
  const [spentCents, setSpent] = useState(0)
  /** With a mouse or a finger. Keys that pass over the choices stay there, with the field next by Tab. */
  const [isPointed, setPointed] = useState(false)
  const dueCents = invoices.reduce((sum, invoice) => sum + invoice.dueCents, 0)
  const due = format.money(dueCents)
  const initial: { mode: PaymentMode; part: 'whole' | 'partly'; amountCents: string } = {
    mode: offered[0] ?? 'transfer',
    part: 'whole',
    amountCents: '',
  }
  const form = useForm({
    initial,
    shape: NewPayment,
    body: ({ mode, part, amountCents }) => ({
      invoiceIds: invoices.map(({ id }) => id),
      mode,
      amountCents: part === 'whole' ? dueCents : typedCents(amountCents),
    }),
    gaps: ({ amountCents }) => (amountCents > dueCents ? [{ path: 'amountCents', code: 'amount_above_due' }] : []),
    sentences: {
      amountCents: {
        required: t.faults.missing,
        amount_too_small: t.faults.amount_too_small,
        amount_above_due: t.faults.amount_above_due(due),
      },
    },
    // Also after a refusal, so that the screen behind it shows why.
    send: async (body, key) =>
      (await call(paymentCalls.begin, { body, key }).finally(() => void changed('invoices'))).data,
    done: ({ id, mode }) => {
      if (mode === 'card') goOnTo(id)
      onClose()
      void navigate({ to: '/invoices/payments/$id', params: { id } })
    },
    // Mode and part are one press each; a typed amount is worth asking about.
    asksBeforeLeaving: ({ part, amountCents }) => part === 'partly' && amountCents !== '',
  })
  const { mode, part, amountCents } = form.values
  const leftCents = dueCents - (typedCents(amountCents) ?? 0)
  function spent({ spentCents: cents, left }: { spentCents: number; left: typeof invoices }) {
    toast({ title: words.credit.done(format.money(-cents)) })
    setSpent(spentCents + cents)
    if (left.length > 0) setInvoices(left)
    else onClose()
  }
  if (dueCents < leastPayableCents)
    return (
      <Dialog open onClose={onClose} title={title} closeLabel={common.close}>
        <DescriptionList items={[{ term: t.due, detail: due }]} />
        <Notice>
          <p>{words.choice.tooLittle}</p>
          <CallButton />
        </Notice>
      </Dialog>
    )
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={title}
      submitLabel={t.submit[mode]}
      failed={t.failed}
      refusals={words.refusals}
    >
      <DescriptionList
        items={[
          ...(spentCents > 0 ? [{ term: words.credit.spent, detail: format.money(-spentCents) }] : []),
          { term: t.due, detail: due },
        ]}
      />
      <CreditOffer invoiceIds={invoices.map(({ id }) => id)} onSpent={spent} />
      <Choices
        {...form.field('mode')}
        label={t.mode}
        options={offered.map(value => ({
          value,
          label: t.modes[value],
          detail: value === 'card' && isTest ? t.test : t.details[value],
        }))}
      />
      {mode === 'transfer' && account && (
        <>
          <DescriptionList
            items={[
              { term: t.iban, detail: grouped(account.iban) },
              ...(account.bic ? [{ term: t.bic, detail: account.bic }] : []),
            ]}
          />
          <p>{t.afterAnnouncing(invoices.length)}</p>
        </>
      )}
      <Choices
        {...form.field('part')}
        onChange={chosen => {
          form.set({ part: chosen })
          setPointed(!document.activeElement?.matches(':focus-visible'))
        }}
        error={part === 'whole' ? form.errorOf('amountCents') : undefined}
        label={t.part}
        options={[
          { value: 'whole', label: t.whole, detail: due },
          { value: 'partly', label: t.partly },
        ]}
      />
      {part === 'partly' && (
        <TextInput
          {...form.text('amountCents')}
          ref={isPointed ? intoField : undefined}
          label={t.amount}
          hint={
            leftCents > 0 && leftCents < leastPayableCents
              ? t.tooLittleLeft(format.money(leftCents))
              : t.amountHint(due, invoices.length)
          }
          inputMode="decimal"
          autoComplete="off"
          required
        />
      )}
    </FormDialog>
  )
}
