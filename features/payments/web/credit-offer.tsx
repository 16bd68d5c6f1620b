import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { invoiceCalls } from '#features/invoices/contract.ts'
import { invoiceSummary } from '#features/invoices/web/queries.ts'
import { useChanged } from '#features/live/web/use-changed.ts'
import type { Reply } from '#kit/contract.ts'
import { call } from '#kit/web/call.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { paymentsText } from './text.ts'

type Spent = Reply<typeof invoiceCalls.spendCredit>['data']
type CreditOfferProps = { invoiceIds: readonly string[]; onSpent: (spent: Spent) => void }

/** What lies in the practice's favour pays as well, at once. Nothing where nothing does. */
export function CreditOffer({ invoiceIds, onSpent }: CreditOfferProps) {
  const { credit: t, refusals } = useText(paymentsText)
  const format = useFormat()
  const sentence = useProblemText()
  const changed = useChanged()
  const { data: summary } = useQuery(invoiceSummary)
  const [key, setKey] = useState(() => crypto.randomUUID())
  const { run, isPending, error } = useAttempt(async () => {
    const { data } = await call(invoiceCalls.spendCredit, {
      body: { invoiceIds: [...invoiceIds] },
      key,
    }).finally(() => void changed('invoices'))
    // What is spent from here on is something else, even of the same invoices.
    setKey(crypto.randomUUID())
    onSpent(data)
  })
  if (!summary?.inFavourCents) return null
  return (
    <Notice icon="bill" title={t.title(format.money(-summary.inFavourCents))}>
      <p>{t.meaning}</p>
      <Button size="sm" pending={isPending} onClick={() => void run()}>
        {t.spend}
      </Button>
      {error !== undefined && <p role="alert">{sentence(error, refusals)}</p>}
    </Notice>
  )
}
