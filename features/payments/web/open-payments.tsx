import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { openPayments } from './queries.ts'
import { paymentsText } from './text.ts'

type OpenPaymentsProps = {
  /** Those of one invoice alone. */
  of?: string
}

/** Payments under way, above the invoices, to continue or give up. Renders nothing without any. */
export function OpenPayments({ of }: OpenPaymentsProps) {
  const t = useText(paymentsText).open
  const format = useFormat()
  const { data: all = [] } = useQuery(openPayments)
  const data = all.filter(({ invoices }) => !of || invoices.some(({ id }) => id === of))
  if (data.length === 0) return null
  return (
    <Notice title={t.title(data.length)}>
      <ul className="plain-list links">
        {data.map(({ id, amountCents, mode, invoices }) => (
          <li key={id}>
            <Link to="/invoices/payments/$id" params={{ id }}>
              {t.one(format.money(amountCents), mode)}
            </Link>{' '}
            {invoices.map(({ pieceCode }) => pieceCode).join(', ')}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
