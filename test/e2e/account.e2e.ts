import type { Locator, Page } from '@playwright/test'
import { openLaboratory, withMaker } from './laboratory.ts'
import { enter } from './ordering.ts'
import { application, expect, expectAccessible, test } from './portal.ts'

const known = {
  phone: '01 99 00 45 12',
  emails: '{accueil@cabinet.test}',
  address: '18 rue de Paris',
  city: 'Les Lilas',
  country_code: 'BE',
}

const makePlace = () =>
  withMaker(async make => {
    const { host, laboratory } = await openLaboratory(make, { company_name: 'Labo Test' })
    const practice = await make.practice(laboratory, known)
    const zoe = await make.user(practice, { title: '', first_name: 'Zoé', last_name: 'Lemoine' })
    const change = crypto.randomUUID()
    const ofPractice = { brand_id: laboratory.id, practice_id: practice.id }
    const part = 'delivery_instruction'
    await make.insert(laboratory.id, 'account_changes', { ...ofPractice, id: change, part, requested_by: zoe.id })
    await make.insert(laboratory.id, 'account_change_fields', {
      ...ofPractice,
      change_id: change,
      subject_id: practice.id,
      field: 'deliveryInstruction',
      after: JSON.stringify('Au fond de la cour'),
    })
    return { host, staff: await make.user(laboratory, { language: 'en' }), doctor: await make.user(practice) }
  })

const card = (page: Page, name: string) =>
  application(page)
    .locator('.card')
    .filter({ has: page.getByRole('heading', { name, exact: true }) })
const leaving = /^(Quitter sans enregistrer|Leave without saving)/
const form = (page: Page) =>
  page.locator('dialog[open]').filter({ hasNot: page.getByRole('heading', { name: leaving }) })
const question = (page: Page) => page.getByRole('alertdialog', { name: leaving })
const isListening = (page: Page) => page.waitForResponse(response => new URL(response.url()).pathname === '/api/events')

const contact = (page: Page) => card(page, 'Coordonnées du cabinet')
const change = (page: Page) => page.getByRole('button', { name: 'Modifier : Coordonnées du cabinet' })
const addresses = (page: Page) => page.getByRole('textbox', { name: 'Adresses e‑mail' })
const send = (page: Page) => form(page).getByRole('button', { name: 'Envoyer la demande' })

test('where no mail leaves, the account says so beside the choice of mails and promises none', async ({ page }) => {
  const { host, doctor } = await makePlace()
  const data = { email: 'claire@cabinet.test', digestHour: 7, ways: { message: 'at_once' } }
  await page.route('**/api/account/notices', route => route.fulfill({ json: { data, areMailsSent: false } }))
  await enter(page, host, doctor, '/account')
  await expect(card(page, 'Notifications')).toContainText('Ce portail n’envoie pas d’e‑mails pour l’instant.')
  await expectAccessible(page)
  await change(page).click()
  await addresses(page).fill('compta@cabinet.test ')
  await send(page).click()
  await expect(page.getByText('Sa décision vous sera annoncée ici.', { exact: true })).toBeVisible()
})

test('a form asks before what was typed is lost; addresses are typed, parted and taken out by keyboard', async ({
  page,
}) => {
  const { host, doctor } = await makePlace()
  await enter(page, host, doctor, '/absences')
  await application(page).locator('.account').click()
  await page.getByRole('link', { name: 'Mon compte' }).click()
  await expect(contact(page)).toContainText('accueil@cabinet.test')
  await expect(card(page, 'Adresse du cabinet')).toContainText(/18 rue de Paris\s.*Les Lilas\s+Belgique/)

  // What a colleague has asked for is read, not typed over.
  await page.getByRole('button', { name: 'Modifier : Consignes de livraison' }).click()
  // What holds stands as what holds.
  await expect(form(page).locator('p:has-text("Consignes pour le coursier") + p')).toHaveText('Non renseigné')
  await expect(form(page)).toContainText('Ce qui est demandé\u00a0: Au fond de la cour')
  await expect(form(page)).toContainText('Zoé Lemoine a déjà demandé de changer ce champ')
  await expect(form(page).getByRole('textbox')).toHaveCount(0)
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await change(page).click()
  await addresses(page).fill('x')
  await addresses(page).fill('')
  await page.keyboard.press('Escape')
  await expect(form(page)).toHaveCount(0)

  await change(page).click()
  await addresses(page).fill('compta@cabinet.test ')
  const stay = question(page).locator('footer').getByRole('button', { name: 'Continuer la saisie' })
  for (const leave of [() => page.keyboard.press('Escape'), () => page.evaluate(() => history.back())]) {
    await leave()
    await stay.click()
    await expect(question(page)).toHaveCount(0)
    await expect(form(page)).toContainText('compta@cabinet.test')
  }
  const asked = page.waitForEvent('dialog')
  await page.evaluate(() => void setTimeout(() => location.reload()))
  await (await asked).dismiss()

  await addresses(page).fill('Compta@cabinet.test')
  await addresses(page).press('Enter')
  await expect(form(page)).toContainText('Compta@cabinet.test est déjà dans la liste.')
  await addresses(page).fill('personne')
  await send(page).click()
  await expect(addresses(page)).toHaveAttribute('aria-invalid', 'true')
  await expect(addresses(page)).toBeFocused()
  await expectAccessible(page)
  await addresses(page).fill('direction@cabinet.test;labo@cabinet.test ')
  await expect(addresses(page)).toHaveValue('')
  await form(page).getByRole('button', { name: 'Retirer compta@cabinet.test' }).press('Enter')
  await addresses(page).press('Backspace')
  await expect(addresses(page)).toHaveValue('labo@cabinet.test')
  await send(page).click()
  await expect(form(page)).toHaveCount(0)
  await expect(contact(page)).toContainText('accueil@cabinet.test, direction@cabinet.test, labo@cabinet.test')
})

test('a change is asked for, applied by the laboratory on a phone in English, and seen at once', async ({
  page,
  browser,
  quiet,
}) => {
  const { host, staff, doctor } = await makePlace()
  const listening = isListening(page)
  await enter(page, host, doctor, '/account')
  await expect(page).toHaveTitle('Labo Test Client Portal · Mon compte')
  await expect(card(page, 'Adresse du cabinet')).toContainText('18 rue de Paris')
  await expect(card(page, 'Adresse du cabinet').getByRole('link', { name: '01 23 45 67 89' })).toBeVisible()
  await listening
  await change(page).click()
  await form(page).getByLabel('Téléphone').fill('01 99 00 45 18')
  await form(page).getByLabel('Téléphone').press('Enter')
  await expect(contact(page)).toContainText('En attente du laboratoire')
  await expectAccessible(page)

  const office = await browser.newPage({ locale: 'en-GB', viewport: { width: 390, height: 844 } })
  quiet.listen(office.context())
  await enter(office, host, staff, '/staff')
  await application(office)
    .getByRole('link', { name: /Requests for changes/ })
    .click()
  await expect(office).toHaveTitle('Labo Test Client Portal · Changes')
  const asked = card(office, 'Cabinet d’essai').filter({ hasText: '01 99 00 45 18' })
  await expectAccessible(office)
  const apply = (page: Locator) => page.getByRole('button', { name: 'Apply for Cabinet d’essai' })
  await apply(asked).click()
  await expect(office.getByRole('alertdialog')).toContainText('01 99 00 45 18')
  await expectAccessible(office)
  await office.getByRole('button', { name: 'Apply the request' }).click()
  // It stays where it was, and says what has become of it.
  await expect(asked).toContainText('Applied')
  await expect(apply(asked)).toHaveCount(0)
  await expect(office.locator(':focus')).toContainText('The request of Cabinet d’essai is applied')
  await expect(apply(application(office))).toHaveCount(1)
  await expectAccessible(office)
  await office.context().close()

  await expect(contact(page)).toContainText('Appliquée')
  await expect(contact(page).getByRole('definition').filter({ hasText: '01 99 00 45 18' })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  const parts = application(page).getByRole('navigation', { name: 'Sur cette page' })
  await parts.getByRole('link', { name: 'Vos données' }).click()
  await expect(card(page, 'Vos données')).toBeInViewport()
})
