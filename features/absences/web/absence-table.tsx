import { daysBetween } from '#kit/day.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { IconButton } from '#kit/web/ui/icon-button.tsx'
import { Pill } from '#kit/web/ui/pill.tsx'
import { Table } from '#kit/web/ui/table.tsx'
import { TwoLines } from '#kit/web/ui/two-lines.tsx'
import type { Absence } from '../contract.ts'
import { usePeriodWords } from './period-words.ts'
import { absencesText } from './text.ts'

type AbsenceTableProps = {
  caption: string
  rows: readonly Absence[] | undefined
  busy: boolean
  onPrepare: () => void
  onEdit: (absence: Absence) => void
  onRemove: (absence: Absence) => void
}

export function AbsenceTable({ caption, rows, busy, onPrepare, onEdit, onRemove }: AbsenceTableProps) {
  const t = useText(absencesText)
  const format = useFormat()
  const today = format.today()
  const words = usePeriodWords()
  const when = ({ from, to }: Absence) =>
    to < today ? t.over : from <= today ? t.ongoing : format.daysFromNow(daysBetween(today, from))
  return (
    <Table
      caption={caption}
      rows={rows}
      skeletonRows={4}
      rowKey={row => row.id}
      busy={busy}
      columns={[
        {
          key: 'dates',
          label: t.columns.dates,
          phone: 'title',
          cell: row => <TwoLines sub={when(row)}>{t.dates(...words(row))}</TwoLines>,
        },
        {
          key: 'duration',
          label: t.columns.duration,
          size: 'md',
          cell: row => <span className="num">{t.days(row.days)}</span>,
        },
        {
          key: 'delivery',
          label: t.columns.delivery,
          phone: 'bare',
          cell: ({ deliveryPossible }) => (
            <Pill tone={deliveryPossible ? 'ok' : 'plain'} icon={deliveryPossible ? 'truck' : 'pause'}>
              {deliveryPossible ? t.possible : t.impossible}
            </Pill>
          ),
        },
        {
          key: 'actions',
          label: t.columns.actions,
          labelHidden: true,
          phone: 'corner',
          // What has been cannot be undone.
          cell: row =>
            row.to >= today && (
              <div className="row row--end">
                <IconButton
                  icon="calendar"
                  label={t.edit.act(...words(row))}
                  onPointerEnter={onPrepare}
                  onFocus={onPrepare}
                  onClick={() => onEdit(row)}
                />
                <IconButton
                  icon="close"
                  label={t.removal.act(...words(row))}
                  onPointerEnter={onPrepare}
                  onFocus={onPrepare}
                  onClick={() => onRemove(row)}
                />
              </div>
            ),
        },
      ]}
    />
  )
}
