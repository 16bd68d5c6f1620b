import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Writable } from 'node:stream'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { pino } from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { settleQueues } from '#db/queues.ts'
import { jobs } from '#kit/server/jobs.ts'
import { startTestApp, testSecret } from '#test/harness.ts'
import type { TestLaboratory } from '#test/make.ts'
import type { Laboratory } from './actor.ts'
import { openLaboratoryOf } from './guards.ts'
import { givenUpQueue, type Job, type JobAsked, job } from './job.ts'
import { JobQueue } from './job-queue.ts'

const { app, owner, make, database } = startTestApp()
const runtime = app.api.services.database

const open: { queue: JobQueue; lines: string[] }[] = []
afterEach(async () => {
  const processes = open.splice(0)
  await Promise.all(processes.map(({ queue }) => queue.stop()))
  // The runtime role may do everything that the queue does by itself.
  expect(processes.flatMap(({ lines }) => lines.filter(line => line.includes('job queue')))).toEqual([])
})

type Asked = JobAsked<'practiceId'>
type Thing = Job<'practiceId', unknown>

/** A job for this test, which records its ids. */
async function aJob(work: (asked: Asked) => Promise<void> = async () => {}, more: Partial<Thing> = {}) {
  const asked: string[] = []
  const declared = job<'practiceId', unknown>({
    name: `test_${randomBytes(6).toString('hex')}`,
    ids: ['practiceId'],
    retries: 2,
    pauseSeconds: { first: 1, longest: 1 },
    longestSeconds: 30,
    atOnce: 4,
    ...more,
    async work(told) {
      asked.push(told.ids.practiceId)
      await work(told)
    },
  })
  await settleQueues(database.ownerUrl, [declared])
  return { declared, asked }
}

/** One process of the queue; `lines` is its log. */
function aProcess(declared: Thing, appSecret = testSecret) {
  const lines: string[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const queue = new JobQueue({
    database: runtime,
    url: database.jobsUrl,
    log: pino(stream),
    appSecret,
    pollSeconds: 0.5,
    superviseSeconds: 1,
  })
  queue.serve(declared, undefined)
  const started = { queue, lines }
  open.push(started)
  return started
}

const at = <T>({ id }: TestLaboratory, work: (laboratory: Laboratory) => Promise<T>) =>
  openLaboratoryOf(runtime, id, 'write', work)

describe('a job', () => {
  it('is done after the commit of what asked for it, in the laboratory that did, and never after a rollback', async () => {
    const laboratory = await make.laboratory()
    const practice = await make.practice(laboratory, { name: 'Cabinet du job' })
    const other = await make.practice(await make.laboratory())
    const seen: string[][] = []
    const { declared, asked } = await aJob(async ({ inLaboratory }) => {
      const names = await inLaboratory('read', ({ tx }) => tx.selectFrom('practices').select('name').execute())
      seen.push(names.map(({ name }) => name))
    })
    const { queue } = aProcess(declared)
    await queue.start()
    const failing = at(laboratory, async actor => {
      await queue.enqueue(actor, declared, { practiceId: other.id })
      throw new Error('No.')
    })
    await expect(failing).rejects.toThrow('No.')
    await at(laboratory, actor => queue.enqueue(actor, declared, { practiceId: practice.id }))
    await expect.poll(() => asked).toEqual([practice.id])
    await expect.poll(() => seen).toEqual([['Cabinet du job']])
    expect(jobs.get(declared.name)).toMatchObject({ done: 1, failed: 0 })
  })

  it('that is asked for by its id is there once', async () => {
    const laboratory = await make.laboratory()
    const { id: practiceId } = await make.practice(laboratory)
    const { declared, asked } = await aJob()
    const { queue } = aProcess(declared)
    for (const _ of [1, 2, 3]) await at(laboratory, actor => queue.enqueue(actor, declared, { practiceId }, practiceId))
    await queue.start()
    await expect.poll(() => asked).toEqual([practiceId])
    await expect.poll(() => jobs.get(declared.name)?.done).toBe(1)
  })

  it('is done by one of several processes', async () => {
    const laboratory = await make.laboratory()
    const { declared, asked } = await aJob()
    const processes = [aProcess(declared), aProcess(declared), aProcess(declared)]
    const practices = await Promise.all(Array.from({ length: 12 }, () => make.practice(laboratory)))
    const [first] = processes
    for (const { id } of practices)
      await at(laboratory, actor => first?.queue.enqueue(actor, declared, { practiceId: id }) ?? Promise.reject())
    await Promise.all(processes.map(({ queue }) => queue.start()))
    await expect.poll(() => jobs.get(declared.name)?.done).toBe(12)
    expect(asked.toSorted()).toEqual(practices.map(({ id }) => id).toSorted())
  })

  it('is tried again until it succeeds', async () => {
    const laboratory = await make.laboratory()
    let failures = 2
    const { declared, asked } = await aJob(async () => {
      if (failures-- > 0) throw new Error('Not yet.')
    })
    const { queue } = aProcess(declared)
    await queue.start()
    const { id: practiceId } = await make.practice(laboratory)
    await at(laboratory, actor => queue.enqueue(actor, declared, { practiceId }))
    await expect.poll(() => jobs.get(declared.name)).toMatchObject({ done: 1, failed: 2 })
    expect(asked).toEqual([practiceId, practiceId, practiceId])
  })

  it('that fails to the last is given up: seen in the log by its reference, in the figures, and by what it was to do', async () => {
    const laboratory = await make.laboratory()
    const givenUp: string[] = []
    const { declared } = await aJob(
      async ({ inLaboratory }) => {
        await inLaboratory('read', ({ tx }) =>
          tx.selectFrom('practices').select('id').where('id', '=', 'Madame Canari').execute(),
        )
      },
      {
        retries: 1,
        giveUp: async ({ ids }) => {
          givenUp.push(ids.practiceId)
        },
      },
    )
    const { queue, lines } = aProcess(declared)
    await queue.start()
    const { id: practiceId } = await make.practice(laboratory)
    await at(laboratory, actor => queue.enqueue(actor, declared, { practiceId }))
    await expect.poll(() => givenUp).toEqual([practiceId])
    const { rows } = await owner.query<{ id: string; output: unknown }>(
      'select id, output from pgboss.job where name = $1',
      [declared.name],
    )
    const said = lines
      .map(line => JSON.parse(line) as Record<string, unknown>)
      .find(({ msg }) => msg === 'job given up')
    expect(said).toMatchObject({ job: declared.name, reference: rows[0]?.id, tries: 2 })
    expect(await app.metrics.registry.metrics()).toContain(`arcade_jobs_given_up_total{name="${declared.name}"} 1`)
    // PostgreSQL chokes on a value with somebody's name: neither the log nor the queue's own notes may contain it.
    expect(lines.join() + JSON.stringify(rows)).not.toContain('Canari')
  })

  it('that waits for its turn is counted in the figures', async () => {
    const laboratory = await make.laboratory()
    const { declared } = await aJob()
    const { id: practiceId } = await make.practice(laboratory)
    // This process does not serve the job, but its counts include it.
    const { declared: other } = await aJob()
    await aProcess(other).queue.start()
    for (let asked = 1; asked <= 3; asked++)
      await at(laboratory, actor => app.jobs.enqueue(actor, declared, { practiceId }))
    await expect
      .poll(() => app.metrics.registry.metrics())
      .toContain(`arcade_jobs_waiting{name="${declared.name}"} 3\n`)
    await owner.query(`update pgboss.job set created_on = now() - interval '1 hour' where name = $1`, [declared.name])
    expect(await app.metrics.registry.metrics()).toMatch(
      new RegExp(`arcade_job_longest_wait_seconds\\{name="${declared.name}"\\} 36\\d\\d`),
    )
  })

  it('of a process that has gone is begun anew by another', async () => {
    const laboratory = await make.laboratory()
    const { declared, asked } = await aJob()
    const { queue } = aProcess(declared)
    const { id: practiceId } = await make.practice(laboratory)
    await at(laboratory, actor => queue.enqueue(actor, declared, { practiceId }))
    // The state that a process leaves when it is killed with a job in hand.
    await owner.query(
      `update pgboss.job set state = 'active', started_on = now() - interval '1 minute' where name = $1`,
      [declared.name],
    )
    await queue.start()
    await expect.poll(() => asked).toEqual([practiceId])
  })

  it('that takes too long is told so, and tried again', async () => {
    const laboratory = await make.laboratory()
    let cutOff = 0
    const { declared, asked } = await aJob(
      async ({ signal }) => {
        if (asked.length > 1) return
        await once(signal, 'abort')
        cutOff += 1
      },
      { longestSeconds: 1 },
    )
    const { queue } = aProcess(declared)
    await queue.start()
    const { id: practiceId } = await make.practice(laboratory)
    await at(laboratory, actor => queue.enqueue(actor, declared, { practiceId }))
    await expect.poll(() => asked).toEqual([practiceId, practiceId])
    expect(cutOff).toBe(1)
  })

  it('under way is waited for when the process stops, and nothing more is begun', async () => {
    const laboratory = await make.laboratory()
    const begun = Promise.withResolvers<void>()
    const end = Promise.withResolvers<void>()
    const { declared, asked } = await aJob(
      async () => {
        begun.resolve()
        await end.promise
      },
      { atOnce: 1 },
    )
    const { queue } = aProcess(declared)
    const ids = await Promise.all([make.practice(laboratory), make.practice(laboratory)])
    for (const { id } of ids) await at(laboratory, actor => queue.enqueue(actor, declared, { practiceId: id }))
    await queue.start()
    await begun.promise
    const stopped = queue.stop()
    // A request that is still being answered may enqueue more: the next process does it.
    const late = await make.practice(laboratory)
    await at(laboratory, actor => queue.enqueue(actor, declared, { practiceId: late.id }))
    end.resolve()
    await stopped
    expect(jobs.get(declared.name)?.done).toBe(1)
    expect(asked).toHaveLength(1)
    const next = aProcess(declared)
    await next.queue.start()
    await expect.poll(() => asked.toSorted()).toEqual([...ids, late].map(({ id }) => id).toSorted())
  })

  it('of a laboratory that is closed does nothing and fails nobody', async () => {
    const laboratory = await make.laboratory()
    let done = 0
    const { declared, asked } = await aJob(({ inLaboratory }) =>
      inLaboratory('write', async () => {
        done += 1
      }),
    )
    const { queue } = aProcess(declared)
    const { id: practiceId } = await make.practice(laboratory)
    await at(laboratory, actor => queue.enqueue(actor, declared, { practiceId }))
    await make.within(laboratory.id, client => client.query('update brands set disabled_at = now()'))
    await queue.start()
    await expect.poll(() => asked).toEqual([practiceId])
    await expect
      .poll(async () => (await owner.query('select state from pgboss.job where name = $1', [declared.name])).rows)
      .toEqual([{ state: 'completed' }])
    expect(done).toBe(0)
  })

  it('that SQL has slipped into the queue opens no laboratory', async () => {
    const laboratory = await make.laboratory()
    const other = await make.laboratory()
    const practices = [await make.practice(laboratory), await make.practice(other)]
    const { declared, asked } = await aJob(async () => {}, { retries: 0 })
    const { queue } = aProcess(declared)
    for (const { id } of practices) await at(laboratory, actor => queue.enqueue(actor, declared, { practiceId: id }))
    await owner.query(
      `update pgboss.job set data = jsonb_set(data, '{brandId}', to_jsonb($1::text))
       where name = $2 and data -> 'ids' ->> 'practiceId' = $3`,
      [other.id, declared.name, practices[1]?.id],
    )
    await queue.start()
    await expect.poll(() => jobs.get(declared.name)?.givenUp).toBe(1)
    expect(asked).toEqual([practices[0]?.id])
  })
})

describe('the tables of the queue', () => {
  it('are what the installed release of pg-boss expects', async () => {
    const boss = new PgBoss({ db: { executeSql: (text, values) => owner.query(text, values) }, schema: 'pgboss' })
    expect(await boss.detectSchemaDrift()).toMatchObject({ ok: true, extraIndexes: [] })
  })

  const as = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    return work(client).finally(() => client.end())
  }
  /** The number of rows affected, or the SQLSTATE of the refusal. */
  const outcomeOf = async (client: pg.Client, statement: string, values: string[] = []) =>
    client.query(statement, values).then(
      ({ rowCount }) => rowCount,
      error => error.code,
    )

  it.each(['appUrl', 'jobsUrl'] as const)(
    'are neither made by the role of %s, nor their queues declared',
    async role => {
      await as(database[role], async client => {
        for (const statement of [
          `select pgboss.create_queue('mine', '{}')`,
          `insert into pgboss.queue (name) values ('mine')`,
          'update pgboss.queue set retry_limit = 0',
          'truncate pgboss.job',
          'create table pgboss.mine ()',
          'drop table pgboss.warning',
        ])
          expect(await outcomeOf(client, statement), statement).toBe('42501')
      })
    },
  )

  it('show the runtime role no job, and take none from it as if it had been given up or begun', async () => {
    const laboratory = await make.laboratory()
    const { declared, asked } = await aJob()
    const { queue } = aProcess(declared)
    const { id: practiceId } = await make.practice(laboratory)
    await at(laboratory, actor => queue.enqueue(actor, declared, { practiceId }))
    const givenUp = givenUpQueue(declared)
    await as(database.appUrl, async client => {
      for (const table of ['pgboss.job', 'pgboss.job_common']) {
        for (const [statement, outcome] of [
          [`select from ${table}`, 0],
          [`update ${table} set retry_limit = 0, dead_letter = null`, 0],
          [`delete from ${table}`, 0],
          [
            `insert into ${table} (name, data) select '${givenUp}', data from ${table} where name = '${declared.name}'`,
            0,
          ],
          [`insert into ${table} (name, data) values ('${givenUp}', '{}')`, '42501'],
          [`insert into ${table} (name, data, state) values ('${declared.name}', '{}', 'active')`, '42501'],
          [
            `insert into ${table} (name, data, source_id) values ('${declared.name}', '{}', gen_random_uuid())`,
            '42501',
          ],
        ] as const)
          expect(await outcomeOf(client, statement), statement).toBe(outcome)
      }
      for (const statement of [
        `update pgboss.queue set monitor_on = 'infinity'`,
        `update pgboss.version set flow_on = 'infinity'`,
        'delete from pgboss.job_dependency',
      ])
        expect(await outcomeOf(client, statement), statement).toBe(0)
    })
    await queue.start()
    await expect.poll(() => asked).toEqual([practiceId])
    await expect.poll(() => jobs.get(declared.name)).toMatchObject({ done: 1, failed: 0, givenUp: 0 })
  })

  it('are all that the role of the queue may touch: no laboratory is open to it, whatever is signed', async () => {
    const { rows } = await owner.query<{ name: string }>(
      `select format('table %s.%s', n.nspname, c.relname) as name
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname in ('public', 'tenant', 'migration') and c.relkind in ('r', 'p', 'v', 'S')
         and has_any_column_privilege('arcade_jobs', c.oid, 'select, insert, update, references')
       union all
       select format('schema %s', nspname) from pg_namespace
       where nspname in ('tenant', 'migration') and has_schema_privilege('arcade_jobs', oid, 'usage')
       union all
       select format('function %s', p.oid::regprocedure) from pg_proc p
       where pronamespace in ('public'::regnamespace, 'tenant'::regnamespace)
         and has_function_privilege('arcade_jobs', p.oid, 'execute') and prosecdef`,
    )
    expect(rows).toEqual([])
  })
})
