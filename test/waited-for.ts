import type pg from 'pg'
import { expect } from 'vitest'

const waiting = 'select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))'

/** Until somebody waits for what the transaction of this client holds: then whoever was asked has come to its lock. */
export const waitedFor = (client: pg.PoolClient): Promise<void> =>
  expect.poll(async () => (await client.query(waiting)).rowCount).toBeGreaterThan(0)
