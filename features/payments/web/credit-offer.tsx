import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type CreditPreview, invoiceCalls } from '#features/invoices/contract.ts'
import { invoiceSummary } from '#features/invoices/web/queries.ts'
import { useChanged } from '#features/live/web/use-changed.ts'
import type { Reply } from '#kit/contract.ts'
import { call } from '#kit/web/call.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useProblemText } from '#kit/web/problem-text.ts'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { rememberKeys } from '#kit/web/request-keys.ts'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { DescriptionList } from '#kit/web/ui/description-list.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { BlockSkeleton } from '#kit/web/ui/skeleton.tsx'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { creditPreview } from './queries.ts'
import { paymentsText } from './text.ts'

type Spent = Reply<typeof invoiceCalls.spendCredit>['data']
type CreditOfferProps = { invoiceIds: readonly string[]; onSpent: (spent: Spent) => void }

/**
 * Credit in the practice's favour pays at once, so the amounts stand above the button and on it. Renders nothing without
 * credit to spend.
 */
export function CreditOffer({ invoiceIds, onSpent }: CreditOfferProps) {
  const { credit: t, refusals } = useText(paymentsText)
  const format = useFormat()
  const sentence = useProblemText()
  const changed = useChanged()
  const { data: summary } = useQuery(invoiceSummary)
  const isThere = Boolean(summary?.inFavourCents)
  const preview = useQuery({ ...creditPreview(invoiceIds), enabled: isThere })
  const [keyOf, setKeyOf] = useState(rememberKeys)
  const { run, isPending, error } = useAttempt(async ({ spentCents, invoices }: CreditPreview) => {
    const shown = invoices.map(({ id, leftCents }) => ({ id, leftCents }))
    const body = { spentCents, invoices: shown }
    const { data } = await call(invoiceCalls.spendCredit, { body, key: keyOf(body) }).finally(
      () => void changed('invoices'),
    )
    // A later spending is a new intent, even with the same amount and invoices.
    setKeyOf(rememberKeys)
    onSpent(data)
  })
  if (!isThere || !summary) return null
  if (preview.error && !preview.data) return <QueryFailure title={t.failed} query={preview} />
  if (!preview.data) return <BlockSkeleton />
  const { spentCents, keptCents, invoices } = preview.data
  const paid = invoices.filter(({ dueCents, leftCents }) => leftCents < dueCents)
  const failure = error !== undefined && <p role="alert">{sentence(error, refusals)}</p>
  if (spentCents === 0) return failure || null
  return (
    <Notice icon="bill" title={t.title(format.money(summary.inFavourCents))}>
      <div className="stack stack--sm">
        <p>{t.meaning(invoiceIds.length)}</p>
        <DescriptionList
          items={paid.map(({ pieceCode, dueCents, leftCents }) => ({
            term: pieceCode,
            detail:
              leftCents === 0
                ? t.whole(format.money(dueCents))
                : t.fromTo(format.money(dueCents), format.money(leftCents)),
          }))}
        />
        {keptCents > 0 && <p>{t.kept(format.money(keptCents))}</p>}
        <div className="row">
          <Button size="sm" pending={isPending} onClick={() => void run(preview.data)}>
            {t.spend(format.money(spentCents), paid.length, paid[0]?.pieceCode ?? '')}
          </Button>
        </div>
        {failure}
      </div>
    </Notice>
  )
}
