// The day of an assistant and the day of a doctor, pressed through a browser and reckoned by the keystroke-level model, at
// both sizes and in both languages: docs/the-day-in-presses.md says what came out, and what it was before.
//   npm run bench:day
import { join } from 'node:path'
import { type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import { startEmbeddedPostgres } from '#kit/server/embedded-postgres.ts'
import { findChromium } from '../scripts/find-chromium.mjs'
import { testPassword } from '../test/make.ts'
import { newDataFolder, RunningApp } from '../test/running-app.ts'
import { host, openLaboratory, openPractice } from './day-laboratory.ts'
import { assistantsDay, doctorsDay, type Language, type Task } from './day-steps.ts'
import { type Count, Hands } from './keystrokes.ts'

const sizes = {
  '1440×900': { viewport: { width: 1440, height: 900 } },
  '390×844': { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
} satisfies Record<string, BrowserContextOptions>
const languages: Language[] = ['fr', 'en']
const only = process.argv[2]
const say = (line: string) => process.stdout.write(`${line}\n`)

const data = newDataFolder()
// It lets others in, so that it makes no demonstration.
const app = new RunningApp({ DATA_DIR: data.path, TRUSTED_PROXIES: '1', LOG_LEVEL: 'warn' })
const address = await app.ready()
const { ownerUrl } = await startEmbeddedPostgres(join(data.path, 'database'))
const laboratory = await openLaboratory(ownerUrl)
const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
const browser = await chromium.launch({ executablePath: findChromium() ?? chromium.executablePath(), args })

/** As somebody who has signed in before. */
async function enter(options: BrowserContextOptions, language: Language, login: string): Promise<Page> {
  const locale = language === 'fr' ? 'fr-FR' : 'en-GB'
  const context = await browser.newContext({ ...options, locale, timezoneId: 'Europe/Paris', reducedMotion: 'reduce' })
  context.setDefaultTimeout(20_000)
  const page = await context.newPage()
  const at = (path: string) => Object.assign(new URL(path, address), { hostname: host }).href
  await page.route(at('/entrance'), route => route.fulfill({ contentType: 'text/html', body: '' }))
  await page.goto(at('/entrance'))
  await page.evaluate(
    async given => {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch('/auth', { method: 'POST', headers, body: JSON.stringify(given) })
      localStorage.setItem('access_token', (await answer.json()).data.token)
    },
    { login, password: testPassword },
  )
  await page.goto(at('/dashboard'))
  await page.locator('body > :not(#root) main').waitFor()
  return page
}

async function runDay(title: string, tasks: Task[], size: keyof typeof sizes, language: Language, login: string) {
  const options = sizes[size]
  const page = await enter(options, language, login)
  const isPhone = 'isMobile' in options
  const counts: Record<string, Count> = {}
  for (const { name, steps } of tasks) {
    const hands = new Hands(page, isPhone)
    try {
      await steps({ hands, page, language, isPhone, app: page.locator('body > :not(#root)') })
    } catch (error) {
      say(`${title}, ${name}, ${size}, ${language}: ${String(error).slice(0, 900)}`)
      const open = page.locator('dialog[open]').last()
      const shown = (await open.count()) ? open : page.locator('body > :not(#root) main')
      say(`${page.url()}\n${await shown.ariaSnapshot()}`)
      process.exitCode = 1
      break
    }
    counts[name] = hands.count
  }
  await page.context().close()
  report(`${title}, ${size}, ${language}`, counts)
}

function report(title: string, counts: Record<string, Count>) {
  say(`\n${title}`)
  const all = { presses: 0, typed: 0, scrolled: 0, seconds: 0 }
  for (const count of Object.values(counts))
    for (const key of ['presses', 'typed', 'scrolled', 'seconds'] as const) all[key] += count[key]
  for (const [name, { presses, typed, scrolled, seconds }] of [...Object.entries(counts), ['in all', all] as const])
    say(
      `  ${name.padEnd(46)}${String(presses).padStart(4)} presses${String(typed).padStart(5)} letters${String(scrolled).padStart(4)} scrolled${seconds.toFixed(1).padStart(8)} s`,
    )
}

try {
  for (const size of Object.keys(sizes) as (keyof typeof sizes)[])
    for (const language of languages) {
      if (only && only !== `${size}-${language}`) continue
      const { assistant, doctor } = await openPractice(laboratory, language)
      await runDay('An assistant', assistantsDay, size, language, assistant.login)
      await runDay('A doctor', doctorsDay, size, language, doctor.login)
    }
} finally {
  await browser.close()
  await laboratory.end()
  if (!app.hasEnded) app.signal('SIGTERM')
  await app.ended()
  data.remove()
}
