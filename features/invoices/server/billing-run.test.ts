import { describe, expect, it } from 'vitest'
import { addDays } from '#kit/day.ts'
import { doChores } from '#tenancy/server/chores.ts'
import { openLaboratoryOf } from '#tenancy/server/guards.ts'
import type { JobAsked } from '#tenancy/server/job.ts'
import { dataOf, post, startBillingTests } from '#test/billing.ts'
import type { TestLaboratory, TestPractice } from '#test/make.ts'
import { today } from '#test/today.ts'
import { billingRun } from './billing-run.ts'
import { continueRun } from './billing-sql.ts'

const { app, make, laboratoryThatBills, deliveredCase, billedOf } = startBillingTests()
const { database } = app.api.services

describe('a run', () => {
  const inLaboratory =
    ({ id }: TestLaboratory): JobAsked<'runId'>['inLaboratory'] =>
    (mode, work) =>
      openLaboratoryOf(database, id, mode, work)

  it('bills each practice once, killed in the midst and gone on with by several at once, without a gap', async () => {
    const lab = await laboratoryThatBills()
    const practices = await Promise.all(Array.from({ length: 12 }, () => make.practice(lab.laboratory)))
    for (const practice of practices) for (let i = 0; i < 3; i++) await deliveredCase(lab, practice)
    await deliveredCase(lab, practices[0] as TestPractice, [{ reference: 'X', version: 0 }])
    const run = await dataOf(await lab.accounting('/api/staff/billing/runs', post({ until: today })))
    expect(run).toMatchObject({ practices: 12, done: 0, type: 'invoice' })

    // The sixth practice is billed, but the process dies before the commit.
    let left = 6
    const within = inLaboratory(lab.laboratory)
    const dying = billingRun.work(
      {
        ids: { runId: run.id },
        signal: new AbortController().signal,
        inLaboratory: (mode, work) =>
          within(mode, async laboratory => {
            const done = await work(laboratory)
            if (--left === 0) throw new Error('killed')
            return done
          }),
      },
      { practicesAtOnce: 1 },
    )
    await expect(dying).rejects.toThrow('killed')
    expect(await billedOf(lab.laboratory)).toMatchObject({ codes: 5, highest: 5 })

    const goOn = () =>
      billingRun.work(
        { ids: { runId: run.id }, signal: new AbortController().signal, inLaboratory: within },
        { practicesAtOnce: 3 },
      )
    await Promise.all([goOn(), goOn(), goOn()])
    expect(await billedOf(lab.laboratory)).toEqual({ codes: 12, numbers: 12, highest: 12, lines: 36 })
    expect(await dataOf(await lab.accounting('/api/staff/billing/runs'))).toMatchObject([
      { done: 12, pieces: 12, amountCents: 36 * 14_900, unpriced: 1 },
    ])
    await goOn()
    expect(await within('write', laboratory => continueRun(laboratory, run.id, 1))).toBe(false)
  })

  it('leaves what was delivered later for the next one', async () => {
    const lab = await laboratoryThatBills()
    const early = await deliveredCase(lab, lab.practice, [lab.crown], { status: 'delivered' })
    await make.insert(lab.laboratory.id, 'order_events', {
      brand_id: lab.laboratory.id,
      practice_id: lab.practice.id,
      order_id: early.id,
      sequence: 1,
      status: 'delivered',
      at: `${addDays(today, -9)}T10:00:00Z`,
    })
    for (const practice of [lab.practice, await make.practice(lab.laboratory)]) await deliveredCase(lab, practice)
    const until = addDays(today, -8)
    const run = await dataOf(await lab.accounting('/api/staff/billing/runs', post({ until })))
    expect(run, 'who has only later work is not in it').toMatchObject({ practices: 1 })
    await billingRun.work(
      { ids: { runId: run.id }, signal: new AbortController().signal, inLaboratory: inLaboratory(lab.laboratory) },
      { practicesAtOnce: 25 },
    )
    expect(await billedOf(lab.laboratory)).toMatchObject({ codes: 1, lines: 1 })
  })

  it('bills a case by the day on which it came, whatever is noted of it later', async () => {
    const lab = await laboratoryThatBills()
    const { laboratory, practice, crown, accounting } = lab
    const made = await deliveredCase(lab, practice, [crown], { status: 'delivered' })
    const until = addDays(today, -8)
    const line = (sequence: number, values: object) =>
      make.insert(laboratory.id, 'order_events', {
        brand_id: laboratory.id,
        practice_id: practice.id,
        order_id: made.id,
        sequence,
        status: 'delivered',
        ...values,
      })
    await line(1, { at: `${addDays(until, -1)}T10:00:00Z` })
    await line(2, { at: `${addDays(until, 3)}T10:00:00Z`, note: 'Le cabinet est content.' })
    expect(await dataOf(await accounting(`/api/staff/billing/practices?until=${until}`))).toMatchObject([{ cases: 1 }])
    const run = await dataOf(await accounting('/api/staff/billing/runs', post({ until })))
    expect(run).toMatchObject({ practices: 1 })
    await billingRun.work(
      { ids: { runId: run.id }, signal: new AbortController().signal, inLaboratory: inLaboratory(laboratory) },
      { practicesAtOnce: 25 },
    )
    const { rows } = await make.within(laboratory.id, client =>
      client.query('select delivered_on::text as day from invoice_lines'),
    )
    expect(rows).toEqual([{ day: addDays(until, -1) }])
  })

  it('that stands without a job, after a restore say, is given one; one that moves, is done or is long past is not', async () => {
    const lab = await laboratoryThatBills()
    const { id } = lab.laboratory
    const other = await make.practice(lab.laboratory)
    for (const practice of [lab.practice, other]) await deliveredCase(lab, practice)
    const run = await dataOf(await lab.accounting('/api/staff/billing/runs', post({ until: today })))
    const shift = (age: string) =>
      make.within(id, client => client.query('update billing_runs set created_at = now() - $1::interval', [age]))
    /** Takes the jobs as the queue does, which leaves it as a restore would. */
    const takeJobs = async () => {
      const { rows } = await make.within(id, client =>
        client.query<{ runId: string }>(
          `delete from pgboss.job where name = 'billing_run' and data->>'brandId' = $1 returning data->'ids'->>'runId' as "runId"`,
          [id],
        ),
      )
      return rows.map(({ runId }) => runId)
    }
    const givenByUpkeep = async () => {
      await doChores(app.chores, { minute: 1, laboratories: [id] })
      return takeJobs()
    }
    expect(await takeJobs()).toEqual([run.id])
    expect(await givenByUpkeep(), 'it has just begun').toEqual([])
    await shift('8 days')
    expect(await givenByUpkeep(), 'nobody has missed it').toEqual([])
    await shift('2 hours')
    await doChores(app.chores, { minute: 1, laboratories: [id] })
    expect(await givenByUpkeep(), 'one, however often upkeep comes by').toEqual([run.id])
    await doChores(app.chores, { minute: 1, laboratories: [id] })
    await make.within(id, client =>
      client.query(`update pgboss.job set state = 'failed' where name = 'billing_run' and data->>'brandId' = $1`, [id]),
    )
    await shift('5 hours')
    expect(await givenByUpkeep(), 'the one that was given up, and another').toEqual([run.id, run.id])

    const goOn = () => inLaboratory(lab.laboratory)('write', laboratory => continueRun(laboratory, run.id, 1))
    expect(await goOn()).toBe(true)
    expect(await givenByUpkeep(), 'it moves').toEqual([])
    await make.within(id, client =>
      client.query(`update billing_run_practices set done_at = done_at - interval '6 minutes' where state = 'done'`),
    )
    expect(await givenByUpkeep(), 'it stands again').toEqual([run.id])
    expect(await goOn()).toBe(true)
    await make.within(id, client =>
      client.query(`update billing_run_practices set done_at = now() - interval '1 hour'`),
    )
    expect(await givenByUpkeep(), 'it is done').toEqual([])
    expect(await billedOf(lab.laboratory)).toMatchObject({ codes: 2 })
  })
})
