import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { demonstrationPassword } from '#db/seed/demonstration.ts'
import { startEmbeddedPostgres } from '#kit/server/embedded-postgres.ts'
import { isInTurn } from '#test/in-turn.ts'
import { buildWhenStale, compiled, newDataFolder, postmasterOf, RunningApp } from '#test/running-app.ts'

const data = newDataFolder()
const apps: RunningApp[] = []

function start(settings: Record<string, string> = {}): RunningApp {
  const app = new RunningApp({ DATA_DIR: data.path, ...settings })
  apps.push(app)
  return app
}

beforeAll(buildWhenStale)

afterEach(async () => {
  for (const app of apps.splice(0).filter(app => !app.hasEnded)) {
    app.signal('SIGKILL')
    await app.ended()
  }
})

afterAll(() => data.remove())

describe('npm start', { timeout: 180_000 }, () => {
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

  test('finds its data again, without anything of PATH, and answers what it had accepted before Ctrl-C stops it', async () => {
    const app = start({ LOG_LEVEL: 'warn', PATH: '/nowhere' })
    const address = await app.ready()
    await fetch(`${address}/healthz`, { headers: { 'x-forwarded-for': '203.0.113.9' } })
    await asOwner('SELECT FROM left_by_the_first_start')
    const laboratories = await asOwner('SELECT FROM brand_hosts')
    expect(laboratories).toBeGreaterThan(0)

    const slow = await halfRequest(address)
    app.signal('SIGINT')
    await expect
      .poll(() => fetch(`${address}/healthz`).then(String, () => 'no new connections'))
      .toBe('no new connections')
    expect(postmasterOf(data.path), 'the database outlives the requests').toBeDefined()
    const answer = await slow.finish()
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
    expect(answer.toLowerCase()).toContain('connection: close')
    expect(await app.ended()).toBe(0)
    expect(app.output).toContain('set TRUSTED_PROXIES')
    expect(postmasterOf(data.path)).toBeUndefined()
  })

  test('does not wait for unanswered requests when Ctrl-C comes a second time, however late the first is heard', async () => {
    const app = start()
    await halfRequest(await app.ready())
    app.signal('SIGSTOP')
    app.signal('SIGINT')
    app.signal('SIGCONT')
    await expect.poll(() => app.output, { interval: 5 }).toContain('Stopping')
    const askedAgain = performance.now()
    app.signal('SIGINT')
    expect(await app.ended()).toBe(0)
    // Less than the ten seconds that requests get after the first signal.
    expect(performance.now() - askedAgain).toBeLessThan(9_000)
    expect(postmasterOf(data.path)).toBeUndefined()
  })

  test('takes what npm passes on for the Ctrl-C that it has heard already', async () => {
    const app = start({ npm_lifecycle_event: 'start' })
    const slow = await halfRequest(await app.ready())
    // Both signals queue up while it is stopped, however slow this machine is, and arrive together.
    app.signal('SIGSTOP')
    app.signal('SIGINT')
    app.signal('SIGTERM')
    app.signal('SIGCONT')
    await expect.poll(() => app.output).toContain('Stopping')
    expect(await slow.finish()).toMatch(/^HTTP\/1\.1 4\d\d /)
    expect(await app.ended()).toBe(0)
  })

  test('announces nothing when it is stopped while it starts', async () => {
    const app = start()
    await expect.poll(() => postmasterOf(data.path), { interval: 5, timeout: 20_000 }).toBeDefined()
    // Sent to this process alone: in a terminal the build process would get it too and fail the start.
    process.kill(app.pid, 'SIGINT')
    expect(await app.ended()).toBe(0)
    expect(app.output).toContain('Stopping')
    expect(app.output).not.toContain('is ready')
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

  test('starts its database again when that was killed, twice, and answers as before', async () => {
    const app = start()
    const address = await app.ready()
    const signIn = () =>
      fetch(`${address}/auth`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ login: 'doctor', password: 'Demo-portal-2026!' }),
      })
    expect((await signIn()).status).toBe(200)
    for (const time of [1, 2]) {
      process.kill(postmasterOf(data.path) ?? 0, 'SIGKILL')
      await expect.poll(() => app.output.match(/PostgreSQL runs again/g)?.length, { timeout: 20_000 }).toBe(time)
      await expect.poll(async () => (await signIn()).status).toBe(200)
    }
    app.signal('SIGINT')
    expect(await app.ended()).toBe(0)
    expect(postmasterOf(data.path)).toBeUndefined()
  })

  test('stops with npm, which on SIGTERM ends only the shell between them', async () => {
    const command = [process.execPath, resolve(import.meta.dirname, 'main.ts')].map(part => `'${part}'`).join(' ')
    const shell = spawn('sh', ['-c', `${command}; true`], {
      env: {
        ...process.env,
        ...compiled,
        DATA_DIR: data.path,
        PORT: '0',
        LOG_LEVEL: 'silent',
        npm_lifecycle_event: 'start',
      },
    })
    for await (const chunk of shell.stdout) if (/is ready/.test(String(chunk))) break
    expect(postmasterOf(data.path)).toBeDefined()
    shell.kill('SIGTERM')
    await expect.poll(() => postmasterOf(data.path)).toBeUndefined()
    // The lock is released last, so the folder is then free for the next process.
    await expect.poll(() => existsSync(join(data.path, 'running.txt'))).toBe(false)
  })

  test.runIf(isInTurn('another secret'))(
    'keeps everybody signed in when its secret is replaced, running or not',
    async () => {
      const app = start()
      const address = await app.ready()
      const body = JSON.stringify({ login: 'manager', password: demonstrationPassword })
      const signedIn = await fetch(`${address}/auth`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
      const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
      const secret = () => readFileSync(join(data.path, 'app-secret'), 'utf8')
      const before = secret()
      expect(rotateSecret({ DATA_DIR: data.path })).toBe(
        'The secret is replaced: the next start uses it, and nobody is signed out.\n',
      )
      expect(secret()).not.toBe(before)
      expect((await fetch(`${address}/readyz`)).status, 'the running one goes on').toBe(200)
      expect(rotateSecret({ DATA_DIR: data.path })).toBe(
        'The secret was replaced less than a day ago: wait until that is over.\n',
      )
      app.signal('SIGTERM')
      await app.ended()

      const again = start()
      const renewed = await fetch(`${await again.ready()}/api/token/refresh`, { method: 'POST', headers: { cookie } })
      expect(renewed.status).toBe(200)
      again.signal('SIGTERM')
      await again.ended()
      // Simulates the loss of the current secret.
      rmSync(join(data.path, 'app-secret'))
      expect(rotateSecret({ DATA_DIR: data.path }, '--sign-everyone-out')).toContain('Everybody is signed out.\n')
      expect(postmasterOf(data.path), 'what the command has started it stops').toBeUndefined()
      const third = start()
      const refused = await fetch(`${await third.ready()}/api/token/refresh`, { method: 'POST', headers: { cookie } })
      expect(refused.status).toBe(401)
    },
  )

  test('says in one sentence which setting is wrong', async () => {
    const app = start({ PORT: 'http' })
    expect(await app.ended()).toBe(1)
    expect(app.output).toBe('PORT is "http": expected a port number from 0 to 65535 (0 takes a free one).\n')
  })

  test.runIf(isInTurn('a given database'))(
    'on a given database: looks at it, and lets no second process in with a secret of its own',
    {
      timeout: 300_000,
    },
    async () => {
      const other = newDataFolder()
      const postgres = await startEmbeddedPostgres(join(other.path, 'database'))
      const asAdmin = (sql: string) => runAs(postgres.adminUrl, sql)
      const given = (settings: Record<string, string>) => ({
        DATA_DIR: other.path,
        DATABASE_URL: postgres.appUrl,
        DATABASE_JOBS_URL: postgres.jobsUrl,
        DATABASE_OWNER_URL: postgres.ownerUrl,
        FILES_DIR: join(other.path, 'files'),
        ...settings,
      })
      const [one, two] = ['Zq7vXw2mK9pLr4tNb8sHd3fGj6kPy1cV', 'Wn5bTz8rQ1xJf7gMc3yLk9hSd2vPa6eU']
      try {
        const first = start(given({ APP_SECRET: one }))
        const address = await first.ready()
        expect(first.output).not.toContain('data about patients')
        // Beside it, because the folder belongs to the embedded database and is not shared.
        const second = (settings: Record<string, string>) => {
          const folder = join(other.path, `second-${apps.length}`)
          return start(given({ DATA_DIR: folder, ...settings }))
        }

        const refused = second({ APP_SECRET: two })
        expect(await refused.ended()).toBe(1)
        expect(refused.output).toMatch(/^APP_SECRET is not the one that this database knows: .*\n$/)
        expect((await fetch(`${address}/readyz`)).status).toBe(200)
        expect(rotateSecret(given({ APP_SECRET: two }))).toMatch(/^APP_SECRET_OLD is not set/)
        expect(rotateSecret(given({ APP_SECRET: two, APP_SECRET_OLD: one }))).toMatch(/^The secret is let in/)
        await asAdmin('ALTER ROLE arcade_app SET log_error_verbosity = verbose')
        const letIn = second({ APP_SECRET: two, APP_SECRET_OLD: one })
        expect((await fetch(`${await letIn.ready()}/readyz`)).status).toBe(200)
        expect(letIn.output).toMatch(/^PostgreSQL’s log may hold data about patients: .*\n/m)
        expect((await fetch(`${address}/readyz`)).status).toBe(200)

        await asAdmin('ALTER DATABASE arcade SET synchronous_commit = off')
        const lossy = second({ APP_SECRET: two, APP_SECRET_OLD: one })
        expect(await lossy.ended()).toBe(1)
        const sentence =
          'PostgreSQL runs with synchronous_commit off and would lose what it has acknowledged: switch it on.\n'
        expect(lossy.output).toBe(sentence)

        for (const app of [first, letIn]) {
          app.signal('SIGTERM')
          await app.ended()
        }
        const embedded = start({ DATA_DIR: other.path, APP_SECRET: two, APP_SECRET_OLD: one })
        expect(await embedded.ended()).toBe(1)
        expect(embedded.output, 'the embedded one is looked at too').toBe(sentence)
        expect(postmasterOf(other.path)).toBeUndefined()
      } finally {
        for (const app of apps.filter(app => !app.hasEnded)) {
          app.signal('SIGTERM')
          await app.ended()
        }
        await postgres.stop()
        other.remove()
      }
    },
  )

  test('says in one sentence that a given database cannot be reached', async () => {
    const app = start({
      DATABASE_URL: 'postgresql://arcade_app:x@127.0.0.1:9/arcade',
      DATABASE_JOBS_URL: 'postgresql://arcade_jobs:x@127.0.0.1:9/arcade',
      DATABASE_OWNER_URL: 'postgresql://arcade_owner:x@127.0.0.1:9/arcade',
      APP_SECRET: 'Zq7vXw2mK9pLr4tNb8sHd3fGj6kPy1cV',
      FILES_DIR: join(data.path, 'files'),
    })
    expect(await app.ended()).toBe(1)
    expect(app.output).toBe('The database of DATABASE_OWNER_URL cannot be reached (ECONNREFUSED).\n')
  })
})

/** A sign-in of which the server has received only the first half. */
async function halfRequest(address: string) {
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  await once(socket, 'connect')
  socket.on('error', () => undefined)
  const body = '{"login":"nobody"}'
  socket.write(
    `POST /auth HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
  )
  // The server's "100 Continue" shows that it has the request.
  await once(socket, 'data')
  socket.write(body.slice(0, 5))
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

/** Output of the command with these settings. */
function rotateSecret(settings: Record<string, string>, ...options: string[]): string {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [resolve(import.meta.dirname, 'commands/rotate-secret.ts'), ...options],
    { env: { PATH: process.env.PATH, ...compiled, ...settings }, encoding: 'utf8' },
  )
  return stdout + stderr
}

function asOwner(sql: string): Promise<number | null> {
  const { owner } = JSON.parse(readFileSync(join(data.path, 'database', 'passwords.json'), 'utf8')) as { owner: string }
  const host = encodeURIComponent(join(data.path, 'database', 'socket'))
  return runAs(`postgresql://arcade_owner:${owner}@${host}:5432/arcade`, sql)
}

async function runAs(connectionString: string, sql: string): Promise<number | null> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { rowCount } = await client.query(sql).finally(() => client.end())
  return rowCount
}
