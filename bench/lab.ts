// `npm run lab`: the budgets of a screen beside what this build needs, on a slow phone and a slow line that are really
// applied. Starts the product with demonstration data in a folder of its own, and stops by itself.
import { loadavg } from 'node:os'
import { newDataFolder, RunningApp } from '../test/running-app.ts'
import { installInstruments } from './instruments/install.ts'
import { LabBrowser, signIn, speak } from './lab-browser.ts'
import { judge } from './lab-lighthouse.ts'
import {
  type Change,
  type Measured,
  type MeasuredBoard,
  type MeasuredScreen,
  measureBoard,
  measureCases,
  measureChanges,
  measureLogin,
  measureScreen,
  type ScreenName,
  screenNames,
} from './lab-page.ts'
import { type Judged, type PageName, report } from './lab-report.ts'

const longest = 20 * 60_000
/** Of each page with its data, the board and each way from screen to screen: the median counts. */
const times = Number(process.env.LAB_TIMES ?? 3)
/** `npm run lab -- --pages`: these alone. */
const onlyPages = process.argv.includes('--pages')
const open = new Set<{ close: () => Promise<void> }>()
const say = (line: string) => process.stdout.write(`${line}\n`)

/** The demonstration laboratories: one speaks French, the other English. */
const languages = [
  { code: 'fr', host: 'localhost' },
  { code: 'en', host: 'ivoire.localhost' },
] as const

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
  installInstruments()
  const before = loadavg()[0] ?? 0
  const address = await startApp()
  const at = (host: string) => address.replace('localhost', host)

  const judged: Judged[] = []
  const screens: Record<ScreenName, MeasuredScreen[][]> = { cases: [], dashboard: [], case: [] }
  const changes: Change[][] = []
  const measured: Record<PageName, Measured[]> = { login: [], cases: [] }
  const boards: MeasuredBoard[][] = []
  for (const dark of onlyPages ? [false] : [false, true]) {
    const browser = new LabBrowser({ dark })
    open.add(browser)
    const port = await browser.port
    for (const { code, host } of languages) {
      const look = async (page: PageName) => {
        const name = `/${page} ${code}${dark ? ' dark' : ''}`
        say(`Lighthouse: ${name} …`)
        judged.push({ name, page, dark, ...(await judge(`${at(host)}/${page}`, port, { onlyAccessibility: dark })) })
      }
      if (!dark) {
        say(`Pages with their data: ${code} …`)
        for (const screen of screenNames) screens[screen].push([])
        for (let time = 0; time < times; time++) {
          for (const screen of screenNames)
            await browser.visit('empty', async context => {
              await speak(context, at(host), code)
              await signIn(context, at(host))
              screens[screen].at(-1)?.push(await measureScreen(context, at(host), screen))
            })
          await browser.visit('empty', async context => {
            await signIn(context, at(host))
            changes.push(await measureChanges(context, at(host)))
          })
        }
      }
      if (onlyPages) continue
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
      boards.push([])
      for (let time = 0; time < times; time++)
        await browser.visit('empty', async context => {
          await speak(context, at(host), code)
          boards.at(-1)?.push(await measureBoard(context, at(host)))
        })
    }
    open.delete(browser)
    await browser.close()
  }
  say(`\n${report({ judged, measured, screens, changes, boards }, [before, loadavg()[0] ?? 0])}`)
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
