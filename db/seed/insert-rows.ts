import type pg from 'pg'

/** Any number of rows in one statement; they all name the same columns, and only those are set. */
export async function insertRows(client: pg.ClientBase, table: string, rows: readonly object[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
    .map(name => `"${name}"`)
    .join(', ')
  await client.query(
    `insert into "${table}" (${columns}) select ${columns} from jsonb_populate_recordset(null::"${table}", $1)`,
    [JSON.stringify(rows)],
  )
}
