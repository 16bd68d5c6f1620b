// What the dialog of supplies keeps, asks and says when something fails, is left or is not there; and its history.
import { withMaker } from './laboratory.ts'
import { enter } from './ordering.ts'
import { expect, expectAccessible, refused, test, withoutEvents, withoutPauses } from './portal.ts'
import {
  add,
  button,
  change,
  dialog,
  line,
  lines,
  makePractice,
  open,
  openRecap,
  quantity,
  question,
  remove,
  trigger,
} from './supplies.ts'

test('an order that fails is told by a message, and everything is kept for another try', async ({ page, quiet }) => {
  quiet.allow(refused(500))
  await openRecap(page, await makePractice())
  const keys: (string | undefined)[] = []
  await page.route('**/api/supply-orders', async route => {
    // The page reads its list at the same address.
    if (route.request().method() !== 'POST') return route.fallback()
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 1) return route.fallback()
    await route.fulfill({
      status: 500,
      contentType: 'application/problem+json',
      json: { status: 500, code: 'unexpected' },
    })
  })
  await button(page, 'Confirmer').click()
  const message = page.locator('.toast')
  await expect(message).toContainText('Une erreur est survenue')
  await expect(message).toContainText('Veuillez réessayer plus tard')
  await expect(dialog(page).getByRole('alert')).toContainText('Vos fournitures ne sont pas demandées')
  await expect(lines(page)).toHaveCount(2)
  await expectAccessible(page)
  await button(page, 'Confirmer').click()
  await expect(page.getByText('Vos fournitures sont demandées')).toBeVisible()
  await expect(page.locator('dialog[open]')).toHaveCount(0)
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
})

test('Escape, however often it is pressed, loses nothing without having asked', async ({ page }) => {
  await open(page, await makePractice())
  await add(page, 'Étiquettes').click()
  // No look at the page in between: the browser would take it for a hand that has touched something.
  for (let press = 0; press < 3; press++) await page.keyboard.press('Escape')
  await expect(question(page)).toBeVisible()
  await question(page).locator('footer').getByRole('button', { name: 'Continuer la saisie' }).click()
  await expect(dialog(page)).toBeVisible()
  await button(page, 'Continuer').click()
  await expect(lines(page)).toHaveCount(1)
})

test('what the laboratory no longer offers is said at its line', async ({ page, quiet }) => {
  quiet.allow(refused(422))
  const made = await makePractice()
  await openRecap(page, made)
  await change(made, `update supplies set is_retired = true where name = 'labels'`)
  await change(made, `update supplies set options = '{2}' where name = 'pads'`)
  await button(page, 'Confirmer').click()
  await expect(dialog(page).getByRole('alert')).toContainText('Le laboratoire a changé sa liste')
  await expect(line(page, 'Bons de prescription')).toContainText('Cette quantité n’est plus proposée')
  await expect(line(page, 'Étiquettes')).toContainText('N’est plus proposée')
  await remove(page, 'Étiquettes').click()
  await button(page, 'Retour').click()
  await button(page, 'Continuer').click()
  await expect(quantity(page, 'Bons de prescription')).toHaveAccessibleDescription('Choisissez une quantité.')
  await quantity(page, 'Bons de prescription').selectOption('2')
  await button(page, 'Continuer').click()
  await button(page, 'Confirmer').click()
  await expect(page.getByText('Vos fournitures sont demandées')).toBeVisible()
})

test('unsaved edits ask before the dialog closes, before leaving, however often back is pressed, and before the page unloads', async ({
  page,
}) => {
  const made = await makePractice()
  await enter(page, made.host, made.user, '/cases')
  for (const name of ['Collectes', 'Fournitures demandées']) await page.getByRole('link', { name }).click()
  await trigger(page).click()
  // Clean, it closes without a question.
  await dialog(page).getByRole('button', { name: 'Fermer' }).click()
  await expect(page.locator('dialog[open]')).toHaveCount(0)
  await trigger(page).click()
  await add(page, 'Bons de prescription').click()
  for (const leave of [
    () => dialog(page).getByRole('button', { name: 'Fermer' }).click(),
    () => page.keyboard.press('Escape'),
    () => button(page, 'Annuler').click(),
    () => page.goBack(),
  ]) {
    await leave()
    await expect(question(page)).toContainText('Votre saisie n’est pas enregistrée et sera perdue.')
    // The event of the time before comes late, when the question stands open again.
    await question(page).dispatchEvent('close')
    await expect(question(page)).toBeVisible()
    await question(page).getByRole('button', { name: 'Continuer la saisie' }).click()
    await expect(quantity(page, 'Bons de prescription')).toHaveValue('2')
  }
  const asked = page.waitForEvent('dialog')
  await page.evaluate(() => setTimeout(() => location.reload()))
  const unload = await asked
  expect(unload.type()).toBe('beforeunload')
  await unload.dismiss()
  // From the second step too. Once confirmed the form is empty again, and the first step is shown.
  await button(page, 'Continuer').click()
  await page.keyboard.press('Escape')
  await question(page).getByRole('button', { name: 'Abandonner ma saisie' }).click()
  await expect(page.locator('dialog[open]')).toHaveCount(0)
  await expect(trigger(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toHaveAccessibleName('Demander des fournitures')
  await expect(button(page, 'Continuer')).toBeDisabled()
  await add(page, 'Étiquettes').click()
  await page.goBack()
  await question(page).getByRole('button', { name: 'Abandonner ma saisie' }).click()
  await expect(page).toHaveURL(/\/rides$/)
  await expect(page.locator('dialog[open]')).toHaveCount(0)

  for (const name of ['Absences', 'Collectes', 'Fournitures demandées']) await page.getByRole('link', { name }).click()
  await trigger(page).click()
  await add(page, 'Étiquettes').click()
  await page.goBack()
  await expect(question(page)).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/rides$/)
  await expect(question(page)).toBeVisible()
})

test('an empty list says so, with the way to call; one that could not be had can be asked for again', async ({
  page,
  quiet,
}) => {
  await withoutPauses(page)
  quiet.allow(refused(500))
  await withoutEvents(page)
  const made = await makePractice({}, [])
  await enter(page, made.host, made.user, '/supplies')
  await page.route('**/api/available-supplies', route =>
    route.fulfill({ status: 500, contentType: 'application/problem+json', json: { status: 500, code: 'unexpected' } }),
  )
  await trigger(page).click()
  await expect(dialog(page)).toContainText('Les fournitures n’ont pas pu être chargées')
  await expectAccessible(page)
  await page.unroute('**/api/available-supplies')
  await dialog(page).getByRole('button', { name: 'Réessayer' }).click()
  await expect(dialog(page)).toContainText('Aucune fourniture à choisir')
  await expect(dialog(page).getByRole('link', { name: '01 23 45 67 89' })).toBeVisible()
  await expect(button(page, 'Continuer')).toBeDisabled()
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Demandes précédentes' }).click()
  await expect(dialog(page)).toContainText('Aucune demande pour l’instant')
})

test('the history says what became of each request, the latest first', async ({ page }) => {
  const made = await makePractice()
  const statuses = ['requested', 'prepared', 'sent', 'cancelled'] as const
  await withMaker(async make => {
    for (const [days, status] of statuses.entries()) {
      const created_at = new Date(Date.now() - days * 86_400_000).toISOString()
      await make.supplyOrder(made.practice, ['pads'], { status, created_at, created_by: made.user.id })
    }
    for (let more = 4; more < 40; more++) {
      const created_at = new Date(Date.now() - more * 86_400_000).toISOString()
      await make.supplyOrder(made.practice, ['bags'], { created_at, created_by: made.user.id })
    }
  })
  await open(page, made)
  const acts = page.locator('tbody tr').first().locator('button')
  await expect(acts).toHaveText(['Redemander', 'Annuler'])
  const [again, cancel] = await acts.evaluateAll(all => all.map(act => act.getBoundingClientRect().top))
  expect(again).toBe(cancel)
  await dialog(page).getByRole('button', { name: 'Demandes précédentes' }).press('Enter')
  await expect(lines(page)).toHaveCount(40)
  for (const [place, words] of ['Demandées', 'Préparées', 'Envoyées', 'Annulées'].entries())
    await expect(lines(page).nth(place)).toContainText(words)
  await expectAccessible(page)
  await button(page, 'Retour').click()
  await expect(lines(page)).toHaveCount(3)
})

test('a DLCPM account finds supplies in the menu, and no new case', async ({ page }) => {
  const made = await makePractice({ is_dlcpm: true })
  await enter(page, made.host, made.user, '/cases')
  await page.getByRole('button', { name: 'Nouveau', exact: true }).click()
  const panel = page.getByRole('group', { name: 'Nouveau', exact: true })
  await expect(panel.getByRole('link')).toHaveCount(0)
  await panel.getByRole('button', { name: 'Demander des fournitures' }).click()
  await expect(lines(page)).toHaveCount(3)
})

test.describe('on a phone, in the dark', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme: 'dark' })

  test('the dialog takes the place of the drawer, and fits', async ({ page }) => {
    const made = await makePractice()
    await change(
      made,
      `update supplies set label_fr = '${'Désinfectant pour empreintes '.repeat(4)}' where name = 'labels'`,
    )
    await enter(page, made.host, made.user, '/cases')
    const opener = page.getByRole('button', { name: 'Ouvrir le menu' })
    await opener.tap()
    await page.getByRole('button', { name: 'Nouveau', exact: true }).tap()
    await page.getByRole('button', { name: 'Demander des fournitures' }).tap()
    await expect(lines(page)).toHaveCount(3)
    await expect(page.locator('.sidebar')).toBeHidden()
    for (const line of await lines(page).all()) await line.getByRole('button').tap()
    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 568 })
    const { width = 0, x = -1 } = (await dialog(page).boundingBox()) ?? {}
    expect(x).toBeGreaterThanOrEqual(0)
    expect(x + width).toBeLessThanOrEqual(320)
    const tooWide = await lines(page).evaluateAll(all => all.filter(line => line.scrollWidth > line.clientWidth).length)
    expect(tooWide).toBe(0)
    await button(page, 'Continuer').tap()
    await expect(button(page, 'Continuer')).toHaveCount(0)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await question(page).getByRole('button', { name: 'Abandonner ma saisie' }).tap()
    await expect(opener).toBeFocused()
  })
})
