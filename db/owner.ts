import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { OperatorError } from '#kit/server/operator-error.ts'
import { newClient } from '#kit/server/postgres-client.ts'

/** Any number of processes may start at once: one changes what is the owner's, the others wait for it. */
const ownerLock = 7_242_116

/** One after the other, whoever asks: migrations, and the keys that the database accepts. */
export async function asOwner<T>(ownerUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = newClient(ownerUrl)
  await client.connect()
  try {
    await client.query("set lock_timeout = '5min'")
    await takeTurn(client)
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Asks again and again: an index that is built beside the calls waits for every statement, one that waits for us too. */
async function takeTurn(client: pg.Client) {
  const until = Date.now() + 300_000
  for (;;) {
    const { rows } = await client.query<{ is_ours: boolean }>('select pg_try_advisory_lock($1) as is_ours', [ownerLock])
    if (rows[0]?.is_ours) return
    if (Date.now() > until) {
      throw new OperatorError(
        'Another process has been migrating this database for five minutes: see what it waits for.',
      )
    }
    await pause(50)
  }
}
