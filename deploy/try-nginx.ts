// node_modules/.bin/node deploy/try-nginx.ts [rounds]
// Two processes behind deploy/nginx.conf (behind-nginx.ts), 16 browsers' worth of calls, rolling restarts, then as many
// kills: says how many calls failed, and ends with 1 if any did, if a body of the largest file does not come through, if
// what a browser asks at once does not come over one connection and compressed, if whoever invents addresses in
// X-Forwarded-For guesses passwords without end, or if a log holds what was searched for during all that, or the secret
// of a calendar feed or a mail that was asked for while both processes were down.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type IncomingHttpHeaders } from 'node:http2'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliDecompressSync } from 'node:zlib'
import { codeIn, layGround } from './behind-nginx.ts'

const rounds = Number(process.argv[2] ?? 8)
const { folder, ports, start, startNginx, call, signIn, clear } = await layGround('nginx')

const answers = new Map<string, number>()
let isOver = false
/** As a patient's name stands in the address of a list that is searched. */
const searched = 'Quincampoix'
const search = `/api/orders?search=${searched}`

/** Four reads and a POST in turn, which nginx sends a second time only where it is told to; one that no rate counts. */
async function browse(token: string, reference: string): Promise<void> {
  const question = { printType: 'optical', products: [{ reference }] }
  for (let turn = 0; !isOver; turn++) {
    const isWrite = turn % 5 === 4
    const answer = await (isWrite
      ? call('POST', '/api/orders/promise', { token, body: question })
      : call('GET', turn % 2 ? search : '/api/catalogue', { token })
    ).then(
      ({ status, body }) => (status < 400 ? String(status) : `${status} ${codeIn(body)}`),
      error => String((error as NodeJS.ErrnoException).code ?? error),
    )
    const name = `${isWrite ? 'write' : 'read'} ${answer}`
    answers.set(name, (answers.get(name) ?? 0) + 1)
    await sleep(10)
  }
}

/** What is too much of anything else is refused by the product, which nginx has let it come to. */
const doesLargestFileCome = async (token: string) =>
  codeIn((await call('POST', '/api/orders/promise', { token, body: 'x'.repeat(5.5 * 1024 * 1024) })).body) !==
  'of nginx'

/** Of ten wrong passwords at one address the account hears no more, unless each comes from another one. */
async function areAddressesBelieved(): Promise<boolean> {
  for (let guess = 1; guess <= 12; guess++) {
    const headers = { 'x-forwarded-for': `203.0.113.${guess}` }
    const { status } = await call('POST', '/auth', { headers, body: { login: 'nobody', password: `${guess}` } })
    if (status === 429) return false
  }
  return true
}

/** Asked with nobody there to answer: then nginx would write down the whole request. */
async function isSecretLogged(): Promise<boolean> {
  const secret = 'Kq8vXw2mK9pLr4tNb8sHd3fGj6kPy1cV0aB5eU7iO2z'
  const feeds = [`/api/calendar/${secret}.ics`, `/api/c%61lendar/${secret}.ics`, `//api/calendar/${secret}.ics?x`]
  const mails = [`/unsubscribe/${secret}/all`, `/%75nsubscribe/${secret}/all`]
  for (const path of [...feeds, ...mails, search]) await call('GET', path, { headers: { referer: search } })
  const [access = '', errors = ''] = ['access.log', 'error.log'].map(name => readFileSync(join(folder, name), 'utf8'))
  if (!access.includes('"GET /api/orders" 502 ')) throw new Error('A log knows nothing of what nobody answered.')
  return [secret, searched].some(word => access.includes(word) || errors.includes(word))
}

/** As browsers speak: HTTP/2, where many questions share one connection, and answers that are packed once, by the product. */
async function isSpokenAtOnce(token: string): Promise<boolean> {
  const session = connect(`https://127.0.0.1:${ports.https}`, { rejectUnauthorized: false })
  const ask = async (path: string, more: Record<string, string> = {}) => {
    const asked = session.request({ ':path': path, ':authority': 'localhost', 'accept-encoding': 'br', ...more })
    const [headers] = (await once(asked, 'response')) as [IncomingHttpHeaders]
    const bytes = await buffer(asked)
    return (
      Number(headers[':status']) === 200 &&
      headers['content-encoding'] === 'br' &&
      brotliDecompressSync(bytes).length > 0
    )
  }
  try {
    const list = { authorization: `Bearer ${token}` }
    const asked = ['/login', '/login', '/api/orders', '/api/catalogue'].map(path => ask(path, list))
    return (await Promise.all(asked)).every(Boolean) && session.alpnProtocol === 'h2'
  } finally {
    session.close()
  }
}

function fail(what: string) {
  process.stdout.write(`${what}\n`)
  process.exitCode = 1
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
  for (let round = 1; round <= rounds; round++) {
    const port = round % 2 ? ports.first : ports.second
    await processes.get(port)?.stop('SIGKILL')
    processes.set(port, await start(port))
    await sleep(500)
    process.stdout.write(`kill ${round} of ${rounds}\n`)
  }
  isOver = true
  await Promise.all(browsers)
  if (!(await doesLargestFileCome(token))) fail('A body of 5.5 MB is refused by nginx.')
  if (!(await isSpokenAtOnce(token))) fail('HTTP/2 or a compressed answer does not come through nginx.')
  if (await areAddressesBelieved()) fail('An address that somebody has invented is believed.')
  for (const { stop } of processes.values()) await stop()
  if (await isSecretLogged()) fail('A log of nginx holds a search, or the secret of a calendar feed or a mail.')
} finally {
  isOver = true
  await clear()
}
const counted = [...answers].toSorted(([one], [other]) => one.localeCompare(other))
const failed = counted.filter(([name]) => !/ 20[04]$/.test(name)).reduce((sum, [, count]) => sum + count, 0)
process.stdout.write(`${counted.map(([name, count]) => `${name}: ${count}`).join('\n')}\n`)
process.stdout.write(`${failed} calls failed in ${rounds} rolling restarts and as many kills.\n`)
if (failed > 0) process.exitCode = 1
