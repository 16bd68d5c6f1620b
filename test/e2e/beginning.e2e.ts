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
async function makeLaboratory(host: string) {
  const { PATH, HOME } = process.env
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      resolve('app/commands/laboratory.ts'),
      '--name=Laboratoire du Port',
      `--host=${host}`,
      '--language=fr',
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

async function choosePassword(page: Page, link: string) {
  await page.goto(link)
  await application(page).locator('[name=password]:visible').fill('Trois mésanges sur 1 fil ?')
  await application(page).locator('[name=confirmation]:visible').fill('Trois mésanges sur 1 fil ?')
  await application(page).locator('[name=confirmation]:visible').press('Enter')
  await expect(application(page).locator('.account')).toBeAttached()
}

async function open(page: Page, screen: string) {
  await application(page).getByRole('navigation').getByRole('link', { name: screen, exact: true }).click()
  await expect(application(page).getByRole('heading', { level: 1, name: screen, exact: true })).toBeVisible()
}

/** The link in the one mail that somebody is sent, once it has come. */
async function linkMailedTo(address: string) {
  await expect.poll(() => mails.to(address).length, { timeout: 20_000 }).toBe(1)
  const [text = ''] = readMail(mails.to(address)[0]?.source ?? '').parts
  return /http\S+#invitation=[\w-]+/.exec(text)?.[0] ?? ''
}

test('from an empty database to the first order sent: the laboratory at its desk, the practice on a phone', async ({
  browser,
  quiet,
}) => {
  const openBrowser = async (device: object) => {
    const context = await browser.newContext({ ...device, reducedMotion: 'reduce' })
    quiet.listen(context)
    return context.newPage()
  }
  expect(app.output).toContain('make one with `npm run laboratory`')
  expect(app.output).not.toContain('Demo-portal')
  const link = await makeLaboratory('debut.localhost')

  const console = await openBrowser({ viewport: { width: 1440, height: 900 }, locale: 'fr-FR' })
  await choosePassword(console, link)
  await expect(console).toHaveURL(/\/staff$/)
  await open(console, 'Équipe')
  await application(console).getByRole('button', { name: 'Inviter une personne' }).click()
  const inviting = console.getByRole('dialog')
  await inviting.locator('[name=firstName]').fill('Paul')
  await inviting.locator('[name=lastName]').fill('Durand')
  await inviting.locator('[name=email]').fill('pual@labo-du-port.example')
  await inviting.locator('[name=role]').selectOption('Livraison')
  await expectAccessible(console)
  await inviting.getByRole('button', { name: 'Inviter', exact: true }).click()
  await expect(inviting).toBeHidden()
  const paul = application(console).locator('tbody tr').filter({ hasText: 'Paul Durand' })
  await expect(paul).toContainText('Livraison')
  await expectAccessible(console)
  // The letters of the address were in the wrong order.
  await paul.getByRole('button', { name: 'Actions pour Paul Durand' }).click()
  await console.getByRole('button', { name: 'Corriger l’adresse et réinviter…' }).click()
  const correcting = console.getByRole('dialog', { name: 'L’adresse de Paul Durand' })
  await correcting.locator('[name=email]').fill('paul@labo-du-port.example')
  await expectAccessible(console)
  await correcting.getByRole('button', { name: 'Corriger et inviter' }).click()
  await expect(correcting).toBeHidden()
  await expect(paul).toContainText('paul@labo-du-port.example')
  expect(await linkMailedTo('paul@labo-du-port.example')).toMatch(/#invitation=/)

  await open(console, 'Cabinets')
  await application(console).getByRole('button', { name: 'Nouveau cabinet' }).click()
  const making = console.getByRole('dialog')
  await making.locator('[name=name]').fill('Cabinet des Lilas')
  await making.locator('[name=firstName]').fill('Hélène')
  await making.locator('[name=lastName]').fill('Lefèvre')
  await making.locator('[name=email]').fill('helene@lilas.example')
  await making.getByRole('button', { name: 'Créer et inviter' }).click()
  await expect(making).toBeHidden()

  const practice = await openBrowser({ ...devices['Pixel 7'], locale: 'en-GB' })
  await choosePassword(practice, await linkMailedTo('helene@lilas.example'))
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
