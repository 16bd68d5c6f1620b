// `npm run lab`: the budgets of a screen beside what this build needs, on a slow phone and a slow line that are really
// applied. Starts the product with demonstration data in a folder of its own, and stops by itself.
import { spawnSync } from 'node:child_process'
import { loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import { newDataFolder, RunningApp } from '../test/running-app.ts'
import { LabBrowser, signIn, speak } from './lab-browser.ts'
import { judge, throttling, type Verdict } from './lab-lighthouse.ts'
import { type Measured, measureCases, measureLogin } from './lab-page.ts'

const longest = 10 * 60_000
const root = resolve(import.meta.dirname, '..')
const open = new Set<{ close: () => Promise<void> }>()
const say = (line = '') => process.stdout.write(`${line}\n`)

type Page = 'login' | 'cases'
/** The demonstration laboratories: one speaks French, the other English. */
const languages = [
  { code: 'fr', host: 'localhost' },
  { code: 'en', host: 'ivoire.localhost' },
] as const
type Judged = { name: string; page: Page; dark: boolean } & Verdict

const late = setTimeout(() => stop(1, `Not done after ${longest / 60_000} minutes: given up.`), longest)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop(1))
try {
  await main()
  await stop(0)
} catch (error) {
  await stop(1, error instanceof Error ? error.message : String(error))
}

async function stop(code: number, words?: string) {
  clearTimeout(late)
  if (words) process.stderr.write(`${words}\n`)
  await Promise.all([...open].reverse().map(one => one.close()))
  process.exit(code)
}

async function main() {
  const built = spawnSync(process.execPath, [join(root, 'scripts', 'build.ts'), '--if-stale'], { stdio: 'inherit' })
  if (built.status !== 0) throw new Error('The web part could not be built.')
  const before = loadavg()[0] ?? 0
  const address = await startApp()
  const at = (host: string) => address.replace('localhost', host)

  const judged: Judged[] = []
  const measured: Record<Page, Measured[]> = { login: [], cases: [] }
  for (const dark of [false, true]) {
    const browser = new LabBrowser({ dark })
    open.add(browser)
    const port = await browser.port()
    for (const { code, host } of languages) {
      const look = async (page: Page) => {
        const name = `/${page} ${code}${dark ? ' dark' : ''}`
        say(`Lighthouse: ${name} …`)
        judged.push({ name, page, dark, ...(await judge(`${at(host)}/${page}`, port, { onlyAccessibility: dark })) })
      }
      await browser.visit('own', context => speak(context, at(host), code))
      await look('login')
      await browser.visit('own', context => signIn(context, at(host)))
      await look('cases')
      if (dark) continue
      say(`By hand: ${code} …`)
      for (const [page, measure] of [
        ['login', measureLogin],
        ['cases', measureCases],
      ] as const) {
        await browser.visit('empty', async context => {
          await speak(context, at(host), code)
          measured[page].push(await measure(context, at(host)))
        })
      }
    }
    open.delete(browser)
    await browser.close()
  }
  report(judged, measured, [before, loadavg()[0] ?? 0])
}

async function startApp() {
  const data = newDataFolder()
  const app = new RunningApp({ DATA_DIR: data.path, LOG_LEVEL: 'warn' })
  open.add({
    async close() {
      if (!app.hasEnded) app.signal('SIGTERM')
      await app.ended()
      data.remove()
    },
  })
  return app.ready()
}

type Line = { what: string; budget: number; most: boolean; unit: string; figures: number[]; digits: number }

function report(judged: Judged[], { login, cases }: Record<Page, Measured[]>, load: [number, number]) {
  const light = judged.filter(({ dark }) => !dark)
  const of = (page: Page, read: (verdict: Judged) => number) => light.filter(one => one.page === page).map(read)
  const kilobytes = (all: Measured[], read: (one: Measured) => number) => all.map(one => read(one) / 1000)
  const both = [...login, ...cases]
  const lines: Line[] = [
    atMost(
      'JS br, /login',
      100,
      'kB',
      kilobytes(login, one => one.scriptBytes),
    ),
    atMost(
      'JS br, /cases',
      125,
      'kB',
      kilobytes(cases, one => one.scriptBytes),
    ),
    atMost(
      'own chunk of a further route, br',
      15,
      'kB',
      kilobytes(cases, one => one.warmRoute?.scriptBytes ?? 0),
      1,
    ),
    atMost(
      'HTML, styles in it, br',
      12,
      'kB',
      kilobytes(both, one => one.htmlBytes),
      1,
    ),
    atMost(
      'CSS br',
      8,
      'kB',
      kilobytes(both, one => one.styleBytes),
      1,
    ),
    atMost(
      'font',
      30,
      'kB',
      kilobytes(both, one => one.fontBytes),
    ),
    atMost(
      'requests to usable, /login',
      6,
      '',
      login.map(one => one.requests),
    ),
    atMost(
      'requests to rows, /cases',
      7,
      '',
      cases.map(one => one.requests),
    ),
    atMost(
      'first paint, /login',
      900,
      'ms',
      of('login', one => one.firstPaint),
    ),
    atMost(
      'largest paint, /login',
      900,
      'ms',
      of('login', one => one.largestPaint),
    ),
    atMost(
      'first paint, /cases',
      900,
      'ms',
      of('cases', one => one.firstPaint),
    ),
    atMost(
      'largest paint, /cases',
      900,
      'ms',
      of('cases', one => one.largestPaint),
    ),
    atMost(
      '/login usable',
      2_000,
      'ms',
      login.map(one => one.usable),
    ),
    atMost(
      '/cases rows visible',
      2_400,
      'ms',
      cases.map(one => one.usable),
    ),
    atMost('layout shift', 0.01, '', [...both.map(one => one.shift), ...light.map(one => one.layoutShift)], 4),
    atMost(
      'worst keystroke at CPU 4×, /login',
      50,
      'ms',
      login.map(one => one.worstKey),
    ),
    atMost(
      'worst keystroke at CPU 4×, /cases',
      50,
      'ms',
      cases.map(one => one.worstKey),
    ),
    ...light.map(one => atLeast(`Lighthouse performance, ${one.name}`, 98, one.performance)),
    ...judged.map(one => atLeast(`Lighthouse accessibility, ${one.name}`, 100, one.accessibility)),
    atMost(
      'warm route change',
      100,
      'ms',
      cases.map(one => one.warmRoute?.milliseconds ?? Number.NaN),
    ),
  ]
  const { requestLatencyMs, downloadThroughputKbps, cpuSlowdownMultiplier } = throttling
  say()
  say(
    `${requestLatencyMs} ms a request, ${downloadThroughputKbps} kbit/s, CPU ${cpuSlowdownMultiplier}×; worst of fr and en`,
  )
  say(`load of the machine before and after: ${load.map(one => one.toFixed(1)).join(', ')} (quiet: below 1)`)
  say()
  say('| | Must reach | Here | |')
  say('|---|---|---|---|')
  for (const line of lines) say(row(line))
  for (const { name, failures } of judged) for (const failure of failures) say(`${name}: ${failure}`)
}

function atMost(what: string, budget: number, unit: string, figures: number[], digits = 0): Line {
  return { what, budget, unit, figures, digits, most: true }
}

function atLeast(what: string, budget: number, figure: number): Line {
  return { what, budget, unit: '', figures: [figure], digits: 0, most: false }
}

function row({ what, budget, most, unit, figures, digits }: Line) {
  const worst = most ? Math.max(...figures) : Math.min(...figures)
  const isGood = most ? worst <= budget : worst >= budget
  return `| ${what} | ${budget} ${unit} | ${worst.toFixed(digits)} ${unit} | ${isGood ? '' : 'OVER'} |`
}
