import type { Locator, Page } from '@playwright/test'
import { type TestUser, testPassword } from '../make.ts'
import { at } from './addresses.ts'
import { openLaboratory, withMaker } from './laboratory.ts'
import { onlyMailTo } from './mails.ts'
import { application, expect, expectAccessible, rows, test } from './portal.ts'

/** A laboratory with a practice that somebody may resemble. */
const makePlace = () =>
  withMaker(async make => {
    const { host, laboratory } = await openLaboratory(make, { company_name: 'Labo Test' })
    await make.practice(laboratory, { name: 'Cabinet Lefèvre', rpps_siret_siren: '732829320' })
    return { host, staff: await make.user(laboratory) }
  })
type Place = Awaited<ReturnType<typeof makePlace>>

const field = (page: Page, name: string) => application(page).getByLabel(name, { exact: true })
const list = (page: Page, name: string) => application(page).getByRole('combobox', { name, exact: true })
const option = (page: Page, name: string) => application(page).getByRole('option', { name, exact: true })
const button = (page: Page, name: string) => application(page).getByRole('button', { name })
const widest = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)
const question = (page: Page) => page.getByRole('alertdialog')

async function fill(page: Page, values: Record<string, string>) {
  for (const [name, value] of Object.entries(values)) await field(page, name).fill(value)
}
async function choose(page: Page, from: Locator, name: string) {
  await from.click()
  await option(page, name).click()
  await expect(from).toHaveValue(name)
}

async function enter(page: Page, { host }: Place, user: TestUser) {
  await page.goto(at(host, '/login'))
  await page.locator('[name=login]').first().fill(user.login)
  await page.locator('[name=password]').first().fill(testPassword)
  await page.locator('[name=password]').first().press('Enter')
  await page.waitForURL(url => url.pathname !== '/login')
}

/** For the first time, by the link that was mailed. */
async function comeIn(page: Page, { host }: Place, address: string) {
  const { text } = await onlyMailTo(address, '#invitation=')
  const link = /^https?:\S+#invitation=\S+$/m.exec(text)?.[0] ?? ''
  expect(new URL(link).hostname).toBe(host)
  await page.goto(link)
  await expect(page.locator('[name=username]')).toHaveValue(address)
  for (const name of ['password', 'confirmation'])
    await page.locator(`[name=${name}]`).last().fill('Lilas-en-fleur-27!')
  await page.locator('[name=confirmation]').press('Enter')
  await page.waitForURL(url => url.pathname !== '/login')
}

test('a practice asks for an account, the laboratory approves it, and the invitation comes by mail', async ({
  page,
  browser,
  quiet,
}) => {
  const place = await makePlace()
  await page.goto(at(place.host, '/login?redirect=%2Frides'))
  await page.getByRole('link', { name: 'Créer un compte' }).click()
  await expect(page).toHaveURL(/\/signup\?redirect=%2Frides$/)
  await expect(page).toHaveTitle('Labo Test Client Portal · Créer un compte')
  expect((await page.locator('.sign__card').boundingBox())?.width).toBe(653)
  const send = button(page, 'Envoyer ma demande')
  await expect(send).toBeDisabled()
  await expectAccessible(page)

  await list(page, 'Titre').press('ArrowDown')
  await expect(option(page, 'M.')).toBeVisible()
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await list(page, 'Titre').press(key)
  await expect(list(page, 'Titre')).toHaveValue('Dr')
  await list(page, 'Genre').fill('Hom')
  await list(page, 'Genre').press('Tab')
  await expect(list(page, 'Genre')).toHaveValue('Homme')
  await choose(page, list(page, 'Genre'), 'Femme')
  await fill(page, {
    Prénom: 'Hélène',
    Nom: 'Lefèvre',
    Adresse: '12 rue des Lilas',
    'Code postal': '75011',
    Ville: 'Paris',
  })
  const number = field(page, 'Numéro RPPS, SIRET ou SIREN')
  await number.fill('732 829 320 00079')
  await number.press('Tab')
  await expect(application(page).getByText('On dirait un SIRET')).toBeVisible()
  await number.fill('732 829 320 00074')
  await expect(application(page).getByText('Ce SIRET est valide.')).toBeVisible()
  await fill(page, { Téléphone: '01 23 45 67 89', 'Adresse e‑mail': 'helene@gmail' })
  await expect(send).toBeDisabled()
  // What the button waits for is one press away, however long the page is.
  await button(page, 'À qui est cette adresse').click()
  await expect(list(page, 'À qui est cette adresse ?')).toBeFocused()
  await list(page, 'À qui est cette adresse ?').press('Escape')
  await field(page, 'Téléphone').fill('0612')
  await field(page, 'Téléphone').press('Tab')
  await expect(application(page).getByText('Il manque des chiffres')).toBeVisible()
  const whose = list(page, 'À qui est cette adresse ?')
  await whose.fill('Ma fille')
  await expect(
    application(page).locator('.combobox__list').getByText('« Ma fille » sera envoyé tel quel.'),
  ).toBeVisible()
  await whose.press('Escape')
  await expect(send).toBeEnabled()
  await whose.press('Enter')
  await expect(field(page, 'Adresse e‑mail')).toBeFocused()
  await expect(application(page).getByText('Saisissez une adresse comme')).toBeVisible()

  await page.getByRole('link', { name: 'Se connecter' }).click()
  await question(page).getByRole('button', { name: 'Continuer' }).click()
  await expect(field(page, 'Adresse e‑mail')).toBeFocused()
  await page.getByRole('button', { name: 'English' }).click()
  await expect(list(page, 'Gender')).toHaveValue('Female')
  await expect(list(page, 'Whose address is it?')).toHaveValue('Ma fille')
  await page.getByRole('button', { name: 'Français' }).click()
  const address = `helene.${Date.now()}@cabinet.example`
  await field(page, 'Adresse e‑mail').fill(address)
  await send.click()
  // Asked for once: sent again, it is meant.
  await expect(field(page, 'Téléphone')).toBeFocused()
  await expect(application(page).getByText('Personne ne peut appeler ce numéro. Corrigez-le')).toBeVisible()
  await send.click()
  await expect(application(page).getByText('Votre demande est envoyée')).toBeVisible()
  await expect(number).toHaveValue('')
  await expect(send).toBeDisabled()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Se connecter' }).click()
  await expect(page).toHaveURL(/\/login\?redirect=%2Frides$/)

  const context = await browser.newContext()
  quiet.listen(context)
  const console = await context.newPage()
  await enter(console, place, place.staff)
  await application(console).getByRole('main').getByRole('link', { name: 'Demandes d’inscription' }).click()
  await expect(rows(console)).toContainText('1 déjà connu')
  await expectAccessible(console)
  await rows(console).getByRole('link', { name: 'Dr Hélène Lefèvre' }).click()
  await expect(application(console).getByText('même numéro')).toBeVisible()
  await expect(application(console).getByText('Ma fille')).toBeVisible()
  await expectAccessible(console)
  await field(console, 'Nom du cabinet').fill('Cabinet des Lilas')
  await button(console, 'Créer le cabinet et inviter').click()
  await expect(application(console).getByText('Acceptée par')).toBeVisible()
  await expect(console.locator(':focus')).toContainText('Acceptée par')
  await expect(button(console, 'Copier le lien d’invitation…')).toHaveCount(0)
  await expectAccessible(console)
  await console.keyboard.press('Tab')
  await expect(console.locator(':focus')).toHaveText('Ouvrir Cabinet des Lilas')
  await console.keyboard.press('Enter')
  await expect(console).toHaveURL(/\/staff\/practices\/[0-9a-f-]{36}$/)
  await expect(application(console).getByRole('heading', { level: 1 })).toHaveText('Cabinet des Lilas')
  await expect(application(console).getByRole('link', { name: '0612' })).toHaveAttribute('href', 'tel:0612')

  await application(console).getByRole('main').getByRole('link', { name: 'Cabinets', exact: true }).click()
  await expect(rows(console)).toHaveCount(3)
  const search = application(console).getByRole('searchbox', { name: 'Rechercher un cabinet' })
  await search.fill('lilas')
  await expect(console).toHaveURL(/\?search=lilas$/)
  await expect(rows(console)).toHaveCount(1)
  await search.pressSequentially(' zz')
  await expect(application(console).getByText('Aucun cabinet trouvé')).toBeVisible()
  await application(console).getByRole('link', { name: 'Effacer la recherche' }).click()
  await expect(rows(console)).toHaveCount(3)
  await expect(search).toHaveValue('')
  await context.close()

  await comeIn(page, place, address)
  await expect(application(page).locator('.account')).toContainText('Hélène')
})

test('a phone has the whole form, in English, and a refusal keeps what was typed', async ({ browser, quiet }) => {
  const context = await browser.newContext({
    viewport: { width: 320, height: 640 },
    locale: 'en-GB',
    hasTouch: true,
    isMobile: true,
  })
  quiet.listen(context)
  quiet.allow(/status of 429/)
  const page = await context.newPage()
  const place = await makePlace()
  await page.goto(at(place.host, '/signup'))
  await expect(button(page, 'Send my request')).toBeDisabled()
  await list(page, 'Title').tap()
  await option(page, 'Mme').tap()
  await expect(list(page, 'Title')).toHaveValue('Mme')
  await application(page)
    .getByRole('combobox', { name: /^Intraoral camera/ })
    .tap()
  await expect(option(page, 'Medit')).toBeVisible()
  expect(await widest(page)).toBeLessThanOrEqual(320)
  await expectAccessible(page)
  await option(page, 'Medit').tap()
  await list(page, 'Gender').fill('other')
  const address = `ann.${Date.now()}@practice.example`
  await fill(page, {
    'First name': 'Ann',
    'Last name': 'Lee',
    'RPPS, SIRET or SIREN number': '732829320',
    Address: '1 High Street',
    Postcode: 'SW1A 1AA',
    City: 'London',
    Telephone: '+44 20 7946 0000',
    'E‑mail address': address,
  })
  await field(page, 'Country').selectOption({ label: 'United Kingdom' })
  await list(page, 'Whose address is it?').fill('Doctor')
  await page.route('**/api/signup', route =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '7200' },
      contentType: 'application/problem+json',
      body: JSON.stringify({ code: 'signup_too_often' }),
    }),
  )
  await button(page, 'Send my request').tap()
  await expect(application(page).getByRole('main').getByRole('alert')).toContainText(
    /Too many requests .* Try again in 120 minutes/,
  )
  await expect(page.locator(':focus')).toContainText('Too many requests')
  await expect(field(page, 'City')).toHaveValue('London')
  await page.unroute('**/api/signup')
  const [sent] = await Promise.all([page.waitForRequest('**/api/signup'), button(page, 'Send my request').tap()])
  expect(sent.postDataJSON()).toMatchObject({
    title: 'Mme',
    gender: 'other',
    email1Label: 'doctor',
    cameraModel: 'Medit',
    country: 'GB',
    language: 'en',
  })
  await expect(page.locator(':focus')).toContainText('Your request has been sent')

  // A colleague of a practice that is there already, on the laboratory's own phone.
  const console = await context.newPage()
  await enter(console, place, place.staff)
  await console.goto(at(place.host, '/staff/signup-requests'))
  await rows(console).getByRole('link', { name: 'Mme Ann Lee' }).tap()
  await button(console, 'Ajouter à Cabinet Lefèvre…').tap()
  await console.getByRole('dialog').getByText('Gestionnaire', { exact: true }).tap()
  expect(await widest(console)).toBeLessThanOrEqual(320)
  await expectAccessible(console)
  await button(console, 'Ajouter et inviter').tap()
  await expect(application(console).getByText('Mme Ann Lee fait partie de Cabinet Lefèvre')).toBeVisible()
  await expect(application(console).getByText('Acceptée par')).toBeVisible()
  await console.close()

  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await comeIn(page, place, address)
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(application(page).locator('.account')).toContainText('Ann')
  expect(await widest(page)).toBeLessThanOrEqual(320)
  await context.close()
})
