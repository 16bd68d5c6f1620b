// From an empty database to a practice's first order, as people do it: what it takes in time, presses and fields.
//   npm run first-order
import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { type BrowserContextOptions, chromium, devices, type Page } from '@playwright/test'
import { findChromium } from '../scripts/find-chromium.mjs'
import { readMail, startMailServer } from '../test/mail-server.ts'
import { newDataFolder, RunningApp } from '../test/running-app.ts'

type Language = 'fr' | 'en'
type Mails = Awaited<ReturnType<typeof startMailServer>>
type Stage = { name: string; seconds: number; presses: number; fields: number }

const patience = 30_000
const sizes: Record<string, BrowserContextOptions> = {
  'desktop 1440×900': { viewport: { width: 1440, height: 900 } },
  'phone 412×839': devices['Pixel 7'] ?? {},
}
const words = {
  fr: {
    newPractice: 'Nouveau cabinet',
    create: 'Créer et inviter',
    check: 'Vérifier et envoyer',
    send: 'Envoyer au laboratoire',
  },
  en: {
    newPractice: 'New practice',
    create: 'Create and invite',
    check: 'Check and send',
    send: 'Send to the laboratory',
  },
} as const

/** What stands in the place of the picture that came with the page. */
const application = (page: Page) => page.locator('body > :not(#root)')
const say = (line: string) => process.stdout.write(`${line}\n`)

/** Presses of mouse, finger and Enter, and fields that were filled, on every page of a context. */
class Tally {
  presses = 0
  fields = 0
  readonly stages: Stage[] = []

  async openPage(options: BrowserContextOptions, locale: string): Promise<Page> {
    const context = await browser.newContext({ ...options, locale, reducedMotion: 'reduce' })
    context.setDefaultTimeout(patience)
    await context.exposeFunction('tally', (kind: 'presses' | 'fields') => {
      this[kind] += 1
    })
    await context.addInitScript(() => {
      const tell = (kind: string) => void Reflect.get(globalThis, 'tally')(kind)
      addEventListener('pointerdown', () => tell('presses'), true)
      addEventListener('keydown', ({ key }) => key === 'Enter' && tell('presses'), true)
      addEventListener('change', () => tell('fields'), true)
    })
    return context.newPage()
  }

  async stage<T>(name: string, work: () => Promise<T>): Promise<T> {
    const [start, presses, fields] = [performance.now(), this.presses, this.fields]
    const result = await work()
    const seconds = (performance.now() - start) / 1_000
    this.stages.push({ name, seconds, presses: this.presses - presses, fields: this.fields - fields })
    return result
  }
}

/** As the operator runs it, beside the application; answers the link. */
async function makeLaboratory(host: string, language: Language, settings: Record<string, string>) {
  const { PATH, HOME } = process.env
  const given = {
    name: 'Laboratoire du Port',
    host,
    language,
    phone: '01 99 00 12 30',
    address: '3 quai du Port',
    'postal-code': '13002',
    city: 'Marseille',
    'admin-first-name': 'Claire',
    'admin-last-name': 'Martin',
    'admin-email': 'claire@labo-du-port.example',
  }
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [resolve('app/commands/laboratory.ts'), ...Object.entries(given).map(([name, value]) => `--${name}=${value}`)],
    { env: { PATH, HOME, ...settings } },
  )
  return /^http\S+$/m.exec(stdout)?.[0] ?? ''
}

async function linkMailedTo(mails: Mails, address: string): Promise<string> {
  for (const end = Date.now() + patience; Date.now() < end; await new Promise(done => setTimeout(done, 100))) {
    const [text = ''] = readMail(mails.to(address)[0]?.source ?? '').parts
    const link = /http\S+#invitation=\S+/.exec(text)?.[0]
    if (link) return link
  }
  throw new Error(`No invitation has come to ${address}.`)
}

async function choosePassword(page: Page, link: string) {
  await page.goto(link)
  const visible = (name: string) => application(page).locator(`[name=${name}]:visible`)
  await visible('password').fill('Trois mésanges sur 1 fil ?')
  await visible('confirmation').fill('Trois mésanges sur 1 fil ?')
  await visible('confirmation').press('Enter')
  await application(page).locator('.account').waitFor({ state: 'attached' })
}

/** By the menu, which a phone opens first. */
async function follow(page: Page, address: string) {
  const link = application(page).locator(`a[href="${address}"]:visible`).first()
  const drawer = application(page).getByRole('button', { name: /^(Ouvrir le menu|Open the menu)$/ })
  await link.or(drawer).first().waitFor()
  if (!(await link.isVisible())) await drawer.click()
  await link.click()
}

async function makePractice(page: Page, language: Language, email: string) {
  const t = words[language]
  await follow(page, '/staff/practices')
  await application(page).getByRole('button', { name: t.newPractice }).click()
  const making = page.getByRole('dialog')
  const given = { name: 'Cabinet des Lilas', firstName: 'Hélène', lastName: 'Lefèvre', email }
  for (const [name, value] of Object.entries(given)) await making.locator(`[name=${name}]`).fill(value)
  await making.getByRole('button', { name: t.create }).click()
  await making.waitFor({ state: 'hidden' })
}

async function order(page: Page, language: Language) {
  const t = words[language]
  await follow(page, '/cases/new')
  await application(page).locator('[name=patientCode]').fill('P-1')
  await application(page)
    .getByRole('combobox', { name: /^(Que doit réaliser|What should the lab)/ })
    .fill('zirc')
  await page.keyboard.press('Enter')
  const crown = application(page).getByRole('region', { name: /zircon/ })
  await crown.getByRole('textbox', { name: /^(Numéros|Numbers)$/ }).fill('26')
  await crown.getByRole('textbox', { name: /^(Teinte|Shade)$/ }).fill('A2')
  await application(page).getByRole('radio', { name: /^Opti/ }).check()
  await application(page)
    .getByLabel(/^(Prescripteur|Prescriber)/)
    .fill('Dr Hélène Lefèvre')
  await application(page).getByRole('button', { name: t.check }).click()
  await page.getByRole('dialog').getByRole('button', { name: t.send }).click()
  await page.waitForURL(/\/cases\/[0-9a-f-]{36}$/)
  await application(page).locator('.timeline').waitFor()
}

async function run(size: string, language: Language) {
  const data = newDataFolder()
  const mails = await startMailServer()
  // It lets others in, so that it makes no demonstration.
  const settings = { DATA_DIR: data.path, TRUSTED_PROXIES: '1', LOG_LEVEL: 'warn' }
  const app = new RunningApp({
    ...settings,
    SMTP_URL: `smtp://127.0.0.1:${mails.port}/?tls=off`,
    MAIL_FROM: 'portal@arcade.test',
  })
  try {
    const tally = new Tally()
    const locale = language === 'fr' ? 'fr-FR' : 'en-GB'
    const email = 'helene@lilas.example'
    const address = await tally.stage('the product starts on nothing', () => app.ready())
    const host = 'premier.localhost'
    const link = await tally.stage('npm run laboratory', () =>
      makeLaboratory(host, language, { ...settings, PORT: new URL(address).port }),
    )
    const options = sizes[size] ?? {}
    const [console, practice] = [await tally.openPage(options, locale), await tally.openPage(options, locale)]
    await tally.stage('its administrator chooses a password', () => choosePassword(console, link))
    await tally.stage('and invites a practice', () => makePractice(console, language, email))
    const invited = await tally.stage('the mail comes', () => linkMailedTo(mails, email))
    await tally.stage('the practice chooses a password', () => choosePassword(practice, invited))
    await tally.stage('and sends its first order', () => order(practice, language))
    report(`${size}, ${language}`, tally)
    for (const { context } of [console, practice].map(page => ({ context: page.context() }))) await context.close()
  } finally {
    if (!app.hasEnded) app.signal('SIGTERM')
    await app.ended()
    await mails.close()
    data.remove()
  }
}

function report(title: string, { stages, presses, fields }: Tally) {
  say(`\n${title}`)
  const total = stages.reduce((sum, { seconds }) => sum + seconds, 0)
  for (const stage of [...stages, { name: 'in all', seconds: total, presses, fields }])
    say(
      `  ${stage.name.padEnd(40)}${stage.seconds.toFixed(1).padStart(7)} s${String(stage.presses).padStart(5)} presses${String(stage.fields).padStart(5)} fields`,
    )
}

const browser = await chromium.launch({ executablePath: findChromium() ?? chromium.executablePath() })
try {
  for (const size of Object.keys(sizes)) for (const language of ['fr', 'en'] as const) await run(size, language)
} finally {
  await browser.close()
}
