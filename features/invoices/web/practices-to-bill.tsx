import { Link } from '@tanstack/react-router'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { Checkbox } from '#kit/web/ui/checkbox.tsx'
import { Table } from '#kit/web/ui/table.tsx'
import { TwoLines } from '#kit/web/ui/two-lines.tsx'
import type { PracticeToBill } from '../billing-contract.ts'
import { GapsLink } from './gaps-link.tsx'
import { billingText } from './staff-text.ts'
import './staff-billing.css'

type Props = {
  rows: readonly PracticeToBill[] | undefined
  busy: boolean
  isChosen: (id: string) => boolean
  onChoose: (id: string, isChosen: boolean) => void
}

export function PracticesToBill({ rows, busy, isChosen, onChoose }: Props) {
  const {
    billing: t,
    practice: { inFavour },
  } = useText(billingText)
  const format = useFormat()
  return (
    <Table
      caption={t.toBill}
      rows={rows}
      rowKey={({ id }) => id}
      busy={busy}
      skeletonRows={8}
      columns={[
        {
          key: 'practice',
          label: t.columns.practice,
          phone: 'title',
          cell: ({ id, name, place, cases, unpriced, gaps }) => (
            <span className="billing-choice">
              {cases > unpriced && (
                <Checkbox
                  label={<span className="visually-hidden">{t.choose(name)}</span>}
                  checked={isChosen(id)}
                  onChange={({ currentTarget }) => onChoose(id, currentTarget.checked)}
                />
              )}
              <TwoLines
                sub={
                  gaps.length > 0 ? (
                    <span className="billing-gaps">
                      {place}
                      <GapsLink {...{ id, gaps }} />
                    </span>
                  ) : (
                    place
                  )
                }
              >
                <Link to="/staff/billing/practices/$id" params={{ id }} className="table__link">
                  {name}
                </Link>
              </TwoLines>
            </span>
          ),
        },
        {
          key: 'cases',
          label: t.columns.cases,
          align: 'end',
          cell: ({ cases, ...of }) => {
            const kinds = (['unpriced', 'contested', 'credited'] as const).filter(kind => of[kind] > 0)
            return (
              <TwoLines
                tone="warn"
                sub={
                  kinds.length > 0 &&
                  kinds.flatMap((kind, place) => [place > 0 && <br key={kind} />, t[kind](of[kind])])
                }
              >
                {cases}
              </TwoLines>
            )
          },
        },
        {
          key: 'total',
          label: t.columns.total,
          align: 'end',
          cell: ({ uncontested }) => format.money(uncontested.totalCents),
        },
        {
          key: 'balance',
          label: t.columns.balance,
          align: 'end',
          cell: ({ balanceCents }) => (
            <TwoLines sub={balanceCents < 0 && inFavour}>{format.money(balanceCents)}</TwoLines>
          ),
        },
      ]}
    />
  )
}
