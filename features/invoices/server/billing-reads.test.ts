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

it('a run reads the cases that it bills, and not all that wait', async () => {
  const { laboratory } = await fillBilling(owner, practices, cases)
  await owner.query('vacuum analyze')
  const { database } = app.api.services
  const runId = await openLaboratoryOf(database, laboratory.id, 'write', actor =>
    beginRun(actor, dayInZone(new Date(), 'Europe/Paris')),
  )
  const readUntilNow = async ({ tx }: Laboratory) => {
    const { rows } = await sql<{ read: number }>`
      select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_xact_user_tables
      where relname = 'orders'`.execute(tx)
    return rows[0]?.read ?? Number.NaN
  }
  const readOfEach: number[] = []
  for (let left = practices; left > 0; left -= atOnce)
    await openLaboratoryOf(database, laboratory.id, 'write', async actor => {
      const before = await readUntilNow(actor)
      expect(await continueRun(actor, runId ?? '', atOnce)).toBe(true)
      readOfEach.push(((await readUntilNow(actor)) - before) / (atOnce * cases))
    })
  // A dozen questions read each case by its key; one that reads all of them for each practice is sixty more.
  expect(Math.max(...readOfEach)).toBeLessThan(60)
}, 60_000)
