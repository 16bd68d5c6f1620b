import type { ReactNode } from 'react'
import './table.css'
import { classes } from './classes.ts'
import { Skeleton } from './skeleton.tsx'

export type SortDirection = 'ascending' | 'descending'

export type Column<Row> = {
  key: string
  /** The heading, and the label of the value when a row is a card. */
  label: string
  labelHidden?: boolean | undefined
  /** A `<SortLink>` in place of the bare label. */
  header?: ReactNode
  /** How the list is sorted by this column now; left out where it cannot be sorted. */
  sorted?: SortDirection | 'none' | undefined
  /** Fixed widths: a number (`sm`), a status or a date (`md`); the others share what is left. */
  size?: 'sm' | 'md' | undefined
  /** `end` for amounts. */
  align?: 'end' | undefined
  /**
   * Where the cell goes when a row is a card on a phone: the title, opposite the title, in the corner (row menu), bare
   * on its own line, or labelled on its own line (the usual).
   */
  phone?: 'title' | 'aside' | 'corner' | 'bare' | undefined
  cell: (row: Row) => ReactNode
}

type TableProps<Row> = {
  /** Names the table; read out, not seen. */
  caption: string
  columns: readonly Column<Row>[]
  /** Nothing yet: a skeleton of `skeletonRows` rows with the same geometry. */
  rows: readonly Row[] | undefined
  skeletonRows?: number | undefined
  rowKey: (row: Row) => string
  /** A refetch is under way; the old rows stay. */
  busy?: boolean | undefined
}

/** The first column names its row. Under 768 px each row is a card with the same labels. */
export function Table<Row>({ caption, columns, rows, skeletonRows = 25, rowKey, busy }: TableProps<Row>) {
  return (
    <div className={classes('table-box', busy && 'table-box--busy')}>
      <table className="table" aria-busy={busy || rows === undefined || undefined}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(column => (
              <th key={column.key} scope="col" className={cellClass(column)} aria-sort={column.sorted}>
                {column.labelHidden ? (
                  <span className="visually-hidden">{column.label}</span>
                ) : (
                  (column.header ?? column.label)
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows?.map(row => (
            <tr key={rowKey(row)}>
              {columns.map((column, index) => {
                const Cell = index === 0 ? 'th' : 'td'
                return (
                  <Cell
                    key={column.key}
                    scope={index === 0 ? 'row' : undefined}
                    className={cellClass(column)}
                    data-label={column.phone ? undefined : column.label}
                  >
                    {column.cell(row)}
                  </Cell>
                )
              })}
            </tr>
          ))}
          {rows === undefined &&
            Array.from({ length: skeletonRows }, (_, index) => index).map(place => (
              <tr key={place} className="table__skeleton">
                {columns.map(column => (
                  <td
                    key={column.key}
                    className={cellClass(column)}
                    data-label={column.phone ? undefined : column.label}
                  >
                    {!column.labelHidden && <Skeleton width="medium" />}
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  )
}

const cellClass = <Row,>({ size, align, phone }: Column<Row>) =>
  classes(size && `table__cell--${size}`, align && `table__cell--${align}`, phone && `table__cell--${phone}`) ||
  undefined
