import { memo, type ReactNode } from 'react'
import './table.css'
import { classes } from './classes.ts'
import { Skeleton } from './skeleton.tsx'
import { useSecondDrawing } from './use-second-drawing.ts'

export type SortDirection = 'ascending' | 'descending'

export type Column<Row> = {
  key: string
  /** The heading, and the label of the value when a row is shown as a card. */
  label: string
  labelHidden?: boolean | undefined
  /** A `<SortLink>` in place of the bare label. */
  header?: ReactNode
  /** The list's current direction by this column; omitted for columns that cannot be sorted. */
  sorted?: SortDirection | 'none' | undefined
  /** Fixed widths: a number (`sm`), a status or a date (`md`); the others share the rest. */
  size?: 'xs' | 'sm' | 'md' | undefined
  /** `end` for amounts. */
  align?: 'end' | undefined
  /**
   * Where the cell goes when a row is a card on a phone: the title, opposite the title, in the corner (row menu), bare on its own
   * line, or labelled on its own line (default).
   */
  phone?: 'title' | 'aside' | 'corner' | 'bare' | undefined
  cell: (row: Row) => ReactNode
}

type TableProps<Row> = {
  /** Names the table for screen readers; not visible. */
  caption: string
  columns: readonly Column<Row>[]
  /** Undefined while loading: shows a skeleton of `skeletonRows` rows with the same geometry. */
  rows: readonly Row[] | undefined
  skeletonRows?: number | undefined
  rowKey: (row: Row) => string
  /** A refetch is under way; the old rows stay. */
  busy?: boolean | undefined
}

/**
 * Divides the window's height into the number of rows drawn first. More than are visible: a row has 63 px, and the screen a head.
 */
const leastHeight = 75

/** The first column names its row. Under 768 px each row is a card with the same labels. */
export function Table<Row>({ caption, columns, rows, skeletonRows = 25, rowKey, busy }: TableProps<Row>) {
  // Rows are memoised; memoising the rest would cost more than drawing it.
  'use no memo'
  const isWhole = useSecondDrawing()
  const drawn = isWhole ? rows : rows?.slice(0, Math.ceil(innerHeight / leastHeight))
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
          {drawn?.map(row => (
            <Cells key={rowKey(row)} columns={columns} row={row} />
          ))}
          {rows === undefined &&
            Array.from({ length: skeletonRows }, (_, index) => index).map(place => (
              <Cells key={place} columns={columns} />
            ))}
        </tbody>
      </table>
    </div>
  )
}

/** An unchanged row is not redrawn. Without a row, draws a skeleton row. */
const Cells = memo(CellsOf) as typeof CellsOf

function CellsOf<Row>({ columns, row }: { columns: readonly Column<Row>[]; row?: Row }) {
  'use no memo'
  return (
    <tr className={row ? undefined : 'table__skeleton'}>
      {columns.map((column, index) => {
        const isName = row && index === 0
        const Cell = isName ? 'th' : 'td'
        return (
          <Cell
            key={column.key}
            scope={isName ? 'row' : undefined}
            className={cellClass(column)}
            data-label={column.phone ? undefined : column.label}
          >
            {row ? column.cell(row) : !column.labelHidden && <Skeleton width="medium" />}
          </Cell>
        )
      })}
    </tr>
  )
}

const cellClass = <Row,>({ size, align, phone }: Column<Row>) =>
  classes(size && `table__cell--${size}`, align && `table__cell--${align}`, phone && `table__cell--${phone}`) ||
  undefined
