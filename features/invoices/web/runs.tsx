import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { Table } from '#kit/web/ui/table.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { billingCalls } from '../billing-contract.ts'
import type { BillingRun } from '../staff-contract.ts'
import { billingRuns } from './staff-queries.ts'
import { billingText } from './staff-text.ts'

const isOver = ({ done, practices }: BillingRun) => done >= practices

export function RunsUnderWay() {
  const runs = useQuery(billingRuns)
  const changed = useChanged()
  const done = runs.data?.reduce((sum, run) => sum + run.done, 0)
  const seen = useRef(done)
  // Without events, progress of the runs is the sign that pieces have been made.
  useEffect(() => {
    if (seen.current !== undefined && done !== seen.current) void changed('invoices', 'orders')
    seen.current = done
  }, [done, changed])
  const t = useText(billingText).billing
  const { money } = useFormat()
  const over = useRef<ReadonlySet<string>>(undefined)
  // Runs that were over before are not announced; a short one may be over when it first appears.
  useEffect(() => {
    const ended = runs.data?.filter(isOver)
    if (!ended) return
    for (const { id, pieces, amountCents } of over.current ? ended : [])
      if (!over.current?.has(id)) toast({ title: t.over(pieces, money(amountCents)) })
    over.current = new Set(ended.map(({ id }) => id))
  }, [runs.data, t, money])
  return runs.data?.filter(run => !isOver(run)).map(run => <RunUnderWay key={run.id} run={run} />)
}

function RunUnderWay({ run: { id, done, practices } }: { run: BillingRun }) {
  const t = useText(billingText).billing
  const sentence = useProblemText()
  const changed = useChanged()
  const { run, isPending, error } = useAttempt(async () => {
    await call(billingCalls.resumeRun, { params: { id } })
    toast({ title: t.resumed })
    void changed('invoices')
  })
  return (
    <Notice title={t.running(done, practices)}>
      <progress className="billing-progress" value={done} max={practices} aria-label={t.running(done, practices)} />
      <Button size="sm" pending={isPending} onClick={() => void run()}>
        {t.resume}
      </Button>
      {error !== undefined && <p role="alert">{sentence(error)}</p>}
    </Notice>
  )
}

/** The latest runs, and what they left out. */
export function RunsCard() {
  const t = useText(billingText).billing
  const format = useFormat()
  const runs = useQuery(billingRuns)
  const over = runs.data?.filter(isOver)
  if (!over?.length) return null
  return (
    <Card flush title={t.runs}>
      <Table
        caption={t.runs}
        rows={over}
        rowKey={({ id }) => id}
        columns={[
          { key: 'until', label: t.runColumns.until, phone: 'title', cell: ({ until }) => format.day(until, 'year') },
          { key: 'practices', label: t.runColumns.practices, align: 'end', cell: ({ practices }) => practices },
          { key: 'pieces', label: t.runColumns.pieces, align: 'end', cell: ({ pieces }) => pieces },
          {
            key: 'amount',
            label: t.runColumns.amount,
            align: 'end',
            cell: ({ amountCents }) => format.money(amountCents),
          },
          {
            key: 'left',
            label: t.runColumns.left,
            align: 'end',
            cell: ({ unpriced, contested }) => unpriced + contested,
          },
        ]}
      />
    </Card>
  )
}
