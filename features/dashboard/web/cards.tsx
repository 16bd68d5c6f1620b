import { Link } from '@tanstack/react-router'
import { useMay } from '#features/auth/web/use-user.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { Icon, type IconName } from '#kit/web/ui/icon.tsx'
import { Skeleton } from '#kit/web/ui/skeleton.tsx'
import '#kit/web/ui/widget.css'
import type { Dashboard } from '../contract.ts'
import { type CaseCard, caseCards, listBehind } from './lists.ts'
import { dashboardText } from './text.ts'

const icons: Record<CaseCard, IconName> = {
  deliveriesToday: 'truck',
  impressionsReceived: 'tooth',
  delayedDeliveries: 'clock',
}
type CardsProps = { cards: Dashboard['cards'] | undefined }

/** Each number links to the list it counts. Outstanding invoices have a card for users who may see them. */
export function Cards({ cards }: CardsProps) {
  const t = useText(dashboardText)
  const { today, money } = useFormat()
  const lists = listBehind(today())
  const maySeeInvoices = useMay('invoices')
  const outstanding = cards?.outstandingInvoices
  return (
    <div className="dashboard__glance">
      <ul className="widgets dashboard__cards" aria-label={t.cards.label}>
        {caseCards.map(card => (
          <li key={card}>
            <Link to="/cases" search={lists[card]} className="widget card dashboard__card">
              <span className="widget__label">
                <Icon name={icons[card]} />
                {t.cards[card].label}
              </span>
              <span
                className={card === 'delayedDeliveries' && cards?.[card] ? 'widget__value tone--late' : 'widget__value'}
              >
                {cards ? t.number(cards[card]) : <Skeleton shape="title" width="short" />}
              </span>
              <span className="widget__detail">{t.cards[card].detail}</span>
            </Link>
          </li>
        ))}
        {maySeeInvoices && (
          <li>
            <Link to="/invoices" search={{ due: 'outstanding' }} className="widget card dashboard__card">
              <span className="widget__label">
                <Icon name="bill" />
                {t.cards.outstandingInvoices.label}
              </span>
              <span className="widget__value">
                {outstanding ? t.number(outstanding.count) : <Skeleton shape="title" width="short" />}
              </span>
              <span className="widget__detail">
                {outstanding ? (
                  t.cards.outstandingInvoices.detail(money(outstanding.amountCents))
                ) : (
                  <Skeleton width="short" />
                )}
              </span>
            </Link>
          </li>
        )}
      </ul>
    </div>
  )
}
