import type { Page } from '@playwright/test'
import { addDays, dayInZone } from '#kit/day.ts'
import { faultsOfOneDialog } from './dialog-rules.ts'
import { faultsOfOneForm } from './form-rules.ts'
import { openLaboratory, withMaker } from './laboratory.ts'
import { enter, patientCode } from './ordering.ts'
import { expect, expectAccessible, rows, test } from './portal.ts'

const today = dayInZone(new Date(), 'Europe/Paris')
const inDays = (days: number) => addDays(today, days)

/** A practice with a late case, one of today on its way, and three of one patient. */
const makeCases = (user: Record<string, unknown> = {}) =>
  withMaker(async make => {
    const { host, laboratory, practice } = await openLaboratory(make, { company_name: 'Labo Vues' })
    await make.product(laboratory, { reference: 'COU' })
    await make.product(laboratory, { reference: 'GOU', family: 'splints' })
    await make.supply(laboratory, { label_fr: 'Sachets', label_en: 'Bags' })
    const doctor = await make.user(practice, user)
    const order = (values: Record<string, unknown>) => make.order(practice, values)
    await order({ code: 'L-1', status: 'in_preparation', delivery_on: inDays(4), first_delivery_on: inDays(1) })
    await order({ code: 'S-1', status: 'shipped', delivery_on: today, first_delivery_on: today })
    const patient = { patient: 'Zoé Martin', patient_code: 'P-0412' }
    await order({ ...patient, code: 'Z-1', status: 'delivered', created_at: '2026-01-05T10:00:00Z' })
    const last = await order({ ...patient, code: 'Z-2', patient: null, created_at: '2026-02-05T10:00:00Z' })
    await make.orderLine(practice, last.id, 'GOU', {
      case_sequence: 9,
      label_fr: 'Gouttière',
      label_en: 'Splint',
      shade: 'B3.5',
      teeth: [11],
    })
    return { host, doctor, last }
  })

/** Called by the view in sight, where one is. */
const ownViews = (page: Page) =>
  page.locator('.toolbar').getByRole('button', { name: /^(Mes vues|My views|Ce qui traîne|En retard|Late ones)$/ })
const dialog = (page: Page) => page.getByRole('dialog')

test('a list is kept under a name, found by menu and quick access, renamed, removed and put back', async ({ page }) => {
  const { host, doctor } = await makeCases()
  await enter(page, host, doctor, '/cases')
  await expect(rows(page)).toHaveCount(3)
  await ownViews(page).click()
  await expect(page.getByText('Filtrez ou triez la liste')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Retardés' }).click()
  await expect(rows(page)).toHaveCount(1)
  await ownViews(page).click()
  await page.getByRole('button', { name: 'Enregistrer cette vue' }).click()
  await expect(dialog(page)).toContainText('Elle garde : Retardés.')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Enregistrer' }).click()
  await expect(dialog(page).getByRole('textbox')).toHaveAccessibleDescription(/Donnez un nom à la vue/)
  await dialog(page).getByRole('textbox').fill('Ce qui traîne '.repeat(5))
  await expect(dialog(page).getByRole('textbox')).toHaveAccessibleDescription(/Raccourcissez le nom à 60 lettres/)
  await dialog(page).getByRole('textbox').fill('Ce qui traîne')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Vue « Ce qui traîne » enregistrée')).toBeVisible()
  await expect(ownViews(page)).toHaveText('Ce qui traîne')
  // Elsewhere it is there as well, and the list is known as it.
  const other = await page.context().newPage()
  await other.goto(page.url())
  await ownViews(other).click()
  await expect(other.getByRole('link', { name: 'Ce qui traîne' })).toHaveAttribute('aria-current', 'true')
  await other.close()
  await page.goto(page.url().replace(/\?.*/, ''))
  await expect(rows(page)).toHaveCount(3)
  await expect(ownViews(page)).toHaveText('Mes vues')
  await ownViews(page).click()
  await page.getByRole('link', { name: 'Ce qui traîne' }).click()
  await expect(page).toHaveURL(/delivery=delayed/)
  await page.goBack()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('traîne')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/delivery=delayed/)
  await ownViews(page).click()
  await page.getByRole('button', { name: 'Renommer ou supprimer' }).click()
  expect(await faultsOfOneDialog('cases/web/views-list.tsx', page)).toEqual([])
  await dialog(page).getByRole('button', { name: 'Renommer la vue « Ce qui traîne »' }).click()
  await expect(dialog(page).getByRole('textbox')).toBeFocused()
  const renaming = dialog(page).locator('form')
  expect(await faultsOfOneForm('cases/web/view-rename.tsx', renaming)).toEqual([])
  await dialog(page).getByRole('textbox').fill('En retard')
  await page.keyboard.press('Enter')
  await dialog(page).getByRole('button', { name: 'Supprimer la vue « En retard »' }).click()
  await expect(dialog(page)).toContainText('« En retard » est supprimée.')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Annuler la suppression de la vue « En retard »' }).click()
  await expect(dialog(page).getByRole('link', { name: 'En retard' })).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Fermer' }).click()
  await ownViews(page).click()
  await expect(page.getByRole('link', { name: 'En retard' })).toBeVisible()
})

test('cases are filtered by the kind of work, and the way out names it', async ({ page }) => {
  const { host, doctor } = await makeCases()
  await enter(page, host, doctor, '/cases?tab=all')
  await expect(rows(page)).toHaveCount(4)
  await page.getByRole('button', { name: 'Prescripteur, type de travail et export' }).click()
  await page.getByRole('group', { name: 'Type de travail' }).getByRole('link').last().click()
  await expect(page).toHaveURL(/family=splints/)
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('Z-2')
  await page.locator('.toolbar').getByRole('link', { name: 'Fixe' }).click()
  await expect(rows(page)).toHaveCount(4)
})

test('a patient’s cases stand on one page, with the shades used before, and a new case begins with them', async ({
  page,
}) => {
  const { host, doctor, last } = await makeCases()
  await enter(page, host, doctor, `/cases/${last.id}`)
  await page.getByRole('link', { name: 'P-0412' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Patient P-0412')
  await expect(page).toHaveURL(new RegExp(`/cases/${last.id}/patient$`))
  await expect(page.locator('main')).toContainText('Zoé Martin · 2 travaux')
  const tables = page.getByRole('table')
  await expect(tables.first().locator('tbody th')).toHaveText([/^Z-2/, /^Z-1/])
  await expect(tables.last()).toContainText('B3,5')
  await expect(tables.last()).toContainText('Gouttière')
  await expect(tables.locator('[aria-current]')).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Nouveau travail pour ce patient' }).click()
  await expect(patientCode(page)).toHaveValue('P-0412')
  expect(page.url()).not.toMatch(/P-0412|Martin/)
  await page.goBack()
  await page.keyboard.press('Control+k')
  await page.keyboard.press('Escape')
  // Also from the row of a list and, on a case, by quick access.
  await page.goto(page.url().replace(/\/cases.*/, '/cases?search=Z-2'))
  await page.getByRole('button', { name: 'Actions pour Z-2' }).click()
  await page.getByRole('link', { name: 'Tous les travaux de ce patient' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Patient P-0412')
  await page.getByRole('link', { name: 'Z-1' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Z-1/)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('travaux de ce patient')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Patient P-0412')
})

test('what has come is noted once ten seconds have gone by, and not when it is undone', async ({ page }) => {
  const { host, doctor } = await makeCases()
  await enter(page, host, doctor, '/cases?search=S-1')
  await page.getByRole('link', { name: 'S-1' }).click()
  const sent = () => page.waitForRequest('**/api/orders/received')
  await page.getByRole('button', { name: 'Reçu au cabinet : S-1' }).click()
  await expect(page.getByText('S-1 : noté reçu dans dix secondes')).toBeVisible()
  await page.getByRole('button', { name: 'Annuler la réception de S-1' }).click()
  await expect(page.getByText('La réception n’est pas notée')).toBeVisible()
  await expect(page.getByText('dix secondes')).toHaveCount(0)
  await expectAccessible(page)
  await page.clock.install()
  let hasLeft = false
  const leaves = sent().then(() => {
    hasLeft = true
  })
  await page.getByRole('button', { name: 'Reçu au cabinet : S-1' }).click()
  await expect(page.getByText('S-1 : noté reçu dans dix secondes')).toBeVisible()
  expect(hasLeft).toBe(false)
  await page.clock.fastForward(10_000)
  await leaves
  await page.clock.resume()
  await expect(page.getByText('S-1 : reçu au cabinet')).toBeVisible()
  await expect(page.getByRole('button', { name: /Reçu au cabinet/ })).toHaveCount(0)
  // It was the wrong case.
  await page.getByRole('button', { name: 'Autres actions' }).click()
  await page.getByRole('button', { name: 'Pas reçu finalement' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'S-1 : pas reçu finalement ?' })
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  expect(await faultsOfOneDialog('deliveries/web/not-received-dialog.tsx', page)).toEqual([])
  await dialog.getByRole('button', { name: 'Noter S-1 comme non reçu' }).click()
  await expect(page.getByText('S-1 est de nouveau en route')).toBeVisible()
  await expect(page.getByText('Pas reçu finalement : la réception avait été notée par erreur.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reçu au cabinet : S-1' })).toBeVisible()
  await page.getByRole('button', { name: 'Autres actions' }).click()
  await expect(page.getByRole('button', { name: 'Pas reçu finalement' })).toHaveCount(0)
})

test('of two that have come, one noted alone leaves one to the press for all, and each leaves once', async ({
  page,
}) => {
  const { host, doctor, one, two } = await withMaker(async make => {
    const { host, practice } = await openLaboratory(make, { company_name: 'Labo Reçus' })
    const coming = (code: string) =>
      make.order(practice, { code, status: 'shipped', delivery_on: today, first_delivery_on: today })
    return { host, doctor: await make.user(practice), one: await coming('R-1'), two: await coming('R-2') }
  })
  const received: string[][] = []
  page.on('request', request => {
    if (request.url().endsWith('/api/orders/received')) received.push(request.postDataJSON().ids)
  })
  await enter(page, host, doctor, '/dashboard')
  const all = page.locator('.day__act').last().getByRole('button')
  await expect(all).toHaveText('Les 2 sont reçus')
  await page.clock.install()
  await page.getByRole('button', { name: 'Reçu au cabinet : R-1' }).click()
  await expect(all).toHaveAccessibleName('Reçu au cabinet : R-2')
  await all.click()
  await expect(all).toHaveAccessibleName('Annuler les 2 réceptions')
  await expect(page.getByRole('button', { name: 'Annuler la réception de R-2', exact: true })).toBeVisible()
  expect(received).toEqual([])
  await page.clock.fastForward(10_000)
  await expect.poll(() => received).toEqual([[one.id], [two.id]])
})

test('supplies are requested, requested again and taken back on a page of their own', async ({ page }) => {
  const { host, doctor } = await makeCases()
  await enter(page, host, doctor, '/rides')
  await page.getByRole('link', { name: 'Fournitures demandées' }).click()
  await expect(page.getByText('Aucune demande pour l’instant')).toBeVisible()
  await expect(page.locator('.sidebar').getByRole('link', { name: 'Collectes' })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await page.locator('main').getByRole('button', { name: 'Demander des fournitures' }).click()
  await dialog(page).getByRole('button', { name: 'Ajouter Sachets' }).click()
  await dialog(page).getByRole('button', { name: 'Continuer' }).click()
  await dialog(page).getByRole('button', { name: 'Confirmer' }).click()
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText(/Sachets.*Demandées/s)
  await page.getByRole('button', { name: /^Redemander/ }).click()
  await expect(dialog(page)).toHaveAccessibleName('Confirmer la demande')
  await expect(dialog(page)).toContainText('Sachets')
  await dialog(page).getByRole('button', { name: 'Confirmer' }).click()
  await expect(rows(page)).toHaveCount(2)
  await page
    .getByRole('button', { name: /^Annuler la demande/ })
    .first()
    .click()
  await expectAccessible(page)
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Annuler la demande/ })
    .click()
  await expect(page.getByText('Demande annulée')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Annuler la demande/ })).toHaveCount(1)
  await expect(rows(page).filter({ hasText: 'Annulées' })).toHaveCount(1)
  await expectAccessible(page)
})

test('all of it in English on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { host, doctor, last } = await makeCases({ language: 'en' })
  await enter(page, host, doctor, '/cases?delivery=delayed')
  await ownViews(page).click()
  await page.getByRole('button', { name: 'Save this view' }).click()
  await dialog(page).getByRole('textbox').fill('Late ones')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('View “Late ones” saved')).toBeVisible()
  await ownViews(page).click()
  await page.getByRole('button', { name: 'Rename or remove' }).click()
  await expect(dialog(page)).toContainText('Late ones')
  await expectAccessible(page)
  for (const path of [`/cases/${last.id}/patient`, '/supplies', '/rides']) {
    await page.goto(page.url().replace(/(?<=localhost:\d+)\/.*/, path))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  }
})
