// What the trials of this folder stand on: processes of the product on one PostgreSQL, deploy/nginx.conf as it stands in
// front of two of them (other ports, a certificate of the moment), and calls through it.
// Needs nginx and openssl. PostgreSQL is the packaged one, or that of DATABASE_URL and its sisters if they are set.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:https'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { demonstrationPassword } from '#db/seed/demonstration.ts'
import { startEmbeddedPostgres } from '#kit/server/embedded-postgres.ts'

export const ours = resolve(import.meta.dirname, '..')

type Called = { status: number; body: string; cookies: string[] }
type Call = { token?: string; body?: unknown; headers?: Record<string, string> }

/** `logLevel`: what the processes write down, kept in `said`. */
export async function layGround(name: string, logLevel = 'silent') {
  const folder = mkdtempSync(join(tmpdir(), `arcade-${name}-`))
  const postgres = process.env.DATABASE_URL ? undefined : await startEmbeddedPostgres(join(folder, 'database'))
  const settings = {
    PATH: process.env.PATH,
    DATABASE_URL: process.env.DATABASE_URL ?? postgres?.appUrl,
    DATABASE_JOBS_URL: process.env.DATABASE_JOBS_URL ?? postgres?.jobsUrl,
    DATABASE_OWNER_URL: process.env.DATABASE_OWNER_URL ?? postgres?.ownerUrl,
    APP_SECRET: process.env.APP_SECRET ?? 'Zq7vXw2mK9pLr4tNb8sHd3fGj6kPy1cV',
    FILES_DIR: join(folder, 'files'),
    TRUSTED_PROXIES: '1',
    DEMO: '1',
    LOG_LEVEL: logLevel,
  }
  const ports = { http: await freePort(), https: await freePort(), first: await freePort(), second: await freePort() }
  const running = new Set<{ stop: () => Promise<void> }>()
  const said: string[] = []

  async function start(port: number, checkout = ours) {
    const env = { ...settings, PORT: String(port), DATA_DIR: join(folder, String(port)) }
    const child = spawn(join(ours, 'node_modules', '.bin', 'node'), [join(checkout, 'app', 'main.ts')], {
      env,
      stdio: 'pipe',
    })
    const ended = once(child, 'exit')
    let heard = ''
    await new Promise<void>((ready, refused) => {
      const hear = (text: Buffer) => {
        heard += text
        said.push(...String(text).split('\n'))
        if (/is ready/.test(heard)) ready()
      }
      child.stdout.on('data', hear)
      child.stderr.on('data', hear)
      child.on('exit', () => refused(new Error(`The process on ${port} did not start: ${heard}`)))
    })
    const started = {
      async stop(how: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') {
        running.delete(started)
        child.kill(how)
        await ended
      },
    }
    running.add(started)
    return started
  }

  /** The file itself, with this machine's places in it. */
  async function startNginx() {
    const file = (name: string) => join(folder, name)
    const tls = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=localhost']
    spawnSync('openssl', [...tls, '-keyout', file('privkey.pem'), '-out', file('fullchain.pem')], { stdio: 'ignore' })
    const replaced = readFileSync(join(import.meta.dirname, 'nginx.conf'), 'utf8')
      .replace(/^user .*$/m, process.getuid?.() === 0 ? 'user root;' : '')
      .replaceAll('/etc/arcade/tls', folder)
      .replaceAll('/var/log/nginx', folder)
      .replace('/run/nginx.pid', file('nginx.pid'))
      .replace('127.0.0.1:3001', `127.0.0.1:${ports.first}`)
      .replace('127.0.0.1:3002', `127.0.0.1:${ports.second}`)
      .replace('listen 80 ', `listen 127.0.0.1:${ports.http} `)
      .replace('listen 443 ', `listen 127.0.0.1:${ports.https} `)
    writeFileSync(file('nginx.conf'), replaced)
    mkdirSync(file('temporary'))
    const args = ['-p', file('temporary'), '-c', file('nginx.conf'), '-g', 'daemon off;']
    const child = spawn('nginx', args, { stdio: ['ignore', 'inherit', 'inherit'] })
    const ended = once(child, 'exit')
    running.add({
      async stop() {
        child.kill('SIGTERM')
        await ended
      },
    })
    for (;;) {
      if (child.exitCode !== null) throw new Error('nginx did not start.')
      if (await call('GET', '/healthz').catch(() => undefined)) return
      await sleep(50)
    }
  }

  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false, maxSockets: 64 })

  const call = (method: string, path: string, { token, body, headers = {} }: Call = {}) =>
    new Promise<Called>((resolve, reject) => {
      const sent = {
        host: 'localhost',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body ? { 'content-type': `application/${method === 'PATCH' ? 'merge-patch+json' : 'json'}` } : {}),
        ...headers,
      }
      const asked = request(
        { agent, host: '127.0.0.1', port: ports.https, method, path, headers: sent },
        async answer => {
          let text = ''
          for await (const piece of answer) text += piece
          resolve({ status: answer.statusCode ?? 0, body: text, cookies: answer.headers['set-cookie'] ?? [] })
        },
      )
      asked.on('error', reject)
      asked.end(body ? JSON.stringify(body) : undefined)
    })

  async function signIn(login: string): Promise<{ token: string; cookies: string[] }> {
    const { status, body, cookies } = await call('POST', '/auth', { body: { login, password: demonstrationPassword } })
    if (status !== 200) throw new Error(`${login} was not let in: ${status} ${codeIn(body)}`)
    return { token: (JSON.parse(body) as { data: { token: string } }).data.token, cookies }
  }

  /** Whatever still runs, in the order in which one depends on the other. */
  async function clear() {
    for (const { stop } of running) await stop()
    await postgres?.stop()
    agent.destroy()
    rmSync(folder, { recursive: true, force: true })
  }

  return { folder, ports, said, start, startNginx, call, signIn, clear }
}

/** Why a call was refused; nginx itself says nothing of the kind. */
export const codeIn = (body: string) => /"code":"(\w+)"/.exec(body)?.[1] ?? 'of nginx'

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}
