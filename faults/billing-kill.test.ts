import { afterAll, expect, it } from 'vitest'
import { billingRun } from '#features/invoices/server/billing-run.ts'
import { beginRun } from '#features/invoices/server/billing-sql.ts'
import { dayInZone } from '#kit/day.ts'
import { openLaboratoryOf } from '#tenancy/server/guards.ts'
import { fillBilling } from '#test/fill-billing.ts'
import { startTestApp } from '#test/harness.ts'
import { makeOwnDatabase } from '#test/own-database.ts'
import { startInOwnProcess } from './own-process.ts'

const own = await makeOwnDatabase()
afterAll(() => own.drop())
const { app, owner, make, folder } = startTestApp({}, { ...own, adminUrl: '' })
const { database } = app.api.services

const practices = 60
const cases = 3
const patiently = { timeout: 60_000 }

it('a monthly run killed between practices and within one goes on where it was: nothing twice, no number left out', async () => {
  const { laboratory } = await fillBilling(owner, practices, cases)
  const today = dayInZone(new Date(), 'Europe/Paris')
  const runId = await openLaboratoryOf(database, laboratory.id, 'write', async actor => {
    const id = await beginRun(actor, today, [])
    if (!id) throw new Error('The run has not begun.')
    await app.jobs.enqueue(actor, billingRun, { runId: id }, id)
    return id
  })
  const figures = () =>
    make.within(laboratory.id, async client => {
      const { rows } = await client.query<{
        done: number
        pieces: number
        highest: number
        billed: number
        lines: number
      }>(
        `select count(*) filter (where state = 'done')::int as done, (select count(*)::int from invoices) as pieces,
           (select coalesce(max(number), 0) from invoices) as highest,
           (select count(*)::int from orders where status = 'invoiced') as billed,
           (select count(distinct order_id)::int from invoice_lines) as lines
         from billing_run_practices where run_id = $1`,
        [runId],
      )
      return rows[0]
    })
  const processOf = () => startInOwnProcess({ database: own, folder }, { doesJobs: true, jobPollSeconds: 0.5 })
  /** As a supervisor finds it after five minutes. */
  const isFoundDead = () =>
    owner.query(
      `update pgboss.job set state = 'retry', start_after = now() where name = 'billing_run' and state in ('active', 'retry')`,
    )

  // The next number is kept from it, so that it is killed with its pieces written and not committed.
  await make.within(laboratory.id, async client => {
    await client.query(
      `insert into piece_counters (brand_id, type, year, last_number, last_on)
       values ($1, 'invoice', extract(year from $2::date), 1, $2)`,
      [laboratory.id, today],
    )
    const first = await processOf()
    const isWaiting = async () =>
      (await client.query('select from pg_locks where not granted and transactionid = pg_current_xact_id()::xid'))
        .rowCount
    await expect.poll(isWaiting, patiently).toBeGreaterThan(0)
    first.child.kill('SIGKILL')
    await client.query('delete from piece_counters where brand_id = $1', [laboratory.id])
  })
  expect(await figures()).toEqual({ done: 0, pieces: 0, highest: 0, billed: 0, lines: 0 })

  await isFoundDead()
  const second = await processOf()
  await expect.poll(async () => (await figures())?.done, { ...patiently, interval: 5 }).toBeGreaterThan(0)
  second.child.kill('SIGKILL')
  const left = await figures()
  expect(left).toEqual({
    done: left?.done,
    pieces: left?.done,
    highest: left?.done,
    billed: cases * (left?.done ?? 0),
    lines: cases * (left?.done ?? 0),
  })

  await isFoundDead()
  await processOf()
  await expect.poll(async () => (await figures())?.done, patiently).toBe(practices)
  expect(await figures()).toEqual({
    done: practices,
    pieces: practices,
    highest: practices,
    billed: practices * cases,
    lines: practices * cases,
  })
}, 240_000)
