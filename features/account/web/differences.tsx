import { Table } from '#kit/web/ui/table.tsx'
import type { AccountField, Difference } from '../contract.ts'
import { useValueWords } from './use-value-words.ts'
import './account.css'

type DifferencesProps<Row> = {
  rows: readonly Row[]
  text: { table: string; field: string; before: string; after: string }
  fields: Readonly<Record<AccountField, string>>
  none: string
  /** The earlier value, if it is not the current one. */
  beside?: (row: Row) => string | undefined
}

/** Field by field, the current and the requested value. */
export function Differences<Row extends Difference>({ rows, text, fields, none, beside }: DifferencesProps<Row>) {
  const { words } = useValueWords(none)
  return (
    <div className="account__differences">
      <Table
        caption={text.table}
        rows={rows}
        rowKey={({ field }) => field}
        columns={[
          { key: 'field', label: text.field, phone: 'title', cell: ({ field }) => fields[field] },
          {
            key: 'before',
            label: text.before,
            cell: row => {
              const now = beside?.(row)
              return (
                <span className="account__value">
                  <span className="muted">{words(row.before)}</span>
                  {now && <span className="account__moved">{now}</span>}
                </span>
              )
            },
          },
          {
            key: 'after',
            label: text.after,
            cell: ({ after }) => <span className="account__value strong">{words(after)}</span>,
          },
        ]}
      />
    </div>
  )
}
