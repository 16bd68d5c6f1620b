import { useQuery } from '@tanstack/react-query'
import { type ChangeEvent, useRef, useState } from 'react'
import type { HandPaymentDialogProps } from '#features/invoices/web/hand-payment-dialog.tsx'
import { booksText } from '#features/invoices/web/staff-text.ts'
import { withActs } from '#features/invoices/web/with-acts.ts'
import { call } from '#kit/web/call.ts'
import { mayDiscard } from '#kit/web/dirty-forms.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useProblemText } from '#kit/web/problem-text.ts'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { loadText, useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { EmptyState } from '#kit/web/ui/empty-state.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { PageHead } from '#kit/web/ui/page-head.tsx'
import { Table } from '#kit/web/ui/table.tsx'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { useLateDialog } from '#kit/web/use-late-dialog.tsx'
import { type AwaitedTransfer, staffPaymentCalls } from '../contract.ts'
import { BankEntries, type ReadFile } from './staff-bank-entries.tsx'
import { awaitedTransfers } from './staff-queries.ts'
import { staffPaymentsText } from './staff-text.ts'
import { StaffWithdrawDialog } from './staff-withdraw-dialog.tsx'

const loadPayment = async () => {
  const [{ HandPaymentDialog }] = await Promise.all([
    withActs(import('#features/invoices/web/hand-payment-dialog.tsx')),
    loadText(booksText),
  ])
  return HandPaymentDialog
}

/** Announced transfers, and the upload of the bank's file. */
export function StaffTransfersScreen() {
  const t = useText(staffPaymentsText)
  useTitle(t.title)
  const sentence = useProblemText()
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<ReadFile>()
  const { run, isPending, error } = useAttempt(async (bytes: File) => {
    const { data } = await call(staffPaymentCalls.read, { bytes })
    setFile({ ...data, name: bytes.name, readAt: Date.now() })
  })

  async function choose({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const [chosen] = currentTarget.files ?? []
    // Reset, so that choosing the same file again fires a change.
    currentTarget.value = ''
    if (chosen && (await mayDiscard())) void run(chosen)
  }

  return (
    <>
      <PageHead
        title={t.title}
        description={t.description}
        actions={
          <Button variant="primary" icon="document" pending={isPending} onClick={() => input.current?.click()}>
            {t.read}
          </Button>
        }
      />
      <input
        ref={input}
        type="file"
        hidden
        accept=".xml,.csv,.txt,.tsv"
        aria-label={t.read}
        onChange={event => void choose(event)}
      />
      <div className="stack">
        <p className="small muted">{t.readHint}</p>
        {error !== undefined && (
          <Notice tone="late" live title={t.readFailed}>
            {sentence(error, t.refusals)}
          </Notice>
        )}
        {file && <BankEntries key={file.readAt} file={file} />}
        <Awaited />
      </div>
    </>
  )
}

function Awaited() {
  const t = useText(staffPaymentsText).awaited
  const format = useFormat()
  const list = useQuery(awaitedTransfers)
  const [withdrawing, setWithdrawing] = useState<AwaitedTransfer>()
  const payment = useLateDialog<HandPaymentDialogProps>(loadPayment)
  return (
    <Card flush title={t.title}>
      {list.error && !list.data ? (
        <QueryFailure title={t.failed} query={list} />
      ) : list.data?.length === 0 ? (
        <EmptyState icon="bill" title={t.empty} description={t.emptyDescription} />
      ) : (
        <Table
          caption={t.title}
          rows={list.data}
          rowKey={({ id }) => id}
          skeletonRows={5}
          columns={[
            { key: 'practice', label: t.columns.practice, phone: 'title', cell: ({ practice }) => practice },
            { key: 'reference', label: t.columns.reference, cell: ({ reference }) => reference },
            {
              key: 'invoices',
              label: t.columns.invoices,
              cell: ({ invoices }) => invoices.map(({ pieceCode }) => pieceCode).join(', '),
            },
            {
              key: 'amount',
              label: t.columns.amount,
              size: 'md',
              align: 'end',
              cell: ({ amountCents }) => format.money(amountCents),
            },
            {
              key: 'at',
              label: t.columns.at,
              size: 'md',
              cell: ({ announcedAt }) => format.dayTime(announcedAt),
            },
            {
              key: 'acts',
              label: t.columns.acts,
              phone: 'bare',
              cell: transfer => (
                <div className="row">
                  <Button
                    size="sm"
                    aria-label={t.receiveOne(format.money(transfer.amountCents), transfer.practice)}
                    onPointerEnter={payment.prepare}
                    onFocus={payment.prepare}
                    onClick={() =>
                      payment.open({
                        practice: { id: transfer.practiceId, name: transfer.practice },
                        transferId: transfer.id,
                      })
                    }
                  >
                    {t.receive}
                  </Button>
                  <Button
                    size="sm"
                    variant="bare"
                    aria-label={t.withdrawOne(format.money(transfer.amountCents), transfer.practice)}
                    onClick={() => setWithdrawing(transfer)}
                  >
                    {t.withdraw}
                  </Button>
                </div>
              ),
            },
          ]}
        />
      )}
      {payment.dialog}
      {withdrawing && <StaffWithdrawDialog transfer={withdrawing} onClose={() => setWithdrawing(undefined)} />}
    </Card>
  )
}
