import { Link } from '@tanstack/react-router'
import type { CaseQuery } from '#features/cases/contract.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { Icon, type IconName } from '#kit/web/ui/icon.tsx'
import { Skeleton } from '#kit/web/ui/skeleton.tsx'
import '#kit/web/ui/widget.css'
import type { Dashboard } from '../contract.ts'
import { dashboardText } from './text.ts'

type CaseCard = 'deliveriesToday' | 'impressionsReceived' | 'delayedDeliveries'
type CardsProps = { cards: Dashboard['cards'] | undefined }

/** Each number leads to the list of the cases that it counts. Outstanding invoices get their card with their list. */
export function Cards({ cards }: CardsProps) {
  const t = useText(dashboardText)
  const today = useFormat().today()
  const lists: Record<CaseCard, { icon: IconName; search: Partial<CaseQuery> }> = {
    deliveriesToday: { icon: 'truck', search: { deliveryDateFrom: today, deliveryDateTo: today } },
    impressionsReceived: { icon: 'tooth', search: { statuses: ['in_preparation'] } },
    delayedDeliveries: { icon: 'clock', search: { delivery: 'delayed' } },
  }
  return (
    <ul className="widgets dashboard__cards" aria-label={t.cards.label}>
      {(Object.keys(lists) as CaseCard[]).map(card => (
        <li key={card}>
          <Link to="/cases" search={lists[card].search} className="widget card dashboard__card">
            <span className="widget__label">
              <Icon name={lists[card].icon} />
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
    </ul>
  )
}
