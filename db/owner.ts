import pg from 'pg'
import { Refusal } from '#kit/server/refusal.ts'

/** Any number of processes may start at once: one changes what is the owner's, the others wait for it. */
const ownerLock = 7_242_116

/** One after the other, whoever asks: migrations, and the keys that the database accepts. */
export async function asOwner<T>(ownerUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: ownerUrl })
  // A connection that breaks also fails the statement under way, which says so.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query("set lock_timeout = '5min'")
    await client.query('select pg_advisory_lock($1)', [ownerLock]).catch(error => {
      if (error.code !== '55P03') throw error
      throw new Refusal('Another process has been migrating this database for five minutes: see what it waits for.')
    })
    return await work(client)
  } finally {
    await client.end()
  }
}
