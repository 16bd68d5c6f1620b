// node_modules/.bin/node deploy/try-nginx.ts [rounds]
// Two processes on one PostgreSQL behind deploy/nginx.conf as it stands (other ports, a certificate of the moment), 16
// browsers' worth of calls, and rolling restarts: says how many calls failed, and ends with 1 if any did, or if a log holds
// the secret of a calendar feed that was asked for while both processes were down.
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

const rounds = Number(process.argv[2] ?? 8)
const root = resolve(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'arcade-nginx-'))

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

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
  LOG_LEVEL: 'silent',
}

const ports = { http: await freePort(), https: await freePort(), first: await freePort(), second: await freePort() }

async function start(port: number) {
  const env = { ...settings, PORT: String(port), DATA_DIR: join(folder, String(port)) }
  const child = spawn(join(root, 'node_modules', '.bin', 'node'), [join(root, 'app', 'main.ts')], {
    env,
    stdio: 'pipe',
  })
  const ended = once(child, 'exit')
  let said = ''
  await new Promise<void>((ready, refused) => {
    const hear = (text: Buffer) => {
      said += text
      if (/is ready/.test(said)) ready()
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.on('exit', () => refused(new Error(`The process on ${port} did not start: ${said}`)))
  })
  return {
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** The file itself, with this machine's places in it. */
function startNginx() {
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
  return spawn('nginx', args, { stdio: ['ignore', 'inherit', 'inherit'] })
}

const agent = new Agent({ keepAlive: true, rejectUnauthorized: false, maxSockets: 64 })

type Called = { status: number; body: string }
type Call = { token?: string; body?: unknown }

const call = (method: string, path: string, { token, body }: Call = {}) =>
  new Promise<Called>((resolve, reject) => {
    const headers = {
      host: 'localhost',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': `application/${method === 'PATCH' ? 'merge-patch+json' : 'json'}` } : {}),
    }
    const asked = request({ agent, host: '127.0.0.1', port: ports.https, method, path, headers }, async answer => {
      let text = ''
      for await (const piece of answer) text += piece
      resolve({ status: answer.statusCode ?? 0, body: text })
    })
    asked.on('error', reject)
    asked.end(body ? JSON.stringify(body) : undefined)
  })

async function signIn(): Promise<string> {
  const { body } = await call('POST', '/auth', { body: { login: 'doctor', password: demonstrationPassword } })
  return (JSON.parse(body) as { data: { token: string } }).data.token
}

const answers = new Map<string, number>()
let isOver = false

/** Four reads and a write in turn; PATCH, as POST, is what nginx sends a second time only where it is told to. */
async function browse(token: string): Promise<void> {
  for (let turn = 0; !isOver; turn++) {
    const isWrite = turn % 5 === 4
    const answer = await (isWrite
      ? call('PATCH', '/api/account/language', { token, body: { language: 'fr' } })
      : call('GET', turn % 2 ? '/api/orders' : '/api/catalogue', { token })
    ).then(
      ({ status, body }) =>
        status < 400 ? String(status) : `${status} ${/"code":"(\w+)"/.exec(body)?.[1] ?? 'of nginx'}`,
      error => String((error as NodeJS.ErrnoException).code ?? error),
    )
    const name = `${isWrite ? 'write' : 'read'} ${answer}`
    answers.set(name, (answers.get(name) ?? 0) + 1)
    await sleep(10)
  }
}

/** Asked with nobody there to answer: then nginx writes down the whole request. */
async function isSecretLogged(): Promise<boolean> {
  const secret = 'Kq8vXw2mK9pLr4tNb8sHd3fGj6kPy1cV0aB5eU7iO2z'
  const paths = [`/api/calendar/${secret}.ics`, `/api/c%61lendar/${secret}.ics`, `//api/calendar/${secret}.ics?x`]
  for (const path of [...paths, '/api/orders']) await call('GET', path)
  const logs = ['access.log', 'error.log'].map(name => readFileSync(join(folder, name), 'utf8'))
  if (!logs.every(log => log.includes('/api/orders'))) throw new Error('A log knows nothing of what was asked.')
  return logs.some(log => log.includes(secret))
}

let nginx: ReturnType<typeof startNginx> | undefined
const processes = new Map<number, Awaited<ReturnType<typeof start>>>()
try {
  for (const port of [ports.first, ports.second]) processes.set(port, await start(port))
  nginx = startNginx()
  await sleep(500)
  const token = await signIn()
  const browsers = Array.from({ length: 16 }, () => browse(token))
  await sleep(1_000)
  for (let round = 1; round <= rounds; round++) {
    const port = round % 2 ? ports.first : ports.second
    await processes.get(port)?.stop()
    processes.set(port, await start(port))
    await sleep(500)
    process.stdout.write(`restart ${round} of ${rounds}\n`)
  }
  isOver = true
  await Promise.all(browsers)
  for (const { stop } of processes.values()) await stop()
  processes.clear()
  if (await isSecretLogged()) {
    process.stdout.write('A log of nginx holds the secret of a calendar feed.\n')
    process.exitCode = 1
  }
} finally {
  isOver = true
  nginx?.kill('SIGTERM')
  for (const { stop } of processes.values()) await stop()
  await postgres?.stop()
  agent.destroy()
}
const counted = [...answers].toSorted(([one], [other]) => one.localeCompare(other))
const failed = counted.filter(([name]) => !/ 20[04]$/.test(name)).reduce((sum, [, count]) => sum + count, 0)
process.stdout.write(`${counted.map(([name, count]) => `${name}: ${count}`).join('\n')}\n`)
process.stdout.write(`${failed} calls failed in ${rounds} rolling restarts.\n`)
rmSync(folder, { recursive: true, force: true })
if (failed > 0) process.exitCode = 1
