import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { useFormat } from '#kit/web/format.tsx'
import { kitText } from '#kit/web/kit-text.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { ButtonLink } from '#kit/web/ui/button-link.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { ConfirmDialog } from '#kit/web/ui/confirm-dialog.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { Pill } from '#kit/web/ui/pill.tsx'
import { Table } from '#kit/web/ui/table.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { TwoLines } from '#kit/web/ui/two-lines.tsx'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { type StaffInvoiceRow, staffInvoiceCalls } from '../staff-contract.ts'
import { billingSettings, canBeIssued, openStatuses, otherProFormas, proFormasToIssue } from './staff-queries.ts'
import { billingText, booksText } from './staff-text.ts'

/** Rows of a card; the rest stands on the list of pieces. */
const mostShown = 25
/** Pages per press: hundreds of sequential calls would run for an hour without feedback. */
const mostPages = 20

/** One after the other, since numbers are drawn in this order. Reports how many were issued before a failure. */
async function issueEach(drafts: readonly StaffInvoiceRow[], tell: (issued: number) => void) {
  let issued = 0
  try {
    for (const { id } of drafts) {
      await call(staffInvoiceCalls.confirm, { params: { id }, body: {} })
      issued += 1
    }
  } finally {
    if (issued > 0) tell(issued)
  }
}

/** Pro formas that practices have to approve or have answered; renders nothing without any. */
export function OpenProFormas() {
  const t = useText(billingText).billing
  const { failed, actFailed, refusals } = useText(booksText)
  const format = useFormat()
  const sentence = useProblemText()
  const changed = useChanged()
  const { common } = useText(kitText)
  const [asking, setAsking] = useState<readonly StaffInvoiceRow[]>()
  const client = useQueryClient()
  const asksApproval = useQuery(billingSettings).data?.asksApproval ?? true
  const list = useQuery({ ...proFormasToIssue(asksApproval), placeholderData: keepPreviousData })
  const others = useQuery({ ...otherProFormas(asksApproval), placeholderData: keepPreviousData })
  const rows = list.data && others.data && [...list.data.data, ...others.data.data].slice(0, mostShown)
  const approved = list.data?.page.total ?? 0
  const total = approved + (others.data?.page.total ?? 0)
  /** Loads all approved ones, also those the card does not show: the confirmation states their number and sum. */
  const gather = useAttempt(async () => {
    const found: StaffInvoiceRow[] = []
    for (let page = 1; page <= mostPages && found.length < approved; page += 1) {
      const { data } = await client.fetchQuery({ ...proFormasToIssue(asksApproval, page), staleTime: 0 })
      if (data.length === 0) break
      found.push(...data)
    }
    setAsking(found)
  })
  const { run, isPending, error } = useAttempt(async (drafts: readonly StaffInvoiceRow[]) => {
    await issueEach(drafts, issued => toast({ title: t.issued(issued) })).finally(() => {
      setAsking(undefined)
      void changed('invoices')
    })
  })
  const failing = list.error ? list : others
  if (failing.error && !rows)
    return (
      <Card flush title={t.proFormas}>
        <QueryFailure title={failed} query={failing} />
      </Card>
    )
  if (!rows?.length) return null
  return (
    <Card
      flush
      title={t.proFormas}
      actions={
        <span className="billing-sum">
          {total > rows.length && <span className="small">{t.proFormasShown(rows.length, total)}</span>}
          <ButtonLink
            size="sm"
            to="/staff/invoices"
            search={{ types: ['pro_forma'], ...(total > rows.length && { statuses: [...openStatuses] }) }}
          >
            {total > rows.length ? t.openProFormas : t.allProFormas}
          </ButtonLink>
        </span>
      }
      footer={
        approved > 1 && (
          <Button pending={isPending || gather.isPending} onClick={() => void gather.run()}>
            {t.issueAll(approved)}
          </Button>
        )
      }
    >
      {(error ?? gather.error) !== undefined && (
        <Notice tone="late" live title={actFailed}>
          {sentence(error ?? gather.error, refusals)}
        </Notice>
      )}
      <Table
        caption={t.proFormas}
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'piece',
            label: t.proFormaColumns.piece,
            phone: 'title',
            cell: ({ id, pieceCode }) => (
              <Link to="/staff/invoices/$id" params={{ id }} className="table__link">
                {pieceCode}
              </Link>
            ),
          },
          { key: 'practice', label: t.proFormaColumns.practice, cell: ({ practice }) => practice.name },
          {
            key: 'amount',
            label: t.proFormaColumns.amount,
            align: 'end',
            cell: ({ amountCents }) => format.money(amountCents),
          },
          {
            key: 'answer',
            label: t.proFormaColumns.answer,
            cell: row => (
              <div className="billing-lines">
                <Answer row={row} />
                {canBeIssued(row.status, asksApproval) && (
                  <Button
                    size="sm"
                    aria-label={t.issueOf(row.pieceCode)}
                    pending={isPending}
                    onClick={() => setAsking([row])}
                  >
                    {t.issue}
                  </Button>
                )}
              </div>
            ),
          },
        ]}
      />
      {asking && (
        <ConfirmDialog
          open
          title={t.issueTitle(asking.length, asking[0]?.pieceCode ?? '')}
          description={t.issueDescription(format.money(asking.reduce((sum, { amountCents }) => sum + amountCents, 0)))}
          confirmLabel={t.issue}
          cancelLabel={common.cancel}
          tone="primary"
          pending={isPending}
          onConfirm={() => void run(asking)}
          onCancel={() => setAsking(undefined)}
        />
      )}
    </Card>
  )
}

function Answer({ row: { status, question } }: { row: StaffInvoiceRow }) {
  const t = useText(billingText).billing
  if (status === 'validated')
    return (
      <Pill tone="ok" icon="check">
        {t.approved}
      </Pill>
    )
  if (status === 'to_validate')
    return (
      <Pill tone="plain" icon="clock">
        {t.waitingForIt}
      </Pill>
    )
  return (
    <TwoLines sub={question}>
      <Pill tone="warn" icon="message">
        {t.questioned}
      </Pill>
    </TwoLines>
  )
}
