// A laboratory's first day: an empty database, one command, nothing of the demonstration anywhere, and a case from its order
// to its receipt.
import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { devices, type Locator, type Page } from '@playwright/test'
import { readMail, startMailServer } from '../mail-server.ts'
import { newDataFolder, RunningApp } from '../running-app.ts'
import { letLeave } from './answers.ts'
import { catalogueSearch, check, lastLook, patientCode, registered, send, typed, work } from './ordering.ts'
import { anyCase, application, expect, expectAccessible, rows, test } from './portal.ts'

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
      '--cards=sandbox',
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
  await expect(application(page).locator('.account')).toBeAttached({ timeout: 20_000 })
}

/** The link in the one mail that somebody is sent, once it has come. */
async function linkMailedTo(address: string) {
  await expect.poll(() => mails.to(address).length, { timeout: 20_000 }).toBe(1)
  const [text = ''] = readMail(mails.to(address)[0]?.source ?? '').parts
  return /http\S+#invitation=[\w-]+/.exec(text)?.[0] ?? ''
}

/** By the menu, which a phone opens first: no page is loaded anew in this story. */
async function open(page: Page, screen: string, title = screen) {
  const drawer = application(page).getByRole('button', { name: 'Ouvrir le menu' })
  if (await drawer.isVisible()) await drawer.click()
  await application(page).getByRole('navigation').getByRole('link', { name: screen, exact: true }).click()
  await expect(application(page).getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
}

const main = (page: Page) => application(page).getByRole('main')
const button = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name, exact: true })
const dialog = (page: Page) => application(page).locator('dialog[open]')
const field = (page: Page, name: string) => application(page).locator(`[name=${name}]`)

async function scan(page: Page, label: string, code: string) {
  await main(page).getByLabel(label).fill(code)
  await page.keyboard.press('Enter')
}

async function downloaded(page: Page, press: Locator) {
  const coming = page.waitForEvent('download')
  await press.click()
  return (await coming).suggestedFilename()
}

const catalogue = {
  name: 'catalogue.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    [
      'Référence;Famille;Nom;Nom court;Pluriel;Délai;Dents;Teinte;TVA;Prix',
      'PORT-1;Fixe;Couronne zircone du Port;Couronne du Port;Couronnes du Port;6;obligatoire;obligatoire;exonéré;150,00',
    ].join('\r\n'),
  ),
}

/** Goes with the page: a page that was loaded anew has lost it. */
const mark = (page: Page) => page.evaluate(() => void Object.assign(globalThis, { isTheFirst: true }))
const isTheFirst = (page: Page) => page.evaluate(() => 'isTheFirst' in globalThis)

test('from an empty database to a paid invoice: the laboratory at its desk, the practice on a phone, both live', async ({
  browser,
  quiet,
}) => {
  test.slow()
  const openBrowser = async (device: object) => {
    const context = await browser.newContext({ ...device, locale: 'fr-FR', reducedMotion: 'reduce' })
    context.setDefaultTimeout(20_000)
    quiet.listen(context)
    return context.newPage()
  }
  expect(app.output).toContain('make one with `npm run laboratory`')
  expect(app.output).not.toContain('Demo-portal')
  const link = await makeLaboratory('debut.localhost')

  // Its people.
  const console = await openBrowser({ viewport: { width: 1440, height: 900 } })
  await choosePassword(console, link)
  await expect(console).toHaveURL(/\/staff$/)
  await mark(console)
  await open(console, 'Équipe')
  await button(console, 'Inviter une personne').click()
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

  // Its catalogue, as the software before has it; then its first practice.
  await open(console, 'Réglages', 'Catalogue')
  await main(console).getByRole('link', { name: 'Import', exact: true }).click()
  await main(console).locator('input[type=file]').setInputFiles(catalogue)
  await button(console, 'Importer une ligne').click()
  await expect(button(console, 'Annuler l’import de catalogue.csv')).toBeVisible()
  await open(console, 'Cabinets')
  await button(console, 'Nouveau cabinet').click()
  const making = console.getByRole('dialog')
  await making.locator('[name=name]').fill('Cabinet des Lilas')
  await making.locator('[name=firstName]').fill('Hélène')
  await making.locator('[name=lastName]').fill('Lefèvre')
  await making.locator('[name=email]').fill('helene@lilas.example')
  await making.getByRole('button', { name: 'Créer et inviter' }).click()
  await expect(making).toBeHidden()
  await open(console, 'Réception')
  await expect(main(console).getByText('Rien à accepter')).toBeVisible()

  // It orders on a phone.
  const practice = await openBrowser(devices['Pixel 7'])
  await choosePassword(practice, await linkMailedTo('helene@lilas.example'))
  await mark(practice)
  await open(practice, 'Travaux')
  await main(practice).getByRole('link', { name: 'Passer commande' }).first().click()
  await patientCode(practice).fill('P-1')
  await catalogueSearch(practice).fill('du Port')
  await practice.keyboard.press('Enter')
  const crown = work(practice, /du Port/)
  await crown.getByRole('textbox', { name: 'Numéros' }).fill('26')
  await crown.getByRole('textbox', { name: 'Teinte' }).fill('A2')
  await practice.getByRole('radio', { name: /^Opti/ }).check()
  // A manager prescribes nothing.
  await application(practice)
    .getByLabel(/^Prescripteur/)
    .fill('Dr Hélène Lefèvre')
  await check(practice).click()
  await expect(lastLook(practice)).toBeVisible()
  await send(practice).click()
  await registered(practice)
  const address = new URL(practice.url()).pathname
  const status = application(practice).locator('.widget', { hasText: 'Statut' })
  await expect(status).toContainText('Enregistré')

  // Accepted for today, asked, answered, made: the phone shows each step where it lies.
  await expect(main(console).getByRole('heading', { level: 2, name: /Cabinet des Lilas/ })).toBeVisible()
  const deliveredOn = main(console).getByLabel(/^Livraison le/)
  // What is proposed comes a moment later, and would come into what is typed.
  await expect(deliveredOn).not.toHaveValue('')
  await deliveredOn.fill(typed(0))
  await button(console, /^Accepter/).click()
  await expect(main(console).getByText('Rien à accepter')).toBeVisible()
  await letLeave(console)
  await expect(status).toContainText('En préparation')
  await open(console, 'Travaux')
  await anyCase(console).click()
  await expect(button(console, 'Commencer la fabrication')).toBeVisible()
  await button(console, 'Mettre en attente').click()
  await dialog(console).getByLabel('Votre question').fill('Stratifiée ou monolithique ?')
  await dialog(console).getByRole('button', { name: 'Mettre en attente et demander' }).click()
  await expect(main(practice)).toContainText('Stratifiée ou monolithique ?')
  await main(practice).getByRole('button', { name: 'Vous pouvez continuer' }).click()
  await letLeave(practice)
  await expect(main(console)).toContainText('Le cabinet demande de continuer.')
  await button(console, 'Reprendre').click()
  await button(console, 'Commencer la fabrication').click()
  await expect(status).toContainText('En fabrication')

  // At the bench: a material with its lot, the check, the signature.
  await open(console, 'Matériaux')
  await button(console, 'Ajouter un matériau').first().click()
  await dialog(console).getByLabel('Nom', { exact: true }).fill('Zircone 4Y')
  await dialog(console).getByLabel('Fabricant', { exact: true }).fill('Dental Direkt')
  await dialog(console).getByRole('button', { name: 'Enregistrer' }).click()
  await main(console).getByRole('link', { name: 'Zircone 4Y' }).click()
  await button(console, 'Saisir un lot').first().click()
  await dialog(console).getByLabel('Numéro de lot').fill('Z-4471')
  await dialog(console)
    .getByLabel(/^À utiliser avant/)
    .fill('30/04/2099')
  await dialog(console).getByRole('button', { name: 'Saisir le lot' }).click()
  await main(console)
    .getByRole('button', { name: /Lot Z-4471/ })
    .click()
  await application(console).getByRole('button', { name: 'Contrôle à l’arrivée fait' }).click()
  await expect(rows(console)).toContainText('Utilisable')
  await open(console, 'Fiches à signer')
  await rows(console).getByRole('link').first().click()
  await scan(console, 'Lot pour Couronne zircone du Port', 'Z-4471')
  await expect(application(console).getByText('Le lot Z-4471 est noté')).toBeVisible()
  for (const point of await main(console).getByRole('checkbox').all()) await point.check()
  await button(console, 'Contrôlé').click()
  await expect(main(console).getByText('Le contrôle avant départ manque.')).toHaveCount(0)
  await button(console, 'Signer la fiche').click()
  await expect(main(console).getByText(/^Déclaration FT-.*, signée par/)).toBeVisible()

  // Out of the door.
  await open(console, 'Expéditions')
  await button(console, /^Expédié : /).click()
  await expect(status).toContainText('Expédié')
  await open(console, 'Tournée')
  await button(console, 'Remettre, Cabinet des Lilas').click()
  await dialog(console).getByRole('button', { name: 'Confirmer la remise' }).click()
  await expect(main(console).getByText('1 sur 1 arrêt fait')).toBeVisible()
  await expect(status).toContainText('Livré')

  // To the books: what the law asks of an invoice, then all that was delivered.
  await open(console, 'Facturation')
  await main(console).getByRole('link', { name: 'Compléter les réglages' }).click()
  await field(console, 'siren').fill('732 829 320')
  await field(console, 'vatNumber').fill('FR44732829320')
  await field(console, 'iban').fill('FR76 3000 6000 0112 3456 7890 189')
  await button(console, 'Enregistrer les réglages').click()
  await expect(console.getByText('Réglages enregistrés')).toBeVisible()
  await main(console).getByRole('link', { name: 'Facturation', exact: true }).click()
  await button(console, /^Facturer 1 cabinet · 150,00/).click()
  await dialog(console).getByRole('button', { name: 'Facturer 1 cabinet' }).click()
  await expect(status).toContainText('Facturé')
  expect(await isTheFirst(practice)).toBe(true)

  // Paid by card, and seen to be: the papers are there.
  await open(practice, 'Factures')
  await button(practice, /^Payer en ligne/).click()
  await dialog(practice).getByRole('button', { name: 'Aller à la page de paiement' }).click()
  await practice.waitForURL('**/sandbox-payments/*')
  await practice.getByRole('button', { name: /^Payer \d/ }).click()
  await expect(practice.getByText(/reçu votre paiement de 150,00/)).toBeVisible()
  await practice.getByRole('link', { name: 'Revenir aux factures' }).click()
  await open(console, 'Pièces')
  await expect(rows(console).filter({ hasText: /^FA-/ })).toContainText('Payée')
  expect(await isTheFirst(console)).toBe(true)
  await main(practice).getByRole('link', { name: /^FA-/ }).click()
  expect(await downloaded(practice, main(practice).getByRole('button', { name: /^Télécharger/ }))).toMatch(
    /^FA-.*\.pdf$/,
  )
  expect(await downloaded(practice, main(practice).getByRole('button', { name: /^Reçu/ }))).toMatch(/\.pdf$/)
  await main(practice).locator(`a[href^="${address}"]`).first().click()
  // On a phone what is not the next step stands in the menu.
  await button(practice, 'Autres actions').click()
  const sheet = main(practice).getByRole('button', { name: 'Télécharger la fiche de traçabilité', exact: true })
  expect(await downloaded(practice, sheet)).toMatch(/\.pdf$/)
})
