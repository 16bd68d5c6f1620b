import type { Page } from '@playwright/test'
import { at } from './addresses.ts'
import { openLaboratory, withMaker } from './laboratory.ts'
import { enter } from './ordering.ts'
import { application, expect, expectAccessible, test } from './portal.ts'

const known = {
  phone: '01 99 00 45 12',
  emails: '{accueil@cabinet.test}',
  address: '18 rue de Paris',
  city: 'Les Lilas',
}

const makePlace = () =>
  withMaker(async make => {
    const { host, laboratory } = await openLaboratory(make, { company_name: 'Labo Test' })
    const practice = await make.practice(laboratory, known)
    return { host, staff: await make.user(laboratory), doctor: await make.user(practice) }
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

test('a change is asked for, applied by the laboratory, and seen at once', async ({ page, browser, quiet }) => {
  const { host, staff, doctor } = await makePlace()
  const listening = isListening(page)
  await enter(page, host, doctor, '/account')
  await expect(page).toHaveTitle('Labo Test Client Portal · Mon compte')
  const contact = card(page, 'Coordonnées du cabinet')
  await expect(contact).toContainText('accueil@cabinet.test')
  await expect(card(page, 'Adresse du cabinet')).toContainText('18 rue de Paris')
  await expect(card(page, 'Adresse du cabinet').getByRole('link', { name: '01 23 45 67 89' })).toBeVisible()
  await listening

  const change = page.getByRole('button', { name: 'Modifier : Coordonnées du cabinet' })
  const addresses = page.getByRole('textbox', { name: 'Adresses électroniques' })
  await test.step('a form asks before what was typed is lost, and not when it is clean', async () => {
    await change.click()
    await addresses.fill('compta@cabinet.test')
    await addresses.fill('')
    await page.keyboard.press('Escape')
    await expect(form(page)).toHaveCount(0)
    await change.click()
    await addresses.fill('compta@cabinet.test')
    const stay = question(page).locator('footer').getByRole('button', { name: 'Continuer la saisie' })
    for (const leave of [() => page.keyboard.press('Escape'), () => page.goBack()]) {
      await leave()
      await stay.click()
      await expect(question(page)).toHaveCount(0)
      await expect(form(page)).toContainText('compta@cabinet.test')
    }
    const asked = page.waitForEvent('dialog')
    await page.evaluate(() => void setTimeout(() => location.reload()))
    await (await asked).dismiss()
    await expect(form(page)).toContainText('compta@cabinet.test')
  })

  await test.step('addresses are typed, pasted and taken out by keyboard; what is wrong stays, with the reason', async () => {
    await addresses.fill('Compta@cabinet.test')
    await addresses.press('Enter')
    await expect(form(page)).toContainText('Compta@cabinet.test est déjà dans la liste.')
    await addresses.fill('personne')
    await addresses.press('Enter')
    await expect(addresses).toHaveValue('personne')
    await expect(addresses).toHaveAttribute('aria-invalid', 'true')
    await expectAccessible(page)
    await form(page).getByRole('button', { name: 'Envoyer la demande' }).click()
    await expect(addresses).toBeFocused()
    await addresses.fill('direction@cabinet.test;labo@cabinet.test ')
    await expect(addresses).toHaveValue('')
    await form(page).getByRole('button', { name: 'Retirer compta@cabinet.test' }).press('Enter')
    await addresses.press('Backspace')
    await expect(addresses).toHaveValue('labo@cabinet.test')
    await form(page).getByLabel('Téléphone').fill('01 99 00 45 18')
    await form(page).getByLabel('Téléphone').press('Enter')
    await expect(form(page)).toHaveCount(0)
  })
  await expect(contact).toContainText('En attente du laboratoire')
  await expect(contact).toContainText('accueil@cabinet.test, direction@cabinet.test, labo@cabinet.test')
  await expectAccessible(page)

  const console = await browser.newPage({
    locale: 'en-GB',
    viewport: { width: 390, height: 844 },
    baseURL: at(host, '/'),
  })
  quiet.listen(console.context())
  await test.step('the laboratory’s administrator applies it on a phone, in English', async () => {
    await withMaker(make =>
      make.within(staff.laboratory.id, client =>
        client.query(`update users set language = 'en' where id = $1`, [staff.id]),
      ),
    )
    await enter(console, host, staff, '/staff')
    const waiting = application(console).getByRole('link', { name: /Requests for changes/ })
    await expect(waiting).toContainText(/1$/)
    await waiting.click()
    await expect(console).toHaveTitle('Labo Test Client Portal · Requests for changes')
    await expect(card(console, 'Cabinet d’essai')).toContainText('01 99 00 45 18')
    await expectAccessible(console)
    await console.getByRole('button', { name: 'Refuse for Cabinet d’essai' }).click()
    await form(console).getByRole('button', { name: 'Refuse the request' }).click()
    await expect(form(console)).toContainText('Write a sentence for whoever asked.')
    await expectAccessible(console)
    await form(console).locator('footer').getByRole('button', { name: 'Cancel' }).click()
    await console.getByRole('button', { name: 'Apply for Cabinet d’essai' }).click()
    await expect(application(console).getByText('No request waits')).toBeVisible()
    await console.close()
  })

  await expect(contact).toContainText('Appliquée')
  await expect(contact.getByRole('definition').filter({ hasText: '01 99 00 45 18' })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
})
