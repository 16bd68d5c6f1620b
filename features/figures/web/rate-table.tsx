import type { ReactNode } from 'react'
import { useText } from '#kit/web/text.tsx'
import { Table } from '#kit/web/ui/table.tsx'
import type { Counts } from '../contract.ts'
import { shareOf } from '../rules.ts'
import { CountedLink } from './counted-link.tsx'
import { Part } from './drawings.tsx'
import type { CountedSearch } from './search.ts'
import { staffFiguresText } from './staff-text.ts'
import { useShares } from './use-shares.ts'

type Row = Counts & { key: string; name: ReactNode; search: CountedSearch }
type Props = {
  caption: string
  of: string
  rows: readonly Row[]
  /** Which rates are drawn; `remade` omits the other. */
  rates: 'both' | 'remade'
}

/** For each row: deliveries, the share on time, and the share with a remake. */
export function RateTable({ caption, of, rows, rates }: Props) {
  const t = useText(staffFiguresText)
  const { number, percent } = useShares()
  const onTime = {
    key: 'onTime',
    label: t.columns.onTime,
    align: 'end',
    cell: ({ promised, onTime, search }: Row) => (
      <>
        <CountedLink search={{ ...search, list: 'on_time' }} count={onTime}>
          {percent(onTime, promised)}
        </CountedLink>
        <Part share={shareOf(onTime, promised)} />
      </>
    ),
  } as const
  return (
    <Table
      caption={caption}
      rows={rows}
      rowKey={({ key }) => key}
      columns={[
        { key: 'name', label: of, phone: 'title', cell: ({ name }) => name },
        {
          key: 'delivered',
          label: t.columns.delivered,
          align: 'end',
          cell: ({ delivered, search }) => (
            <CountedLink search={{ ...search, list: 'delivered' }} count={delivered}>
              {number(delivered)}
            </CountedLink>
          ),
        },
        ...(rates === 'both' ? [onTime] : []),
        {
          key: 'remade',
          label: t.columns.remade,
          align: 'end',
          cell: ({ delivered, remade, search }) => (
            <>
              <CountedLink search={{ ...search, list: 'remade' }} count={remade}>
                {percent(remade, delivered)}
              </CountedLink>
              {rates === 'remade' && <Part share={shareOf(remade, delivered)} />}
            </>
          ),
        },
      ]}
    />
  )
}
