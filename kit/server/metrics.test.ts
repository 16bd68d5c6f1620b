import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listenTo } from '#test/events.ts'
import { startTestApp } from '#test/harness.ts'
import { asProblem } from './database-problem.ts'
import { recorded } from './jobs.ts'
import { type MetricsServer, openMetricsServer } from './metrics.ts'
import { newTurns } from './turns.ts'

const { app, make, as, request, folder } = startTestApp()
let server: MetricsServer
beforeAll(async () => {
  server = await openMetricsServer({ port: 0, host: '127.0.0.1' })
  expect((await fetch(`http://127.0.0.1:${server.port}/metrics`)).status, 'during the start').toBe(503)
  server.serve(app.metrics)
})
afterAll(() => server.close())

const scrape = async () => (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text()
const lines = async (name: string) => (await scrape()).split('\n').filter(line => line.startsWith(name))

describe('the figures of a process', () => {
  it('count requests by route as it is written, and by status, and name nobody', async () => {
    const laboratory = await make.laboratory()
    const practice = await make.practice(laboratory)
    const user = await make.user(practice)
    const { id } = await make.order(practice)
    const call = await as(user)
    await call(`/api/orders/${id}`)
    await call('/api/orders?search=Martin')
    await request(laboratory, '/api/orders')
    await request(laboratory, `/nowhere/${id}`)
    const counts = await lines('arcade_request_seconds_count')
    expect(counts).toContain('arcade_request_seconds_count{method="GET",route="/api/orders/:id",status="200"} 1')
    expect(counts).toContain('arcade_request_seconds_count{method="GET",route="/api/orders",status="200"} 1')
    expect(counts).toContain('arcade_request_seconds_count{method="GET",route="/api/orders",status="401"} 1')
    const all = await scrape()
    for (const secret of [id, user.id, user.login, laboratory.id, laboratory.host, practice.id, 'Martin'])
      expect(all).not.toContain(secret)
  })

  it('count what the database could not do by its class, each of which is there from the first', async () => {
    // Other tests of this process may have caused some.
    const read = async () =>
      new Map((await lines('arcade_database_absences_total')).map(line => line.split(' ') as [string, string]))
    const countOf = (counts: Map<string, string>, kind: string) =>
      Number(counts.get(`arcade_database_absences_total{class="${kind}"}`))
    const before = await read()
    asProblem(Object.assign(new Error('Martin'), { severity: 'ERROR', code: '53100' }), 'work')
    asProblem(Object.assign(new Error('Martin'), { severity: 'ERROR', code: '22P02' }), 'work')
    asProblem(new Error('Connection terminated unexpectedly'), 'work')
    const counts = await read()
    for (const kind of ['53', '08']) expect(countOf(counts, kind)).toBe(countOf(before, kind) + 1)
    expect([...counts.keys()].join()).not.toContain('22')
  })

  it('tell how the database, the queues, the jobs, the screens and the event loop do', async () => {
    const { inTurn } = newTurns({ name: 'drawings', atOnce: 1, longestQueue: 1, retryAfter: 1 })
    const { promise: finished, resolve: finish } = Promise.withResolvers<void>()
    const first = inTurn({ tenant: '' }, () => finished)
    const second = inTurn({ tenant: '' }, () => finished)
    await expect(inTurn({ tenant: '' }, () => finished)).rejects.toThrow('unavailable')
    await recorded('sweeping', Promise.resolve())
    await expect(recorded('sweeping', Promise.reject(new Error('no')))).rejects.toThrow('no')
    const all = await scrape()
    for (const line of [
      'arcade_queue_length{queue="drawings",state="running"} 1',
      'arcade_queue_length{queue="drawings",state="waiting"} 1',
      'arcade_queue_sent_away_total{queue="drawings"} 1',
      'arcade_job_runs_total{name="sweeping",outcome="done"} 1',
      'arcade_job_runs_total{name="sweeping",outcome="failed"} 1',
      'arcade_live_streams 0',
      'arcade_database_waiting 0',
    ])
      expect(all.split('\n')).toContain(line)
    expect(all).toMatch(/^arcade_database_connections\{state="idle"\} [1-9]/m)
    expect(all).toMatch(/^nodejs_eventloop_lag_p99_seconds /m)
    expect(all).toMatch(/^arcade_job_last_done_timestamp_seconds\{name="sweeping"\} \d{10}/m)
    finish()
    await Promise.all([first, second])
  })

  it('tell how many screens are open', async () => {
    const call = await as(await make.user(await make.practice(await make.laboratory())))
    const events = listenTo(await call('/api/events'))
    await events.next('ready')
    expect(await lines('arcade_live_streams')).toEqual(['arcade_live_streams 1'])
    await events.close()
    await expect.poll(() => lines('arcade_live_streams')).toEqual(['arcade_live_streams 0'])
  })

  it('tell how many requests wait for a connection to the database', async () => {
    const laboratory = await make.laboratory()
    const user = await make.user(await make.practice(laboratory))
    const call = await as(user)
    const language = () => call('/api/account/language', { method: 'PATCH', body: { language: 'en' } })
    let answers: Promise<unknown> | undefined
    await make.within(laboratory.id, async client => {
      await client.query('select from users where id = $1 for update', [user.id])
      // More than one user may have running.
      answers = Promise.all(Array.from({ length: 20 }, language))
      await expect
        .poll(() => lines('arcade_database_waiting'), { interval: 10 })
        .toEqual([expect.stringMatching(/ [1-9]/)])
    })
    await answers
    expect(await lines('arcade_database_waiting')).toEqual(['arcade_database_waiting 0'])
  })

  it('bear no label that Prometheus gives itself', async () => {
    await recorded('sweeping', Promise.resolve())
    expect(await scrape()).not.toMatch(/[{,](job|instance)="/)
  })

  it('tell whether the storage is there', async () => {
    expect(await lines('arcade_storage_up')).toEqual(['arcade_storage_up 1'])
    await rename(join(folder, 'files'), join(folder, 'elsewhere'))
    expect(await lines('arcade_storage_up')).toEqual(['arcade_storage_up 0'])
    await rename(join(folder, 'elsewhere'), join(folder, 'files'))
    expect(await lines('arcade_storage_up')).toEqual(['arcade_storage_up 1'])
  })

  it('are served nowhere else', async () => {
    const laboratory = await make.laboratory()
    const practice = await make.practice(laboratory)
    const call = await as(await make.user(practice))
    expect(await (await call('/metrics')).text()).not.toContain('arcade_')
    expect((await fetch(`http://127.0.0.1:${server.port}/`)).status).toBe(404)
  })
})
