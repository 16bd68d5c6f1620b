import { type Day, daysBetween } from '#kit/day.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import type { IconName } from '#kit/web/ui/icon.tsx'
import { Pill } from '#kit/web/ui/pill.tsx'
import { Table } from '#kit/web/ui/table.tsx'
import { TwoLines } from '#kit/web/ui/two-lines.tsx'
import type { Absence } from '../contract.ts'
import type { AbsenceDialogsProps } from './absence-dialogs.tsx'
import { usePeriodWords, useReturnWords } from './period-words.ts'
import './absences.css'
import { absencesText } from './text.ts'

type AbsenceTableProps = {
  caption: string
  rows: readonly Absence[] | undefined
  busy: boolean
  onPrepare: () => void
  onOpen: (dialog: AbsenceDialogsProps) => void
}

/** A recurring absence is one row: its next date, or its last if none is to come. */
type Line = Absence & { last: Absence }

function linesOf(rows: readonly Absence[], today: Day): Line[] {
  const ofSeries = (id: string) =>
    rows.filter(({ seriesId }) => seriesId === id).toSorted((a, b) => (a.from < b.from ? -1 : 1))
  return rows.flatMap((row, index): Line[] => {
    if (!row.seriesId) return [{ ...row, last: row }]
    if (rows.findIndex(({ seriesId }) => seriesId === row.seriesId) < index) return []
    const times = ofSeries(row.seriesId)
    const last = times.at(-1) ?? row
    return [{ ...(times.find(({ to }) => to >= today) ?? last), last }]
  })
}

export function AbsenceTable({ caption, rows, busy, onPrepare, onOpen }: AbsenceTableProps) {
  const t = useText(absencesText)
  const format = useFormat()
  const today = format.today()
  const words = usePeriodWords()
  const returnWords = useReturnWords()
  const when = ({ from, to }: Absence) =>
    to < today ? t.over : from <= today ? t.ongoing : format.daysFromNow(daysBetween(today, from))
  const sub = (line: Line) => {
    if (!line.every) return when(line)
    const coming = line.from > today ? t.series.next(when(line)) : when(line)
    return `${t.series.until(words({ from: line.last.from, to: line.last.from })[0])} · ${coming}`
  }
  const ofAll = ({ last }: Line) => ({ scope: 'all', last: last.from, isNext: true }) as const
  /** The word is shown if the table has room; the accessible name says which absence. */
  const act = (icon: IconName, [word, label]: readonly [word: string, label: string], dialog: AbsenceDialogsProps) => (
    <Button
      variant="bare"
      className="absence__act"
      icon={icon}
      aria-label={label}
      title={label}
      onPointerEnter={onPrepare}
      onFocus={onPrepare}
      onClick={() => onOpen(dialog)}
    >
      <span>{word}</span>
    </Button>
  )
  return (
    <div className="absences">
      <Table
        caption={caption}
        rows={rows && linesOf(rows, today)}
        skeletonRows={4}
        rowKey={row => row.id}
        busy={busy}
        columns={[
          {
            key: 'dates',
            label: t.columns.dates,
            phone: 'title',
            cell: row => <TwoLines sub={sub(row)}>{row.every ? returnWords(row) : t.dates(...words(row))}</TwoLines>,
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
            size: 'sm',
            phone: 'corner',
            // A past absence cannot be deleted.
            cell: row =>
              row.to >= today && (
                <div className="row row--end absence__acts">
                  {row.every ? (
                    <>
                      {act('menu', [t.acts.show, t.series.show(returnWords(row))], { series: row })}
                      {act('calendar', [t.acts.edit, t.edit.series(returnWords(row))], { editing: row, ...ofAll(row) })}
                      {act('close', [t.acts.remove, t.series.remove(returnWords(row))], {
                        leaving: row,
                        ...ofAll(row),
                      })}
                    </>
                  ) : (
                    <>
                      {act('calendar', [t.acts.edit, t.edit.act(...words(row))], { editing: row })}
                      {act('close', [t.acts.remove, t.removal.act(...words(row))], { leaving: row })}
                    </>
                  )}
                </div>
              ),
          },
        ]}
      />
    </div>
  )
}
