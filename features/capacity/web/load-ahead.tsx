import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Table } from '#kit/web/ui/table.tsx'
import type { Capacity, Fill } from '../staff-contract.ts'
import { staffCapacityText } from './staff-text.ts'

/** Day by day: how much is promised of what can be finished. */
export function LoadAhead({ capacity: { ahead, families } }: { capacity: Capacity }) {
  const text = useText(staffCapacityText)
  const { ahead: t } = text
  const format = useFormat()
  const scopes = ahead[0]?.fills.map(({ family }) => family) ?? []
  const isUnlimited = ahead.every(({ fills }) => fills.every(({ most }) => most === null))
  return (
    <Card flush title={t.title}>
      {isUnlimited && <p className="card__body muted">{t.none}</p>}
      <Table
        caption={t.title}
        rows={ahead}
        rowKey={({ day }) => day}
        columns={[
          { key: 'day', label: t.day, phone: 'title', cell: ({ day }) => format.day(day, 'long') },
          ...scopes.map(family => ({
            key: family ?? '',
            label: families.find(({ id }) => id === family)?.name ?? text.all,
            cell: ({ fills }: Capacity['ahead'][number]) => (
              <Fullness fill={fills.find(one => one.family === family)} />
            ),
          })),
        ]}
      />
    </Card>
  )
}

function Fullness({ fill }: { fill: Fill | undefined }) {
  const t = useText(staffCapacityText).ahead
  if (!fill) return null
  const { elements, most } = fill
  if (most === null) return <span className="num muted">{t.number(elements)}</span>
  if (elements > most) return <span className="num tone--late">{t.over(elements, most)}</span>
  if (elements === most) return <span className="num tone--warn">{t.full(elements, most)}</span>
  return <span className="num">{t.of(elements, most)}</span>
}
