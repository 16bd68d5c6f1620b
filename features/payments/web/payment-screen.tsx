import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useProblemText } from '#kit/web/problem-text.ts'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { ButtonLink } from '#kit/web/ui/button-link.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { DescriptionList } from '#kit/web/ui/description-list.tsx'
import type { IconName } from '#kit/web/ui/icon.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { PageHead } from '#kit/web/ui/page-head.tsx'
import { Pill, type Tone } from '#kit/web/ui/pill.tsx'
import { Skeleton } from '#kit/web/ui/skeleton.tsx'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { useLateDialog } from '#kit/web/use-late-dialog.tsx'
import { type Payment, type PaymentStatus, paymentCalls } from '../contract.ts'
import { takeGoing } from './going.ts'
import type { PaymentDialogProps } from './payment-dialog.tsx'
import { patienceMilliseconds, paymentOne } from './queries.ts'
import { paymentsText, paymentText } from './text.ts'
import { TransferDetails } from './transfer-details.tsx'
import { useCardPage } from './use-card-page.ts'

const route = getRouteApi('/portal/invoices/payments/$id')
const looks: Record<PaymentStatus, { tone: Tone; icon: IconName }> = {
  pending: { tone: 'info', icon: 'clock' },
  succeeded: { tone: 'ok', icon: 'check' },
  failed: { tone: 'plain', icon: 'close' },
  refunded: { tone: 'warn', icon: 'refresh' },
}

/** The state of a payment as the server knows it: returning to this page changes nothing by itself. */
export function PaymentScreen() {
  const { id } = route.useParams()
  const t = useText(paymentText).payment
  useTitle(t.title)
  const [openedAt] = useState(() => Date.now())
  const query = useQuery(paymentOne(id, openedAt))
  const { data: payment, error } = query
  return (
    <>
      <PageHead title={t.title} actions={<ButtonLink to="/invoices">{t.back}</ButtonLink>} />
      {error && !payment ? (
        <Card flush>
          <QueryFailure title={t.failed} query={query} />
        </Card>
      ) : payment ? (
        <div className="stack">
          <Outcome payment={payment} openedAt={openedAt} />
          {payment.transfer && <TransferDetails transfer={payment.transfer} />}
          <Summary payment={payment} />
          {payment.status === 'failed' && <Again payment={payment} />}
          {payment.mode === 'transfer' && payment.status === 'pending' && <GiveUp payment={payment} />}
        </div>
      ) : (
        <Card>
          <Skeleton />
        </Card>
      )}
    </>
  )
}

const loadDialog = async () => (await import('./payment-dialog.tsx')).PaymentDialog

/** Offers to pay again what is still due. */
function Again({ payment }: { payment: Payment }) {
  const t = useText(paymentText).payment
  const dialog = useLateDialog<PaymentDialogProps>(loadDialog)
  const invoices = payment.invoices.filter(({ dueCents }) => dueCents > 0)
  if (invoices.length === 0) return null
  return (
    <div>
      <Button
        variant="primary"
        onPointerEnter={dialog.prepare}
        onFocus={dialog.prepare}
        onClick={() => dialog.open({ invoices })}
      >
        {payment.cameInsteadCents ? t.payRest : t.again}
      </Button>
      {dialog.dialog}
    </div>
  )
}

function Summary({ payment }: { payment: Payment }) {
  const words = useText(paymentsText)
  const t = useText(paymentText).payment
  const format = useFormat()
  const { status, amountCents, refundedCents, cameInsteadCents, returnedAs, mode, invoices, createdAt } = payment
  const why = returnedAs ?? 'refund'
  // Once it has failed or gone back, what is still due says nothing of it.
  const isPartOf = (invoice: Payment['invoices'][number]) => isCounted && invoice.dueCents > 0
  const isCounted = status === 'pending' || status === 'succeeded'
  const whole = invoices.filter(invoice => !isPartOf(invoice)).map(({ pieceCode }) => pieceCode)
  const paid = [
    ...(whole.length > 0 ? [{ term: t.pays, detail: whole.join(', ') }] : []),
    ...invoices
      .filter(isPartOf)
      .map(({ pieceCode, dueCents }) => ({ term: t.paysPart, detail: t.left(pieceCode, format.money(dueCents)) })),
  ]
  return (
    <Card>
      <DescriptionList
        items={[
          {
            term: t.status,
            detail: (
              <Pill {...looks[status]}>
                {status === 'refunded' ? t.returned[why] : cameInsteadCents ? t.paidOtherwise : t.statuses[status]}
              </Pill>
            ),
          },
          { term: t.amount, detail: format.money(amountCents) },
          ...(refundedCents > 0 ? [{ term: t.returned[why], detail: format.money(refundedCents) }] : []),
          { term: t.mode, detail: words.dialog.modes[mode] },
          ...paid,
          { term: t.begun, detail: format.dayTime(createdAt) },
        ]}
      />
    </Card>
  )
}

function Outcome({ payment, openedAt }: { payment: Payment; openedAt: number }) {
  const t = useText(paymentText).payment
  const format = useFormat()
  const { status, mode, amountCents, cameInsteadCents, returnedAs, isDisputed } = payment
  const amount = format.money(amountCents)
  return (
    <>
      {isDisputed && <Notice tone="warn" title={t.disputed} />}
      {status === 'succeeded' && <Notice tone="ok" live title={t.received(amount)} />}
      {status === 'failed' && cameInsteadCents && (
        <Notice tone="ok" live title={t.cameInstead(format.money(cameInsteadCents))} />
      )}
      {status === 'failed' && !cameInsteadCents && <Notice tone="warn" live title={t.notPaid} />}
      {status === 'refunded' && (
        <Notice tone="warn" live title={t.takenBack(t.returned[returnedAs ?? 'refund'], amount)} />
      )}
      {status === 'pending' && mode === 'card' && <Waiting payment={payment} openedAt={openedAt} />}
    </>
  )
}

function Waiting({ payment, openedAt }: { payment: Payment; openedAt: number }) {
  const words = useText(paymentsText)
  const t = useText(paymentText).payment
  const sentence = useProblemText()
  const page = useCardPage(payment.id)
  const { run } = page
  const [isGoing] = useState(() => takeGoing(payment.id))
  const [isLong, setLong] = useState(false)
  const hasGone = useRef(false)
  useEffect(() => {
    if (!isGoing || hasGone.current) return
    hasGone.current = true
    void run()
  }, [isGoing, run])
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), openedAt + patienceMilliseconds - Date.now())
    return () => clearTimeout(timer)
  }, [openedAt])
  if (isGoing && page.isPending) return <Notice live title={t.going} />
  return (
    <div className="stack">
      <Notice live title={isLong ? t.waitingLong : t.waiting}>
        <p>{t.unfinished}</p>
      </Notice>
      {page.error !== undefined && (
        <Notice tone="late" live title={t.goFailed}>
          {sentence(page.error, words.refusals)}
        </Notice>
      )}
      <div className="row">
        <Button variant="primary" icon="external" pending={page.isPending} onClick={() => void run()}>
          {t.resume}
        </Button>
        <GiveUp payment={payment} />
      </div>
    </div>
  )
}

/** Releases the invoices; a payment that was made before stays paid, and the answer says so. */
function GiveUp({ payment }: { payment: Payment }) {
  const { refusals } = useText(paymentsText)
  const t = useText(paymentText)
  const sentence = useProblemText()
  const changed = useChanged()
  const { run, isPending, error } = useAttempt(async () => {
    await call(paymentCalls.cancel, { params: { id: payment.id } }).finally(() => void changed('invoices'))
  })
  return (
    <>
      <div>
        <Button pending={isPending} onClick={() => void run()}>
          {payment.mode === 'card' ? t.payment.giveUp : t.transfer.withdraw}
        </Button>
      </div>
      {error !== undefined && (
        <Notice tone="late" live title={t.payment.gaveUpFailed}>
          {sentence(error, refusals)}
        </Notice>
      )}
    </>
  )
}
