import { Link } from '@tanstack/react-router'
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

/** Each number leads to the list of the cases that it counts. Outstanding invoices get their card with their list. */
export function Cards({ cards }: CardsProps) {
  const t = useText(dashboardText)
  const lists = listBehind(useFormat().today())
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
      </ul>
    </div>
  )
}
