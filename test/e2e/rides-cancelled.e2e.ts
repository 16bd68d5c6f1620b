import { withMaker } from './laboratory.ts'
import { expect, expectAccessible, pressTwice, refused, test } from './portal.ts'
import { change, dialog, inDays, list, makePractice, makeRide, next, open } from './rides.ts'

test('a pickup is cancelled before its cut-off, after a question that names it', async ({ page }) => {
  const made = await makePractice({ pickup_pm_cutoff: '00:00' })
  await makeRide(made, 0, 'PM')
  await makeRide(made, 2, 'PM')
  await open(page, made)
  // Too late for the first: the laboratory can still be called.
  await expect(next(page).getByRole('button')).toHaveCount(0)
  await expect(next(page)).toContainText('Trop tard pour l’annuler ici')
  await expect(next(page).getByRole('link')).toHaveAttribute('href', 'tel:0123456789')
  const cancel = list(page, 'À venir').getByRole('button')
  await expect(cancel).toHaveCount(1)
  const named = (await cancel.getAttribute('aria-label')) ?? ''
  expect(named).toMatch(/^Annuler la collecte du .*, après-midi$/)
  await cancel.press('Enter')
  await expect(dialog(page)).toHaveAccessibleName(`${named}\u202f?`)
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Garder la collecte' }).click()
  await expect(cancel).toBeFocused()
  await cancel.click()
  await pressTwice(dialog(page).getByRole('button', { name: named }), '**/api/rides/*')
  await expect(page.locator('dialog[open]')).toHaveCount(0)
  await expect(page.getByText(/^Collecte annulée\u00a0: /)).toBeVisible()
  await expect(list(page, 'À venir')).toHaveCount(0)
  await expect(list(page, 'Passées et annulées').filter({ hasText: 'Annulée' })).toHaveCount(1)
  await expect(page.locator('main :focus')).toBeVisible()
})

test('before a pickup is cancelled it is said what it was to take, what takes that instead, and what is too late by it', async ({
  page,
  quiet,
}) => {
  quiet.allow(refused(503))
  const made = await makePractice()
  await makeRide(made, 1, 'AM')
  await makeRide(made, 4, 'PM')
  await withMaker(async make => {
    const values = { print_type: 'physical', summary_fr: 'Couronne 26' }
    const soon = { appointment_at: `${inDays(3)}T12:00:00Z`, patient: 'Zoé Petit' }
    await make.order(made.practice, { ...values, ...soon, code: 'P-1' })
    // Its patient comes much later, and its delivery was promised for the day on which it leaves now.
    await make.order(made.practice, {
      ...values,
      code: 'P-0',
      appointment_at: `${inDays(19)}T12:00:00Z`,
      delivery_on: inDays(4),
    })
    for (const code of ['P-2', 'P-3', 'P-4', 'P-5', 'P-6', 'P-7'])
      await make.order(made.practice, { ...values, code, appointment_at: `${inDays(20)}T12:00:00Z` })
  })
  await open(page, made)
  const cancel = next(page).getByRole('button', { name: /^Annuler la collecte du / })
  await cancel.click()
  await expect(dialog(page)).toContainText('Le coursier devait emporter 8 travaux, dont 2 ne reviendront pas à temps')
  const left = dialog(page).getByRole('list', { name: 'Ce que le coursier devait emporter' }).getByRole('listitem')
  await expect(left).toHaveCount(5)
  await expect(left.first()).toContainText(
    /^Empreinte P-1 Zoé Petit · Couronne 26 · trop tard pour le rendez-vous\s: .*\d\d:00$/,
  )
  await expect(left.nth(1)).toContainText(
    /^Empreinte P-0 .* · rendez-vous .* · trop tard pour la livraison du \d+ \S+$/,
  )
  await expect(left.nth(2)).toContainText(/^Empreinte P-2 .* · Couronne 26 · rendez-vous /)
  await expect(dialog(page)).toContainText(/Tout part à la place avec la collecte suivante\s: .*, après-midi\./)
  await expect(dialog(page)).toContainText('Les livraisons promises ne bougent pas d’elles-mêmes')
  await expect(dialog(page).getByText('P-7')).toBeHidden()
  await dialog(page).getByText('et 3 autres').click()
  await expect(dialog(page).getByText('P-7')).toBeVisible()
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Garder la collecte' }).click()
  // What cannot be read keeps nobody from the act.
  await page.route('**/cancellation', route => route.fulfill({ status: 503 }))
  await cancel.click()
  await expect(dialog(page)).toContainText('Ce que cette collecte devait emporter n’a pas pu être lu.')
  await dialog(page).locator('.button--danger').click()
  await expect(page.getByText(/^Collecte annulée\u00a0: /)).toBeVisible()
})

test('cancelling too late says so, and leaves the way to call', async ({ page, quiet }) => {
  quiet.allow(refused(422))
  const made = await makePractice()
  await makeRide(made, 0, 'PM')
  await open(page, made)
  await next(page)
    .getByRole('button', { name: /^Annuler la collecte du / })
    .click()
  await change(made, `update brands set pickup_pm_cutoff = '00:00'`)
  await dialog(page).locator('.button--danger').click()
  await expect(dialog(page).getByRole('alert')).toContainText('La collecte n’est pas annulée')
  await expect(dialog(page).getByRole('alert')).toContainText('peut-être déjà en route')
  await expect(dialog(page).getByRole('link', { name: 'Appeler Labo Test' })).toHaveAttribute('href', 'tel:0123456789')
  await expect(dialog(page).locator('.button--danger')).toHaveCount(0)
  await dialog(page).getByRole('button', { name: 'Fermer' }).click()
  // The screen behind has learnt it too.
  await expect(next(page)).toContainText('Trop tard pour l’annuler ici')
})
