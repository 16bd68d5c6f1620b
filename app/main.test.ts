import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { newDataFolder, postmasterOf, RunningApp } from '#test/running-app.ts'

const data = newDataFolder()
const apps: RunningApp[] = []

function start(settings: Record<string, string> = {}): RunningApp {
  const app = new RunningApp({ DATA_DIR: data.path, ...settings })
  apps.push(app)
  return app
}

beforeAll(() => {
  const build = resolve(import.meta.dirname, '..', 'scripts', 'build.ts')
  spawnSync(process.execPath, [build, '--if-stale'], { stdio: 'ignore' })
}, 120_000)

afterEach(async () => {
  for (const app of apps.splice(0).filter(app => !app.hasEnded)) {
    app.signal('SIGKILL')
    await app.ended()
  }
})

afterAll(() => data.remove())

describe('npm start', { timeout: 60_000 }, () => {
  test('makes its database, says where it answers and with which accounts, and keeps its secrets to itself', async () => {
    const app = start()
    const address = await app.ready()
    expect(app.output).toContain('Demo-portal-2026!')
    expect(app.output).toMatch(/ivoire\.localhost:\d+ +manager/)
    expect((await fetch(`${address}/readyz`)).status).toBe(200)
    for (const file of ['app-secret', 'database/passwords.json']) {
      expect(statSync(join(data.path, file)).mode & 0o777, file).toBe(0o600)
    }
    await asOwner('CREATE TABLE left_by_the_first_start ()')

    app.signal('SIGINT')
    expect(await app.ended()).toBe(0)
    expect(postmasterOf(data.path)).toBeUndefined()
  })

  test('finds its data again, and answers what it had accepted before Ctrl-C stops it', async () => {
    const app = start({ LOG_LEVEL: 'warn' })
    const address = await app.ready()
    await fetch(`${address}/healthz`, { headers: { 'x-forwarded-for': '203.0.113.9' } })
    await asOwner('SELECT FROM left_by_the_first_start')
    const laboratories = await asOwner('SELECT FROM brand_hosts')
    expect(laboratories).toBeGreaterThan(0)

    const slow = await halfRequest(address)
    app.signal('SIGINT')
    await sleep(400)
    expect(postmasterOf(data.path), 'the database outlives the requests').toBeDefined()
    await expect(fetch(`${address}/healthz`), 'no new connections').rejects.toThrow()
    const answer = await slow.finish()
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
    expect(answer.toLowerCase()).toContain('connection: close')
    expect(await app.ended()).toBe(0)
    expect(app.output).toContain('set TRUSTED_PROXIES')
    expect(postmasterOf(data.path)).toBeUndefined()
  })

  test('does not wait for unanswered requests when Ctrl-C comes a second time', async () => {
    const app = start()
    await halfRequest(await app.ready())
    app.signal('SIGINT')
    await sleep(100)
    app.signal('SIGINT')
    await sleep(1_000)
    expect(app.hasEnded, 'two signals at once are one Ctrl-C under npm').toBe(false)
    const askedAgain = performance.now()
    app.signal('SIGINT')
    expect(await app.ended()).toBe(0)
    expect(performance.now() - askedAgain).toBeLessThan(3_000)
    expect(postmasterOf(data.path)).toBeUndefined()
  })

  test('refuses a data folder in use and a port in use, and takes its database back after kill -9', async () => {
    const first = start()
    const address = await first.ready()

    const second = start()
    expect(await second.ended()).toBe(1)
    expect(second.output).toBe(`Arcade is already running on ${data.path} (process ${first.pid}, ${address}).\n`)

    const other = newDataFolder()
    const { port } = new URL(address)
    const third = start({ PORT: port, DATA_DIR: other.path })
    expect(await third.ended()).toBe(1)
    expect(third.output).toBe(
      `Port ${port} is already in use: stop the program that uses it, or set PORT to another.\n`,
    )
    expect(existsSync(join(other.path, 'database'))).toBe(false)
    other.remove()
    expect((await fetch(`${address}/readyz`)).status, 'the first one is unharmed').toBe(200)

    const postmaster = postmasterOf(data.path)
    first.signal('SIGKILL')
    await first.ended()
    const again = start()
    expect((await fetch(`${await again.ready()}/readyz`)).status).toBe(200)
    expect(postmasterOf(data.path)).toBe(postmaster)
    again.signal('SIGTERM')
    expect(await again.ended()).toBe(0)
  })

  test('stops with npm, which on SIGTERM ends only the shell between them', async () => {
    const command = [process.execPath, resolve(import.meta.dirname, 'main.ts')].map(part => `'${part}'`).join(' ')
    const shell = spawn('sh', ['-c', `${command}; true`], {
      env: { ...process.env, DATA_DIR: data.path, PORT: '0', LOG_LEVEL: 'silent', npm_lifecycle_event: 'start' },
    })
    for await (const chunk of shell.stdout) if (/is ready/.test(String(chunk))) break
    expect(postmasterOf(data.path)).toBeDefined()
    shell.kill('SIGTERM')
    await expect.poll(() => postmasterOf(data.path), { timeout: 10_000 }).toBeUndefined()
    // The lock goes last, so the folder is free for the next one.
    await expect.poll(() => existsSync(join(data.path, 'running.txt')), { timeout: 5_000 }).toBe(false)
  })

  test('says in one sentence which setting is wrong', async () => {
    const app = start({ PORT: 'http' })
    expect(await app.ended()).toBe(1)
    expect(app.output).toBe('PORT is "http": expected a port number from 0 to 65535 (0 takes a free one).\n')
  })

  test('says in one sentence that a given database cannot be reached', async () => {
    const app = start({
      DATABASE_URL: 'postgresql://arcade_app:x@127.0.0.1:9/arcade',
      DATABASE_OWNER_URL: 'postgresql://arcade_owner:x@127.0.0.1:9/arcade',
      APP_SECRET: 'Zq7vXw2mK9pLr4tNb8sHd3fGj6kPy1cV',
    })
    expect(await app.ended()).toBe(1)
    expect(app.output).toBe('The database of DATABASE_OWNER_URL cannot be reached (ECONNREFUSED).\n')
  })
})

/** A sign-in of which the server has only the first half. */
async function halfRequest(address: string) {
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  await once(socket, 'connect')
  socket.on('error', () => undefined)
  const body = '{"login":"nobody"}'
  socket.write(
    `POST /auth HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
  )
  socket.write(body.slice(0, 5))
  await sleep(100)
  return {
    finish: async () => {
      let answer = ''
      socket.setEncoding('utf8').on('data', text => {
        answer += text
      })
      socket.write(body.slice(5))
      await once(socket, 'close')
      return answer
    },
  }
}

async function asOwner(sql: string): Promise<number | null> {
  const { owner } = JSON.parse(readFileSync(join(data.path, 'database', 'passwords.json'), 'utf8')) as { owner: string }
  const host = encodeURIComponent(join(data.path, 'database', 'socket'))
  const client = new pg.Client({ connectionString: `postgresql://arcade_owner:${owner}@${host}:5432/arcade` })
  await client.connect()
  const { rowCount } = await client.query(sql).finally(() => client.end())
  return rowCount
}
