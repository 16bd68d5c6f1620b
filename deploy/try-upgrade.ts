// node_modules/.bin/node deploy/try-upgrade.ts [commit]
// An upgrade and its way back as docs/operations.md has them, under load: two processes of an earlier release behind
// deploy/nginx.conf (behind-nginx.ts) with the demonstration, then each exchanged for this checkout, the first of which
// migrates, then back to the earlier release on the migrated database, and up again. Meanwhile lists are read, cases
// ordered, people signed in, and pages opened with all of the files that they name. Ends with 1 if a call was answered with
// 5xx or not at all, if a page lacked a file also when it was loaded once more, or if a case that was confirmed is gone, there
// twice, or made anew when it is asked for again under its key.
// The earlier release is the commit named, or of main's own line the one farthest back whose migrations are the beginning of
// ours, file by file.
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { codeIn, layGround, ours } from './behind-nginx.ts'

const readers = 12
/** Between two cases of one user, who may make 120 in five minutes. */
const orderPause = 3_000
const signInPause = 700
const pagePause = 500
/** Between one exchange and the next: both releases serve. */
const side = 5_000

const ground = await layGround('upgrade', 'warn')
const { ports, call, signIn } = ground
const git = (...args: string[]) => execFileSync('git', ['-C', ours, ...args], { maxBuffer: 1 << 28 })
const linesOf = (...args: string[]) =>
  String(git(...args))
    .trim()
    .split('\n')
const migrationsAt = (commit: string) => linesOf('ls-tree', '--format=%(objectname) %(path)', commit, 'db/migrations/')

/** Back until a migration was changed. Between two merges some are missing that come before others: nobody starts from there. */
function firstBeginning(): string {
  const given = migrationsAt('HEAD')
  let found: string | undefined
  for (const commit of linesOf('log', '--first-parent', '--format=%H')) {
    const some = migrationsAt(commit)
    if (some.length < given.length && some.every((one, place) => one === given[place])) found = commit
    else if (found && some.some(one => !given.includes(one))) break
  }
  if (!found) throw new Error('No earlier commit has migrations that are the beginning of ours: name one.')
  return found
}
const earlierCommit = process.argv[2] ?? firstBeginning()

type Answer = { phase: string; kind: string; outcome: string; ms: number }
const answers: Answer[] = []
let phase = ''
let isOver = false

async function asked(kind: string, work: () => ReturnType<typeof call>) {
  const startedAt = performance.now()
  const answer = await work().catch(error => String((error as NodeJS.ErrnoException).code ?? error))
  const outcome = typeof answer === 'string' ? answer : String(answer.status)
  const isKnown = typeof answer === 'string' || answer.status < 400
  const named = isKnown ? outcome : `${outcome} ${codeIn(answer.body)}`
  answers.push({ phase, kind, outcome: named, ms: performance.now() - startedAt })
  return typeof answer === 'string' || answer.status >= 400 ? undefined : answer
}

async function read(login: string): Promise<void> {
  const { token } = await signIn(login)
  for (let turn = 0; !isOver; turn++) {
    const path = turn % 2 ? '/api/orders' : '/api/orders?tab=history'
    await asked('list', () => call('GET', path, { token }))
    await sleep(20)
  }
}

type Ordered = { id: string; key: string; body: object; token: string }
const ordered: Ordered[] = []
const mark = `ESSAI-${randomUUID().slice(0, 8).toUpperCase()}`

async function order(login: string): Promise<void> {
  const { token } = await signIn(login)
  const { body } = await call('GET', '/api/order-prescribers', { token })
  const [prescriber] = (JSON.parse(body) as { data: { doctors: { id: string }[] } }).data.doctors
  for (let turn = 0; !isOver; turn++) {
    const key = randomUUID()
    const wanted = {
      patientCode: `${mark}-${login}-${turn}`,
      prescriberId: prescriber?.id,
      printType: 'optical',
      products: [{ reference: 'FIX-101', quantity: 1, teeth: [26], shade: 'A2' }],
    }
    const made = await asked('order', () => place({ key, body: wanted, token }))
    if (made) ordered.push({ id: idIn(made.body), key, body: wanted, token })
    await sleep(orderPause)
  }
}

const place = ({ key, body, token }: Omit<Ordered, 'id'>) =>
  call('POST', '/api/orders', { token, body, headers: { 'idempotency-key': key } })
const idIn = (body: string) => (JSON.parse(body) as { data: { id: string } }).data.id

async function comeAndGo(login: string): Promise<void> {
  while (!isOver) {
    let cookie = ''
    await asked('sign-in', async () => {
      const { token, cookies } = await signIn(login)
      cookie = cookies.map(one => one.split(';')[0]).join('; ')
      return call('GET', '/api/dashboard?days=3', { token })
    })
    const headers = { cookie, origin: 'https://localhost', 'content-type': 'application/json' }
    if (cookie) await asked('sign-out', () => call('POST', '/api/token/invalidate', { headers }))
    await sleep(signInPause)
  }
}

/**
 * As a browser that knows nothing of the portal yet. What a page of the release that has just gone lacks is there when the page
 * is loaded again, which the browser does once by itself (kit/web/chunk-failure.ts).
 */
async function open(path: string): Promise<void> {
  while (!isOver) {
    const missing = (await filesMissingOn(path)) && (await filesMissingOn(path))
    if (missing) faults.push(`In "${phase}" ${path} was loaded twice, and lacked ${missing} the second time.`)
    await sleep(pagePause)
  }
}

/** Whatever the page names: scripts and sheets of its head, and all that its import map leads to. */
async function filesMissingOn(path: string): Promise<string | undefined> {
  const page = await asked('page', () => call('GET', path, { headers: { accept: 'text/html' } }))
  const files = [...new Set(page?.body.match(/\/assets\/[\w./-]+/g))]
  const found = await Promise.all(files.map(file => call('GET', file).catch(() => undefined)))
  return files.find((_, place) => found[place]?.status !== 200)
}

/** The checkout of the earlier release, built, with our packages where it wants the same. */
function unpack(): string {
  const folder = join(ground.folder, 'earlier')
  mkdirSync(folder)
  execFileSync('tar', ['-x', '-C', folder], {
    input: git('archive', earlierCommit),
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  const lock = (root: string) => readFileSync(join(root, 'package-lock.json'), 'utf8')
  if (lock(folder) === lock(ours)) symlinkSync(join(ours, 'node_modules'), join(folder, 'node_modules'))
  else execFileSync('npm', ['ci', '--ignore-scripts', '--prefer-offline'], { cwd: folder, stdio: 'inherit' })
  return folder
}

const build = (checkout: string) =>
  execFileSync(join(ours, 'node_modules', '.bin', 'node'), [join(checkout, 'scripts', 'build.ts'), '--if-stale'], {
    stdio: 'inherit',
  })

const say = (sentence: string) => process.stdout.write(`${sentence}\n`)
const faults: string[] = []
let underWay: Promise<void>[] = []

try {
  const earlier = unpack()
  for (const checkout of [earlier, ours]) build(checkout)
  const processes = new Map<number, Awaited<ReturnType<typeof ground.start>>>()
  /** As a person does it: the one stops, the other starts in its place, and is ready before the next has its turn. */
  async function exchange(checkout: string, what: string) {
    for (const port of [ports.first, ports.second]) {
      if (isOver) return
      phase = what
      await processes.get(port)?.stop()
      processes.set(port, await ground.start(port, checkout))
      if (port === ports.first) phase = `${what}, half way`
      else phase = `after ${what}`
      await sleep(side)
    }
  }
  for (const port of [ports.first, ports.second]) processes.set(port, await ground.start(port, earlier))
  await ground.startNginx()
  phase = 'before'
  const load = [
    ...Array.from({ length: readers }, (_, reader) => read(reader % 2 ? 'manager' : 'doctor')),
    order('manager'),
    order('doctor'),
    comeAndGo('practice-doctor'),
    comeAndGo('dlcpm'),
    open('/login'),
    open('/staff'),
  ]
  const failed = Promise.all(load)
  failed.catch(() => undefined)
  const run = async () => {
    await sleep(side)
    await exchange(ours, 'the upgrade')
    const madeBefore = ordered.slice(0, 5)
    await exchange(earlier, 'the way back')
    const madeAbove = ordered.slice(-5)
    await repeat([...madeBefore, ...madeAbove])
    await exchange(ours, 'the second upgrade')
    await repeat([...madeBefore, ...madeAbove])
  }
  const upgrading = run()
  underWay = [...load, upgrading]
  await Promise.race([upgrading, failed])
  isOver = true
  await failed
  await count()
} catch (error) {
  faults.push(`It was broken off in "${phase}": ${error instanceof Error ? error.message.trim() : error}`)
} finally {
  isOver = true
  await Promise.allSettled(underWay)
  await ground.clear()
}

/** Whose answer was lost asks again, of whichever release serves by then. */
async function repeat(some: Ordered[]) {
  for (const one of some) {
    const again = await asked('order again', () => place(one))
    if (again && idIn(again.body) !== one.id) faults.push(`${one.id} was made twice under one key.`)
  }
}

async function count() {
  const [first] = ordered
  if (!first) throw new Error('Nothing was ordered.')
  for (const { id, token } of ordered) {
    const { status } = await call('GET', `/api/orders/${id}`, { token })
    if (status !== 200) faults.push(`${id} was confirmed and is answered with ${status}.`)
  }
  const { body } = await call('GET', `/api/orders?search=${mark}`, { token: first.token })
  const { total } = (JSON.parse(body) as { page: { total: number } }).page
  if (total !== ordered.length) faults.push(`${ordered.length} cases were confirmed, and ${total} are there.`)
}

const percentile = (sorted: number[], share: number) => sorted[Math.floor(sorted.length * share)] ?? 0
say(`\nFrom ${String(git('log', '-1', '--format=%h %s', earlierCommit)).trim()}`)
for (const name of new Set(answers.map(answer => answer.phase))) {
  const within = answers.filter(answer => answer.phase === name)
  const times = within.map(({ ms }) => ms).toSorted((one, other) => one - other)
  say(
    `${name}: ${within.length} calls, half within ${Math.round(percentile(times, 0.5))} ms, 99 of 100 within ` +
      `${Math.round(percentile(times, 0.99))}, the slowest ${Math.round(times.at(-1) ?? 0)}`,
  )
}
for (const name of new Set(answers.map(({ kind, outcome }) => `${kind} ${outcome}`))) {
  say(`${name}: ${answers.filter(({ kind, outcome }) => `${kind} ${outcome}` === name).length}`)
}
const failures = answers.filter(({ outcome }) => !/^(2|3)\d\d$/.test(outcome))
if (failures.length > 0) faults.push(`${failures.length} calls failed.`)
const warnings = ground.said.filter(line => /^\{"level":[456]0/.test(line)).map(line => JSON.parse(line).msg as string)
for (const words of new Set(warnings))
  say(`said by a process: ${words} (${warnings.filter(one => one === words).length})`)
say(`${ordered.length} cases confirmed. ${faults.length > 0 ? faults.join(' ') : 'Nothing failed, nothing is lost.'}`)
if (faults.length > 0) process.exitCode = 1
