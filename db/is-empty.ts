import { newClient } from '#kit/server/postgres-client.ts'

/** Whether no laboratory lives in this database yet. */
export async function isEmpty(ownerUrl: string): Promise<boolean> {
  const client = newClient(ownerUrl)
  await client.connect()
  try {
    const { rowCount } = await client.query('SELECT FROM brands LIMIT 1')
    return rowCount === 0
  } finally {
    await client.end()
  }
}
