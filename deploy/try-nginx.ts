// node_modules/.bin/node deploy/try-nginx.ts [rounds]
// Two processes behind deploy/nginx.conf (behind-nginx.ts), 16 browsers' worth of calls, and rolling restarts: says how many
// calls failed, and ends with 1 if any did, or if a log holds the secret of a calendar feed that was asked for while both
// processes were down.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { codeIn, layGround } from './behind-nginx.ts'

const rounds = Number(process.argv[2] ?? 8)
const { folder, ports, start, startNginx, call, signIn, clear } = await layGround('nginx')

const answers = new Map<string, number>()
let isOver = false

/** Four reads and a POST in turn, which nginx sends a second time only where it is told to; one that no rate counts. */
async function browse(token: string, reference: string): Promise<void> {
  const question = { printType: 'optical', products: [{ reference }] }
  for (let turn = 0; !isOver; turn++) {
    const isWrite = turn % 5 === 4
    const answer = await (isWrite
      ? call('POST', '/api/orders/promise', { token, body: question })
      : call('GET', turn % 2 ? '/api/orders' : '/api/catalogue', { token })
    ).then(
      ({ status, body }) => (status < 400 ? String(status) : `${status} ${codeIn(body)}`),
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

const processes = new Map<number, Awaited<ReturnType<typeof start>>>()
try {
  for (const port of [ports.first, ports.second]) processes.set(port, await start(port))
  await startNginx()
  const { token } = await signIn('doctor')
  const { families } = JSON.parse((await call('GET', '/api/catalogue', { token })).body).data
  const browsers = Array.from({ length: 16 }, () => browse(token, families[0].products[0].reference))
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
  if (await isSecretLogged()) {
    process.stdout.write('A log of nginx holds the secret of a calendar feed.\n')
    process.exitCode = 1
  }
} finally {
  isOver = true
  await clear()
}
const counted = [...answers].toSorted(([one], [other]) => one.localeCompare(other))
const failed = counted.filter(([name]) => !/ 20[04]$/.test(name)).reduce((sum, [, count]) => sum + count, 0)
process.stdout.write(`${counted.map(([name, count]) => `${name}: ${count}`).join('\n')}\n`)
process.stdout.write(`${failed} calls failed in ${rounds} rolling restarts.\n`)
if (failed > 0) process.exitCode = 1
