import pg from 'pg'

/** Whether no laboratory lives in this database yet. */
export async function isEmpty(ownerUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const { rowCount } = await client.query('SELECT FROM brands LIMIT 1')
    return rowCount === 0
  } finally {
    await client.end()
  }
}
