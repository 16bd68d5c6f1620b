// A laboratory's first hour: an empty database, one command, and nothing of the demonstration anywhere.
import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { devices, type Page } from '@playwright/test'
import { readMail, startMailServer } from '../mail-server.ts'
import { newDataFolder, RunningApp } from '../running-app.ts'
import { check, fillCrown, lastLook, registered, send } from './ordering.ts'
import { application, expect, expectAccessible, test } from './portal.ts'

const data = newDataFolder()
/** Let others in, it makes no demonstration. */
const settings = { DATA_DIR: data.path, TRUSTED_PROXIES: '1', LOG_LEVEL: 'warn' }
let app: RunningApp
let mails: Awaited<ReturnType<typeof startMailServer>>
let port: string

test.beforeAll(async () => {
  mails = await startMailServer()
  const mailing = { SMTP_URL: `smtp://127.0.0.1:${mails.port}/?tls=off`, MAIL_FROM: 'portal@arcade.test' }
  app = new RunningApp({ ...settings, ...mailing })
  port = new URL(await app.ready()).port
})
test.afterAll(async () => {
  if (!app.hasEnded) app.signal('SIGTERM')
  await app.ended()
  await mails.close()
  data.remove()
})

/** As the operator runs it, beside the application; answers the link. */
async function makeLaboratory(host: string, language: 'fr' | 'en') {
  const { PATH, HOME } = process.env
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      resolve('app/commands/laboratory.ts'),
      '--name=Laboratoire du Port',
      `--host=${host}`,
      `--language=${language}`,
      '--phone=01 99 00 12 30',
      '--address=3 quai du Port',
      '--postal-code=13002',
      '--city=Marseille',
      '--admin-first-name=Claire',
      '--admin-last-name=Martin',
      '--admin-email=claire@labo-du-port.example',
    ],
    { env: { PATH, HOME, ...settings, PORT: port } },
  )
  return /^http\S+$/m.exec(stdout)?.[0] ?? ''
}

const words = {
  fr: {
    practices: 'Cabinets',
    team: 'Équipe',
    newPractice: 'Nouveau cabinet',
    invitePractice: 'Créer et inviter',
    inviteStaff: 'Inviter une personne',
    invite: 'Inviter',
    role: 'Livraison',
    actions: 'Actions pour Paul Durand',
    correct: 'Corriger l’adresse et réinviter…',
    address: 'L’adresse de Paul Durand',
    correctAndInvite: 'Corriger et inviter',
  },
  en: {
    practices: 'Practices',
    team: 'Team',
    newPractice: 'New practice',
    invitePractice: 'Create and invite',
    inviteStaff: 'Invite somebody',
    invite: 'Invite',
    role: 'Driver',
    actions: 'Actions for Paul Durand',
    correct: 'Correct the address and invite again…',
    address: 'The address of Paul Durand',
    correctAndInvite: 'Correct and invite',
  },
} as const

async function choosePassword(page: Page, link: string) {
  await page.goto(link)
  await application(page).locator('[name=password]:visible').fill('Trois mésanges sur 1 fil ?')
  await application(page).locator('[name=confirmation]:visible').fill('Trois mésanges sur 1 fil ?')
  await application(page).locator('[name=confirmation]:visible').press('Enter')
  await expect(application(page).locator('.account')).toBeAttached()
}

async function open(page: Page, screen: string) {
  const menu = application(page).getByRole('navigation').getByRole('link', { name: screen, exact: true })
  const drawer = application(page).getByRole('button', { name: /^(Ouvrir le menu|Open the menu)$/ })
  if (await drawer.isVisible()) await drawer.click()
  await menu.click()
  await expect(application(page).getByRole('heading', { level: 1, name: screen, exact: true })).toBeVisible()
}

/** The link in the one mail that somebody is sent, once it has come. */
async function linkMailedTo(address: string) {
  await expect.poll(() => mails.to(address).length, { timeout: 20_000 }).toBe(1)
  const [text = ''] = readMail(mails.to(address)[0]?.source ?? '').parts
  return /http\S+#invitation=[\w-]+/.exec(text)?.[0] ?? ''
}

for (const { language, device, locale } of [
  { language: 'fr', locale: 'fr-FR', device: { viewport: { width: 1440, height: 900 } } },
  { language: 'en', locale: 'en-GB', device: devices['Pixel 7'] },
] as const)
  test(`from an empty database to the first order sent (${language})`, async ({ browser, quiet }) => {
    const t = words[language]
    const openBrowser = async () => {
      const context = await browser.newContext({ ...device, locale, reducedMotion: 'reduce' })
      quiet.listen(context)
      return context.newPage()
    }
    expect(app.output).toContain('make one with `npm run laboratory`')
    expect(app.output).not.toContain('Demo-portal')
    const link = await makeLaboratory(`debut-${language}.localhost`, language)

    const console = await openBrowser()
    await choosePassword(console, link)
    await expect(console).toHaveURL(/\/staff$/)
    await open(console, t.team)
    await application(console).getByRole('button', { name: t.inviteStaff }).click()
    const inviting = console.getByRole('dialog')
    await inviting.locator('[name=firstName]').fill('Paul')
    await inviting.locator('[name=lastName]').fill('Durand')
    await inviting.locator('[name=email]').fill('pual@labo-du-port.example')
    await inviting.locator('[name=role]').selectOption(t.role)
    await expectAccessible(console)
    await inviting.getByRole('button', { name: t.invite, exact: true }).click()
    await expect(inviting).toBeHidden()
    const paul = application(console).locator('tbody tr').filter({ hasText: 'Paul Durand' })
    await expect(paul).toContainText(t.role)
    await expectAccessible(console)
    // The letters of the address were in the wrong order.
    await paul.getByRole('button', { name: t.actions }).click()
    await console.getByRole('button', { name: t.correct }).click()
    const correcting = console.getByRole('dialog', { name: t.address })
    await correcting.locator('[name=email]').fill(`paul-${language}@labo-du-port.example`)
    await expectAccessible(console)
    await correcting.getByRole('button', { name: t.correctAndInvite }).click()
    await expect(correcting).toBeHidden()
    await expect(paul).toContainText(`paul-${language}@labo-du-port.example`)
    expect(await linkMailedTo(`paul-${language}@labo-du-port.example`)).toMatch(/#invitation=/)

    await open(console, t.practices)
    await application(console).getByRole('button', { name: t.newPractice }).click()
    const making = console.getByRole('dialog')
    await making.locator('[name=name]').fill('Cabinet des Lilas')
    await making.locator('[name=firstName]').fill('Hélène')
    await making.locator('[name=lastName]').fill('Lefèvre')
    await making.locator('[name=email]').fill(`helene-${language}@lilas.example`)
    await making.getByRole('button', { name: t.invitePractice }).click()
    await expect(making).toBeHidden()

    const practice = await openBrowser()
    await choosePassword(practice, await linkMailedTo(`helene-${language}@lilas.example`))
    await practice.goto(new URL('/cases/new', practice.url()).href)
    await fillCrown(practice, 'P-1')
    // A manager prescribes nothing.
    await application(practice)
      .getByLabel(/^(Prescripteur|Prescriber)/)
      .fill('Dr Hélène Lefèvre')
    await check(practice).click()
    await expect(lastLook(practice)).toBeVisible()
    await send(practice).click()
    await registered(practice)

    await console.goto(new URL('/staff', console.url()).href)
    const waiting = application(console)
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: /accepter|accept/i })
    await expect(waiting).toContainText(/1$/)
  })
