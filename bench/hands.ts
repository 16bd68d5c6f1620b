// What two days' work of a laboratory asks of its people's hands: presses that are counted, waits that are measured, and
// the rest by the keystroke-level model (Card, Moran and Newell, 1980). On a database of its own, in a browser.
//   npm run bench:hands
import { join } from 'node:path'
import { type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import pg from 'pg'
import { addDays, dayInZone, weekday } from '#kit/day.ts'
import { startEmbeddedPostgres } from '#kit/server/embedded-postgres.ts'
import { findChromium } from '../scripts/find-chromium.mjs'
import { makeWith, type TestUser, testPassword } from '../test/make.ts'
import { newDataFolder, RunningApp } from '../test/running-app.ts'

/** Seconds: a key of somebody who types neither fast nor slowly, a finger that finds its place, a look that decides. */
const model = { key: 0.28, point: 1.1, look: 1.35 }
const cases = 100
const stops = 20
const away = { from: 8, until: 13 }
const today = dayInZone(new Date(), 'Europe/Paris')

const say = (line: string) => process.stdout.write(`${line}\n`)
const application = (page: Page) => page.locator('body > :not(#root)')

class Hands {
  keys = 0
  points = 0
  looks = 0
  readonly waits: number[] = []
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async press(...keys: string[]) {
    for (const key of keys) await this.#page.keyboard.press(key)
    this.keys += keys.length
  }

  async type(words: string) {
    await this.#page.keyboard.type(words)
    this.keys += words.length
  }

  async tap(name: string) {
    await application(this.#page).getByRole('button', { name, exact: true }).tap()
    this.points += 1
  }

  /** What the hand waits for. */
  async until(there: () => Promise<unknown>) {
    const start = performance.now()
    await there()
    this.waits.push((performance.now() - start) / 1_000)
  }

  report(title: string) {
    const hands = this.keys * model.key + this.points * model.point
    const looks = this.looks * model.look
    const waited = this.waits.reduce((sum, wait) => sum + wait, 0)
    const sorted = this.waits.toSorted((one, other) => one - other)
    const at = (share: number) => Math.round((sorted[Math.floor((sorted.length - 1) * share)] ?? 0) * 1_000)
    say(`\n${title}`)
    say(`  ${this.keys} keys, ${this.points} taps: ${hands.toFixed(0)} s; ${this.looks} looks: ${looks.toFixed(0)} s`)
    say(`  waited for the screen: ${waited.toFixed(1)} s in all, median ${at(0.5)} ms, p95 ${at(0.95)} ms`)
    say(`  at a person’s pace: ${((hands + looks + waited) / 60).toFixed(1)} minutes`)
  }
}

const data = newDataFolder()
const app = new RunningApp({ DATA_DIR: data.path, TRUSTED_PROXIES: '1', LOG_LEVEL: 'warn' })
const address = await app.ready()
const { ownerUrl } = await startEmbeddedPostgres(join(data.path, 'database'))
const owner = new pg.Pool({ connectionString: ownerUrl, max: 1 })
const make = makeWith(owner)
const browser = await chromium.launch({ executablePath: findChromium() ?? chromium.executablePath() })

async function makeLaboratory(host: string) {
  const laboratory = await make.laboratory({ company_name: 'Labo du Port' })
  await make.insert(laboratory.id, 'brand_hosts', { brand_id: laboratory.id, host })
  return laboratory
}

async function enter(options: BrowserContextOptions, host: string, { login }: TestUser, path: string) {
  const context = await browser.newContext({ ...options, locale: 'fr-FR', reducedMotion: 'reduce' })
  const page = await context.newPage()
  const at = (place: string) => Object.assign(new URL(place, address), { hostname: host }).href
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
  await page.goto(at(path))
  return page
}

/** As the post brings them: most for the day that is proposed, some with a question, for another day, or not at all. */
async function takeIn() {
  const host = 'reception.localhost'
  const laboratory = await makeLaboratory(host)
  const { reference } = await make.product(laboratory)
  for (let number = 1; number <= cases; number++) {
    const practice = await make.practice(laboratory, { name: `Cabinet ${number}` })
    const code = `T-${1_000 + number}`
    const { id } = await make.order(practice, { code, appointment_at: `${addDays(today, 40)}T09:00:00Z` })
    await make.orderLine(practice, id, reference)
  }
  const page = await enter(
    { viewport: { width: 1440, height: 900 } },
    host,
    await make.user(laboratory),
    '/staff/intake',
  )
  const hands = new Hands(page)
  const shown = application(page).getByRole('region', { name: /^T-/ })
  const isReady = () =>
    shown.getByRole('button', { name: /^Accepter/, disabled: false }).and(page.locator(':not([aria-busy=true])'))
  let otherDay = addDays(today, 21)
  while (weekday(otherDay) > 5) otherDay = addDays(otherDay, 1)
  for (let number = 1; number <= cases; number++) {
    await hands.until(() => isReady().waitFor())
    const before = await shown.getAttribute('aria-label')
    // Reads what is prescribed, then decides: not before it has been in sight for half a second.
    hands.looks += 2
    await page.waitForTimeout(600)
    if (number % 20 === 0) {
      await hands.press('d', 'Control+a')
      await hands.type(otherDay.split('-').reverse().join(''))
      await hands.press('Enter')
    } else if (number % 12 === 0) {
      await hands.press('q')
      await page.locator('dialog[open] textarea').waitFor()
      hands.looks += 1
      await hands.type('Quelle teinte au collet ?')
      await toButton(page, hands)
    } else if (number % 33 === 0) {
      await hands.press('r')
      await page.locator('dialog[open] textarea').waitFor()
      hands.looks += 1
      await hands.type('Empreinte illisible')
      await toButton(page, hands)
    } else await hands.press('a')
    await hands.until(() =>
      page.waitForFunction(
        label => document.querySelector('section.intake__case')?.getAttribute('aria-label') !== label,
        before,
      ),
    )
  }
  await application(page).getByText('Rien à accepter').waitFor()
  hands.report(`Intake of ${cases} cases by keyboard alone`)
  await page.context().close()
}

/** By Tab to the button that sends, and Enter. */
async function toButton(page: Page, hands: Hands) {
  while (!(await page.evaluate(() => document.activeElement?.matches('dialog [type=submit]')))) await hands.press('Tab')
  await hands.press('Enter')
}

async function drive() {
  const host = 'tournee.localhost'
  const laboratory = await makeLaboratory(host)
  const driver = await make.user(laboratory, { role: 'driver' })
  for (let stop = 1; stop <= stops; stop++) {
    const practice = await make.practice(laboratory, { name: nameOf(stop), phone: '01 02 03 04 05', city: 'Paris' })
    const ofPractice = { brand_id: laboratory.id, practice_id: practice.id }
    await make.insert(laboratory.id, 'round_stops', { ...ofPractice, position: stop })
    await make.order(practice, { status: 'shipped', delivery_on: today })
  }
  const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
  const page = await enter(phone, host, driver, '/staff/deliveries')
  const hands = new Hands(page)
  const stopOf = (stop: number) =>
    application(page)
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { level: 3, name: nameOf(stop), exact: true }) })
  await stopOf(stops).waitFor()
  let most = 0
  for (let stop = 1; stop <= stops; stop++) {
    if (stop === away.from) await page.context().setOffline(true)
    if (stop === away.until + 1) await page.context().setOffline(false)
    hands.looks += 1
    await hands.tap(`Remettre, ${nameOf(stop)}`)
    await hands.until(() => page.locator('dialog[open]').waitFor())
    hands.looks += 1
    await hands.tap('Confirmer la remise')
    await hands.until(() =>
      stopOf(stop)
        .getByText(/^Remis/)
        .waitFor(),
    )
    const words = await application(page).getByRole('complementary', { name: 'À envoyer' }).allTextContents()
    most = Math.max(most, Number(/(\d+) remises?/.exec(words.join())?.[1] ?? 0))
  }
  const back = performance.now()
  await application(page).getByText('Tout est envoyé').waitFor()
  const seconds = ((performance.now() - back) / 1_000).toFixed(1)
  const count = (text: string) =>
    make.within(laboratory.id, async client => Number((await client.query(text)).rows[0]?.count))
  const delivered = await count("select count(*) from orders where status = 'delivered'")
  const told = await count('select count(*) from hand_overs')
  hands.report(`A round of ${stops} stops on a phone, without a network from stop ${away.from} to ${away.until}`)
  say(
    `  most unsent at once ${most}; all told ${seconds} s after the last stop; ${delivered} cases delivered by ${told} hand-overs`,
  )
  if (delivered !== stops || told !== stops) process.exitCode = 1
  await page.context().close()
}

const nameOf = (stop: number) => `Cabinet ${String(stop).padStart(2, '0')}`

try {
  await takeIn()
  await drive()
} finally {
  await browser.close()
  await owner.end()
  if (!app.hasEnded) app.signal('SIGTERM')
  await app.ended()
  data.remove()
}
