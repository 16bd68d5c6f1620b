// A control that goes away or is disabled gives the focus to what stands in its place.
import type { Locator, Page } from '@playwright/test'
import { addDays, dayInZone } from '#kit/day.ts'
import { at } from './addresses.ts'
import { letLeave } from './answers.ts'
import { makeLaboratory, openLaboratory, withMaker } from './laboratory.ts'
import { enter, fillCrown, lastLook, makeOrderingPractice, openForm, photo, send, typed, work } from './ordering.ts'
import { expect, refused, rows, test, withoutEvents } from './portal.ts'

const today = dayInZone(new Date(), 'Europe/Paris')

/** Whoever uses the keyboard is still somewhere: on a control, in the page that is seen. */
async function expectSomewhere(page: Page) {
  await expect
    .poll(() =>
      page.evaluate(() => {
        const { activeElement } = document
        return Boolean(activeElement && activeElement !== document.body && activeElement.getClientRects().length > 0)
      }),
    )
    .toBe(true)
}

/** Pressed from the keyboard; it goes away, or cannot be pressed any more. */
async function pressAway(page: Page, control: Locator) {
  await control.focus()
  await expect(control).toBeFocused()
  const handle = await control.elementHandle()
  await page.keyboard.press('Enter')
  await expect.poll(() => handle?.evaluate(element => element.isConnected && !element.matches(':disabled'))).toBe(false)
  await expectSomewhere(page)
}

const cases = (count: number, values: Record<string, unknown> = {}) =>
  Array.from({ length: count }, (_, index) => ({ code: `T-${index + 1}`, status: 'in_production', ...values }))
const main = (page: Page) => page.locator('main')

test('in the list of cases: filters, pages, an empty result', async ({ page }) => {
  const late = { delivery_on: addDays(today, -3), status: 'in_production' }
  const { host, user } = await makeLaboratory({ company_name: 'Labo Test' }, [...cases(26), { code: 'L-1', ...late }])
  await enter(page, host, user, '/cases?delivery=delayed')
  await expect(rows(page)).toHaveCount(1)
  await pressAway(page, main(page).getByRole('link', { name: 'Effacer les filtres' }))
  await expect(rows(page)).toHaveCount(25)
  await expect(page.locator('.toolbar :focus')).toBeVisible()

  await pressAway(page, main(page).getByRole('link', { name: 'Suivant' }))
  await expect(page).toHaveURL(/page=2/)
  await expect(main(page).getByRole('link', { name: 'Page 2' })).toBeFocused()
  await pressAway(page, main(page).getByRole('link', { name: 'Précédent' }))
  await expect(page.locator('.pagination :focus')).toBeVisible()

  await page.getByRole('searchbox').fill('rien de tel')
  await expect(page.locator('.state')).toBeVisible()
  await pressAway(page, page.locator('.state').getByRole('link', { name: 'Effacer les filtres' }))
  await expect(rows(page)).toHaveCount(25)
})

test('where the empty result and what would clear it above go away together or one after the other', async ({
  page,
}) => {
  const { host, user } = await makeLaboratory({ company_name: 'Labo Test' }, cases(3))
  await enter(page, host, user, '/cases')
  for (const held of [false, true, false, true]) {
    await page.goto(at(host, '/cases?search=zzzzz'))
    const clear = page.locator('.state').getByRole('link', { name: 'Effacer les filtres' })
    await expect(clear).toBeVisible()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    if (!held) release()
    await page.route('**/api/orders?**', async route => {
      await released
      await route.fallback()
    })
    await clear.focus()
    await page.keyboard.press('Enter')
    await expect(page.locator('.toolbar').getByRole('link', { name: 'Effacer les filtres' })).toHaveCount(0)
    release()
    await expect(rows(page)).toHaveCount(3)
    await expectSomewhere(page)
    await page.unrouteAll({ behavior: 'wait' })
  }
})

test('a day that is chosen in a hurry, with Enter three times, sends nothing', async ({ page }) => {
  const orders: string[] = []
  page.on('request', request => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === '/api/orders') orders.push(request.url())
  })
  await openForm(page, await makeOrderingPractice())
  await fillCrown(page, 'P-1')
  const wished = page.getByRole('textbox', { name: /^Date souhaitée/ })
  await wished.fill(typed(1))
  await page.getByRole('button', { name: 'Choisir ce jour' }).press('Enter')
  await expect(wished).toBeFocused()
  await expect(wished).not.toHaveValue(typed(1))
  await page.keyboard.press('Enter')
  await expect(lastLook(page).getByRole('heading', { level: 2 })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(send(page)).not.toHaveAttribute('aria-busy')
  await page.keyboard.press('Escape')
  await expect(lastLook(page)).toBeHidden()
  expect(orders).toEqual([])
})

test('where the laboratory’s question is answered, in the list and in the case', async ({ page }) => {
  await withoutEvents(page)
  const asked = { status: 'on_hold', hold_reason: 'other', hold_question: 'Quelle teinte ?' }
  const { host, user } = await makeLaboratory({ company_name: 'Labo Test' }, [
    { code: 'H-1', ...asked },
    { code: 'H-2', ...asked },
  ])
  await enter(page, host, user, '/cases')
  const row = rows(page).filter({ hasText: 'H-1' })
  await row.locator('.case-list__asking').press('Enter')
  await page.getByRole('button', { name: 'Appelez-moi', exact: true }).press('Enter')
  await letLeave(page)
  await expect(row).toContainText('Vous avez répondu')
  await expect(row.locator(':focus')).toBeVisible()

  await rows(page).filter({ hasText: 'H-2' }).getByRole('link', { name: 'H-2' }).press('Enter')
  await pressAway(page, main(page).getByRole('button', { name: 'Appelez-moi', exact: true }))
  await letLeave(page)
  await expect(page.locator('.notice')).toContainText('Vous avez répondu')
})

test('where a case is cancelled', async ({ page }) => {
  const { host, user } = await makeLaboratory({ company_name: 'Labo Test' }, [{ code: 'R-1', status: 'registered' }])
  await enter(page, host, user, '/cases')
  await rows(page).getByRole('link', { name: 'R-1' }).press('Enter')
  await page.getByRole('button', { name: 'Autres actions' }).press('Enter')
  // The menu gives the focus to its first entry once it is open, and would take it from the second.
  await expect(page.getByRole('link', { name: 'Commander de nouveau' })).toBeFocused()
  await page.getByRole('button', { name: 'Annuler ce travail' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Annuler R-1' }).press('Enter')
  await expect(page.locator('.widgets')).toContainText('Annulé')
  await expectSomewhere(page)
})

test('where a practice is merged before there is any to choose from', async ({ page }) => {
  const { host, practice, staff } = await withMaker(async make => {
    const { host, laboratory, practice } = await openLaboratory(make, { company_name: 'Labo Test' })
    return { host, practice, staff: await make.user(laboratory) }
  })
  const held = Promise.withResolvers<void>()
  await page.route('**/api/staff/practices?*', async route => {
    await held.promise
    await route.continue()
  })
  await enter(page, host, staff, `/staff/practices/${practice.id}`)
  await page.getByRole('button', { name: 'Fusionner avec un autre cabinet…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Fusionner' }).click()
  await expect(dialog.getByRole('searchbox')).toBeFocused()
  held.resolve()
})

test('where absences and pickups go', async ({ page }) => {
  const made = await withMaker(async make => {
    const opened = await openLaboratory(make, {
      company_name: 'Labo Test',
      working_days: [1, 2, 3, 4, 5, 6, 7],
      pickup_am_cutoff: '23:59',
      pickup_pm_cutoff: '23:59',
    })
    for (const days of [10, 20]) await make.absence(opened.practice, addDays(today, days), addDays(today, days))
    const user = await make.user(opened.practice)
    for (const days of [3, 4]) await make.ride(opened.practice, addDays(today, days), 'AM', { created_by: user.id })
    return { ...opened, user }
  })
  await enter(page, made.host, made.user, '/absences')
  const absence = rows(page).getByRole('button', { name: /^Supprimer/ })
  await expect(absence).toHaveCount(2)
  for (const left of [1, 0]) {
    const [one] = await absence.all()
    await one?.press('Enter')
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Supprimer l’absence/ })
      .press('Enter')
    await expect(absence).toHaveCount(left)
    await expectSomewhere(page)
    await expect(main(page).locator(':focus')).toHaveAccessibleName(
      left ? /^(Modifier|Supprimer) l’absence/ : 'Déclarer une absence',
    )
  }

  await page.getByRole('link', { name: 'Collectes' }).press('Enter')
  const ride = main(page).getByRole('button', { name: /^Annuler la collecte/ })
  await expect(ride).toHaveCount(2)
  while ((await ride.count()) > 0) {
    const before = await ride.count()
    const [one] = await ride.all()
    await one?.press('Enter')
    const call = page.getByRole('alertdialog').getByRole('button', { name: /^Annuler la collecte/ })
    // What it was to take is said first.
    await expect(call).not.toHaveAttribute('aria-busy', 'true')
    await call.press('Enter')
    await expect.poll(() => ride.count()).toBeLessThan(before)
    await expectSomewhere(page)
  }
})

test('where lines of a request for supplies go, and after a failure is tried again', async ({ page, quiet }) => {
  const made = await withMaker(async make => {
    const opened = await openLaboratory(make, { company_name: 'Labo Test' })
    for (const [position, label_fr] of ['Étiquettes', 'Sachets', 'Bons'].entries())
      await make.supply(opened.laboratory, { label_fr, position })
    return { ...opened, user: await make.user(opened.practice) }
  })
  await enter(page, made.host, made.user, '/supplies')
  await page.locator('.page-head').getByRole('button', { name: 'Demander des fournitures' }).press('Enter')
  const dialog = page.getByRole('dialog')
  for (const label of ['Étiquettes', 'Sachets', 'Bons']) {
    await dialog.getByRole('button', { name: `Ajouter ${label}` }).press('Enter')
    await expectSomewhere(page)
  }
  // Nothing left to go on with: the button that goes on is disabled.
  await dialog.getByRole('button', { name: 'Continuer' }).press('Enter')
  await pressAway(page, dialog.getByRole('button', { name: 'Retirer Étiquettes' }))
  await expect(dialog.getByRole('button', { name: 'Retirer Sachets' })).toBeFocused()
  await pressAway(page, dialog.getByRole('button', { name: 'Retirer Bons' }))
  await expect(dialog.getByRole('button', { name: 'Retirer Sachets' })).toBeFocused()
  await pressAway(page, dialog.getByRole('button', { name: 'Retirer Sachets' }))
  await expect(dialog).toHaveAccessibleName('Demander des fournitures')
  await page.keyboard.press('Escape')
  await expect(page.locator('.page-head').getByRole('button', { name: 'Demander des fournitures' })).toBeFocused()

  quiet.allow(refused(500))
  let isDown = true
  await page.route('**/api/absences*', route => (isDown ? route.fulfill({ status: 500 }) : route.fallback()))
  await page.getByRole('link', { name: 'Absences' }).press('Enter')
  const retry = page.locator('.state').getByRole('button', { name: 'Réessayer' })
  await expect(retry).toBeVisible()
  isDown = false
  await pressAway(page, retry)
  await expect(page.locator('main :focus')).toBeVisible()
})

test('in the form of an order: work, files, the day that would do, templates', async ({ page }) => {
  await openForm(page, await makeOrderingPractice())
  await fillCrown(page, 'P-1')
  await page.getByRole('textbox', { name: /^Date souhaitée/ }).fill(typed(1))
  await page.getByRole('textbox', { name: /^Date souhaitée/ }).press('Tab')
  const [chooseDay] = await page.getByRole('button', { name: 'Choisir ce jour' }).all()
  if (!chooseDay) throw new Error('no way out is offered')
  await pressAway(page, chooseDay)

  await page.locator('input[type=file][multiple]').setInputFiles([photo, { ...photo, name: 'deux.png' }])
  await expect(page.getByRole('button', { name: 'Retirer deux.png' })).toBeVisible()
  await page.getByRole('button', { name: `Retirer ${photo.name}` }).press('Enter')
  await pressAway(page, page.getByRole('alertdialog').getByRole('button', { name: 'Retirer le fichier' }))
  await expect(page.getByRole('button', { name: `Retirer ${photo.name}` })).toHaveCount(0)
  await expectSomewhere(page)

  await page.getByRole('button', { name: 'Autres actions' }).press('Enter')
  await page.getByRole('button', { name: 'Enregistrer comme modèle' }).press('Enter')
  await page.getByRole('dialog').getByRole('textbox').fill('Couronne')
  await page.getByRole('dialog').getByRole('textbox').press('Enter')
  await expect(page.locator('dialog[open]')).toHaveCount(0)
  await expectSomewhere(page)

  await pressAway(page, work(page, /zircon/).getByRole('button', { name: /^Retirer/ }))
  await expect(work(page, /zircon/)).toHaveCount(0)
})
