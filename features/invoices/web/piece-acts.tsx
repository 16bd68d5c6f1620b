import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useChanged } from '#features/live/web/use-changed.ts'
import type { RefundDialogProps } from '#features/payments/web/refund-dialog.tsx'
import { staffPaymentsText } from '#features/payments/web/staff-text.ts'
import { call } from '#kit/web/call.ts'
import { useFormat } from '#kit/web/format.tsx'
import { kitText } from '#kit/web/kit-text.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { loadText, useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { ConfirmDialog } from '#kit/web/ui/confirm-dialog.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { useLateDialog } from '#kit/web/use-late-dialog.tsx'
import { smallestReminded } from '../reminder-pace.ts'
import { type StaffInvoice, staffInvoiceCalls } from '../staff-contract.ts'
import type { AnswerDialogProps } from './answer-dialog.tsx'
import type { HandPaymentDialogProps } from './hand-payment-dialog.tsx'
import { PieceDocument } from './piece-document.tsx'
import { actsOf } from './piece-rules.ts'
import { billingSettings } from './staff-queries.ts'
import { booksText, piecesText } from './staff-text.ts'
import { withActs } from './with-acts.ts'

type OfPiece = { piece: StaffInvoice }
const loadAnswer = () => withActs(import('./answer-dialog.tsx')).then(module => module.AnswerDialog)
const loadCredit = () => withActs(import('./credit-dialog.tsx')).then(module => module.CreditDialog)
const loadPayment = () => withActs(import('./hand-payment-dialog.tsx')).then(module => module.HandPaymentDialog)
const loadRefund = async () => {
  const [{ RefundDialog }] = await Promise.all([
    import('#features/payments/web/refund-dialog.tsx'),
    loadText(staffPaymentsText),
  ])
  return RefundDialog
}
const loadSetAgainst = () => withActs(import('./set-against-dialog.tsx')).then(module => module.SetAgainstDialog)

/** The last one paid comes first. */
function paidBy({ settlements }: StaffInvoice): string[] {
  const paid = Map.groupBy(settlements.toReversed(), ({ piece }) => piece.pieceCode)
  return [...paid].flatMap(([code, all]) => {
    const isPaid = all[0]?.piece.type !== 'paiement' && all.reduce((sum, { cents }) => sum + cents, 0) > 0
    return isPaid ? [code] : []
  })
}

/** The actions on a piece in its present state; the server checks again. */
export function PieceActs({ piece }: OfPiece) {
  const t = useText(piecesText).piece
  const { refusals, actFailed } = useText(booksText)
  const { common } = useText(kitText)
  const sentence = useProblemText()
  const changed = useChanged()
  const navigate = useNavigate()
  const settings = useQuery(billingSettings)
  const { money, day, today } = useFormat()
  const acts = actsOf(piece, settings.data?.asksApproval ?? true, today())
  const [asking, setAsking] = useState<'confirm' | 'withdraw' | 'remind'>()
  const answer = useLateDialog<AnswerDialogProps>(loadAnswer)
  const credit = useLateDialog<OfPiece>(loadCredit)
  const payment = useLateDialog<HandPaymentDialogProps>(loadPayment)
  const refund = useLateDialog<RefundDialogProps>(loadRefund)
  const against = useLateDialog<OfPiece>(loadSetAgainst)
  const params = { id: piece.id }
  const asked = piece.dueCents - piece.pendingCents
  const { run, isPending, error } = useAttempt(async (work: () => Promise<void>) => {
    await work().finally(() => void changed('invoices', 'orders'))
    setAsking(undefined)
  })
  const decide = (decision: 'withdraw' | 'release', done: string) =>
    run(async () => {
      await call(staffInvoiceCalls.decide, { params, body: { decision } })
      toast({ title: done })
    })
  const confirm = () =>
    run(async () => {
      const { pathname } = location
      const { data } = await call(staffInvoiceCalls.confirm, { params, body: {} })
      toast({ title: t.confirmed })
      const [id] = data.ids
      // A user who has left the page meanwhile is not redirected.
      if (id && location.pathname === pathname) void navigate({ to: '/staff/invoices/$id', params: { id } })
    })
  const remind = () =>
    run(async () => {
      const { data } = await call(staffInvoiceCalls.remind, { params, body: {} })
      toast({ title: t.reminded(data.readers) })
    })
  const late = (dialog: { prepare: () => void }) => ({ onPointerEnter: dialog.prepare, onFocus: dialog.prepare })
  return (
    <>
      {acts.confirm && (
        <Button variant="primary" onClick={() => setAsking('confirm')}>
          {t.confirm}
        </Button>
      )}
      {acts.submit && (
        <Button variant="primary" {...late(answer)} onClick={() => answer.open({ piece })}>
          {t.answer}
        </Button>
      )}
      {acts.release && (
        <Button variant="primary" pending={isPending} onClick={() => void decide('release', t.released)}>
          {t.release}
        </Button>
      )}
      {acts.pay && (
        <Button
          {...late(payment)}
          onClick={() =>
            payment.open({
              practice: piece.practice,
              piece: { ...piece, freeCents: piece.dueCents - piece.pendingCents },
            })
          }
        >
          {t.pay}
        </Button>
      )}
      {acts.remind && <Button onClick={() => setAsking('remind')}>{t.remind}</Button>}
      {acts.setAgainst && (
        <Button {...late(against)} onClick={() => against.open({ piece })}>
          {t.setAgainst}
        </Button>
      )}
      {acts.credit && (
        <Button {...late(credit)} onClick={() => credit.open({ piece })}>
          {t.credit}
        </Button>
      )}
      {acts.refund && (
        <Button
          {...late(refund)}
          onClick={() =>
            piece.payment &&
            refund.open({ payment: piece.payment, pays: paidBy(piece), openCents: Math.max(0, -piece.dueCents) })
          }
        >
          {piece.payment?.mode === 'card' ? t.refund : t.takeBack}
        </Button>
      )}
      <PieceDocument piece={piece} />
      {acts.withdraw && <Button onClick={() => setAsking('withdraw')}>{t.withdraw}</Button>}
      {error !== undefined && !asking && (
        <Notice tone="late" live title={actFailed}>
          {sentence(error, refusals)}
        </Notice>
      )}
      <ConfirmDialog
        open={asking !== undefined}
        {...(asking === 'confirm'
          ? {
              title: t.confirmTitle(piece.pieceCode),
              description: t.confirmDescription(piece.practice.name, money(piece.amountCents)),
              confirmLabel: t.confirm,
              tone: 'primary' as const,
              onConfirm: () => void confirm(),
            }
          : asking === 'remind'
            ? {
                title: t.remindTitle(piece.pieceCode),
                description: [
                  t.remindDescription(piece.practice.name, money(asked), day(piece.dueDate, 'year')),
                  asked < smallestReminded && t.remindsLittle(money(smallestReminded)),
                ]
                  .filter(Boolean)
                  .join(' '),
                confirmLabel: t.sendReminder,
                tone: 'primary' as const,
                onConfirm: () => void remind(),
              }
            : {
                title: t.withdrawTitle(piece.pieceCode),
                description: t.withdrawDescription,
                confirmLabel: t.withdrawTitle(piece.pieceCode),
                onConfirm: () => void decide('withdraw', t.withdrawn),
              })}
        cancelLabel={common.cancel}
        pending={isPending}
        onCancel={() => setAsking(undefined)}
      >
        {error !== undefined && (
          <Notice tone="late" live title={actFailed}>
            {sentence(error, refusals)}
          </Notice>
        )}
      </ConfirmDialog>
      {answer.dialog}
      {credit.dialog}
      {payment.dialog}
      {refund.dialog}
      {against.dialog}
    </>
  )
}
