import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Table } from '#kit/web/ui/table.tsx'
import type { Away, Capacity, Fill } from '../staff-contract.ts'
import { staffCapacityText } from './staff-text.ts'

type AheadDay = Capacity['ahead'][number]

/** By day: promised elements against the limit, and absent practices. */
export function LoadAhead({ capacity: { ahead, families } }: { capacity: Capacity }) {
  const text = useText(staffCapacityText)
  const { ahead: t } = text
  const format = useFormat()
  const scopes = ahead[0]?.fills.map(({ family }) => family) ?? []
  const isAnybodyAway = ahead.some(({ away }) => away.count > 0)
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
            cell: ({ fills }: AheadDay) => <Fullness fill={fills.find(one => one.family === family)} />,
          })),
          ...(isAnybodyAway
            ? [{ key: 'away', label: t.away, cell: ({ away }: AheadDay) => <WhoIsAway away={away} /> }]
            : []),
        ]}
      />
    </Card>
  )
}

function WhoIsAway({ away: { count, practices } }: { away: Away }) {
  const t = useText(staffCapacityText).ahead
  if (count === 0) return <span className="muted">–</span>
  return (
    <>
      {practices.map(({ id, name, half }, index) => (
        <Fragment key={id}>
          {index > 0 && ', '}
          <Link className="link" to="/staff/practices/$id" params={{ id }}>
            {name}
          </Link>
          {half && ` (${t.halves[half]})`}
        </Fragment>
      ))}
      {count > practices.length && ` ${t.others(count - practices.length)}`}
    </>
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
