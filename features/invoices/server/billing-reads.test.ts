import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { dayInZone } from '#kit/day.ts'
import type { Laboratory } from '#tenancy/server/actor.ts'
import { openLaboratoryOf } from '#tenancy/server/guards.ts'
import { fillBilling } from '#test/fill-billing.ts'
import { startTestApp } from '#test/harness.ts'
import { makeOwnDatabase } from '#test/own-database.ts'
import { beginRun, continueRun } from './billing-sql.ts'

const own = await makeOwnDatabase()
afterAll(() => own.drop())
const { app, owner } = startTestApp({}, { ...own, adminUrl: '' })

const practices = 60
const cases = 10
const atOnce = 5
/** How often a case's row is read while it is billed: by key, and once per question that needs it. */
const mostOfCase = { orders: 14, order_events: 15, order_products: 4, invoice_orders: 3 }
type Table = keyof typeof mostOfCase
const tables = Object.keys(mostOfCase) as Table[]

it('a run reads the cases that it bills, and nothing of those that wait or have been billed', async () => {
  const { laboratory } = await fillBilling(owner, practices, cases)
  await owner.query('vacuum analyze')
  const { database } = app.api.services
  const runId = await openLaboratoryOf(database, laboratory.id, 'write', actor =>
    beginRun(actor, dayInZone(new Date(), 'Europe/Paris')),
  )
  const readUntilNow = async ({ tx }: Laboratory) => {
    const { rows } = await sql<{ name: Table; read: number }>`
      select relname as name, (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_xact_user_tables
      where relname = any(${tables})`.execute(tx)
    return new Map(rows.map(({ name, read }) => [name, read]))
  }
  for (let left = practices; left > 0; left -= atOnce)
    await openLaboratoryOf(database, laboratory.id, 'write', async actor => {
      const before = await readUntilNow(actor)
      expect(await continueRun(actor, runId ?? '', atOnce)).toBe(true)
      const after = await readUntilNow(actor)
      for (const table of tables) {
        const read = (after.get(table) ?? Number.NaN) - (before.get(table) ?? 0)
        expect(read, table).toBeLessThanOrEqual(mostOfCase[table] * atOnce * cases)
      }
    })
}, 180_000)
