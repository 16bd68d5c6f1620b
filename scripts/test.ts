// `npm test`: every check of the house, the cheapest first; ends at the first that fails.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { beginIn, compiled, newDataFolder } from '../test/running-app.ts'

type Counts = { passed: number; failed: number; passedAgain?: number }
type Part = { script: string; args?: string[]; env?: () => Record<string, string>; count?: () => Counts }

/** docs/decisions/0015: a browser on a busy machine now and then loses one press of some ten thousand; more of it is a fault. */
const mostSecondTries = 3

const root = resolve(import.meta.dirname, '..')
const reports = mkdtempSync(join(tmpdir(), 'arcade-reports-'))
const unitReport = join(reports, 'unit.json')
const browserReport = join(reports, 'browser.json')

/** Side by side: a build leaves a processor idle most of the time. */
const checks: Part[] = [
  // One checker for each project: several find out again what the others know, and a build has the other processor. Go clears
  // its memory whenever that has doubled; at five times as much it takes a third less of a processor.
  { script: 'types', args: ['--checkers', '1'], env: () => ({ GOGC: '400', GOMEMLIMIT: '2GiB' }) },
  { script: 'lint' },
  { script: 'layout' },
  { script: 'unused' },
]
const built: Part[] = [{ script: 'build' }, { script: 'size' }]

const tests: Part[] = [
  {
    script: 'test:api',
    args: ['--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`],
    // Each file of the browser's modules has a process of its own, and each of them loads Vitest.
    env: () => compiled,
    count: () => {
      const report = readReport<{ numPassedTests: number; numFailedTests: number }>(unitReport)
      return { passed: report?.numPassedTests ?? 0, failed: report?.numFailedTests ?? 0 }
    },
  },
  {
    script: 'test:e2e',
    args: ['--reporter=list,json', '--retries=1'],
    // Node reads TypeScript by itself; Playwright would write each file anew first (7 s of a processor before the first test).
    env: () => ({
      PLAYWRIGHT_JSON_OUTPUT_NAME: browserReport,
      PW_DISABLE_TS_ESM: '1',
      STORIES_SHARE: storiesShare(),
      ...compiled,
    }),
    count: () => {
      const stats = readReport<{ stats: { expected: number; flaky: number; unexpected: number } }>(browserReport)?.stats
      const passedAgain = stats?.flaky ?? 0
      const failed = (stats?.unexpected ?? 0) + (passedAgain > mostSecondTries ? passedAgain : 0)
      return { passed: stats?.expected ?? 0, failed, passedAgain }
    },
  },
]

/** The server's tests take some 250 s where a run is to end within its minutes, and twice as many on a machine that is half as fast. */
const slowSeconds = 400

const total = { passed: 0, failed: 0, passedAgain: 0 }
const seconds: Record<string, number> = {}
const times: string[] = []

const begun = newDataFolder()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    begun.remove()
    process.exit(1)
  })
}
await Promise.all([inTurn(checks, 'pipe'), inTurn(built, 'pipe'), begin()])
await inTurn(tests, 'inherit')

begun.remove()
rmSync(reports, { recursive: true })
const again = total.passedAgain > 0 ? `, ${total.passedAgain} passed at the second try (“flaky” above)` : ''
process.stdout.write(`\n${times.join('   ')}\n${total.passed} passed, ${total.failed} failed${again}\n`)
if (total.failed > 0) process.exitCode = 1

/** Half of the browser's stories, a quarter of them where a half would take too long: docs/decisions/0210. */
function storiesShare(): string {
  const isSlow = (seconds['test:api'] ?? 0) > slowSeconds
  const share = process.env.STORIES_SHARE ?? (isSlow ? '4' : '2')
  process.stdout.write(`STORIES_SHARE=${share}\n`)
  return share
}

/** What a start makes in an empty folder, for the tests that need it made (test/running-app.ts). */
async function begin(): Promise<void> {
  try {
    await beginIn(begun)
    process.env.ARCADE_BEGUN = begun.path
  } catch {
    // Its own tests say why it does not start; the others make theirs.
  }
}

async function inTurn(parts: Part[], output: 'pipe' | 'inherit'): Promise<void> {
  for (const part of parts) {
    if (total.failed > 0) return
    const startedAt = performance.now()
    const hasPassed = await run(part, output)
    const counted = part.count?.() ?? { passed: hasPassed ? 1 : 0, failed: 0 }
    total.passed += counted.passed
    total.passedAgain += counted.passedAgain ?? 0
    // A part can fail with every test green, by an error outside of them.
    total.failed += hasPassed ? counted.failed : Math.max(1, counted.failed)
    const took = (performance.now() - startedAt) / 1000
    seconds[part.script] = took
    times.push(`${hasPassed ? '✓' : '✗'} ${part.script} ${took.toFixed(1)} s`)
  }
}

/** What runs beside another says what it has to say once it has ended, so that the words of the two stay apart. */
async function run({ script, args = [], env }: Part, output: 'pipe' | 'inherit'): Promise<boolean> {
  const title = `\n— ${script}\n`
  if (output === 'inherit') process.stdout.write(title)
  const child = spawn('npm', ['run', '--silent', script, '--', ...args], {
    cwd: root,
    env: { ...process.env, ...env?.() },
    stdio: ['inherit', output, output],
    shell: process.platform === 'win32',
  })
  const said: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (piece: Buffer) => said.push(piece))
  const [code] = await once(child, 'close')
  if (output === 'pipe') process.stdout.write(Buffer.concat([Buffer.from(title), ...said]))
  return code === 0
}

function readReport<Report>(path: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Report
  } catch {
    // The tests ended before they could write one.
    return undefined
  }
}
