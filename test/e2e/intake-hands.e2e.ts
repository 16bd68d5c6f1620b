import type { Page } from '@playwright/test'
import { addDays, dayInZone, weekday } from '#kit/day.ts'
import { testPassword } from '../make.ts'
import { at } from './addresses.ts'
import { letLeave } from './answers.ts'
import { openLaboratory, withMaker } from './laboratory.ts'
import { application, enterAs, expect, expectAccessible, test } from './portal.ts'

const today = dayInZone(new Date(), 'Europe/Paris')
/** A day on which the laboratory delivers: another one is not proposed. */
const workingDay = (ahead: number): string => {
  const day = addDays(today, ahead)
  return weekday(day) < 6 ? day : workingDay(ahead + 1)
}
const typed = (day: string) => day.split('-').reverse().join('/')

/** Of the first two the practice knows a day; the third has none. */
const makePlace = () =>
  withMaker(async make => {
    const { host, laboratory, practice } = await openLaboratory(make, {})
    const { reference } = await make.product(laboratory)
    for (const [index, code] of ['T-1', 'T-2', 'T-3'].entries()) {
      const known = index < 2 ? { delivery_on: workingDay(30) } : { delivery_on: null }
      const { id } = await make.order(practice, {
        code,
        appointment_at: `${addDays(today, 40 + index)}T09:00:00Z`,
        ...known,
      })
      await make.orderLine(practice, id, reference)
    }
    return { host, bench: await make.user(laboratory, { role: 'production' }) }
  })

const decided = (page: Page) => application(page).getByRole('region', { name: /^T-/ })
const shows = (page: Page, code: string) =>
  expect(decided(page).getByRole('heading', { level: 2, name: new RegExp(`^${code} `) })).toBeVisible()
const acceptance = (page: Page) => decided(page).getByRole('button', { name: /^Accepter( a)?$/ })
const day = (page: Page) => decided(page).getByLabel('Livraison le')

test('hands that are quick at intake: Enter in the day, G and D after a question, a double press, undo when nothing is left', async ({
  page,
}) => {
  const place = await makePlace()
  await enterAs(page, { login: place.bench.login, password: testPassword }, at(place.host, '/staff/intake'))
  await shows(page, 'T-1')
  await expect(acceptance(page)).toBeEnabled()

  // A day after the visit, by Enter in its field: asked about. G keeps the day that the practice knows, and asks nothing more.
  await page.keyboard.press('d')
  await expect(day(page)).toBeFocused()
  await day(page).fill(typed(addDays(today, 50)))
  await day(page).press('Enter')
  await expect(decided(page).getByRole('alert')).toContainText('après le rendez-vous')
  await decided(page).getByRole('heading', { level: 2, name: /^T-/ }).click()
  await page.keyboard.press('g')
  await expect(day(page)).toHaveValue(typed(workingDay(30)))
  await expect(decided(page).getByRole('alert')).toHaveCount(0)
  await shows(page, 'T-1')

  // Pressed twice by the mouse, one case is accepted: the next one has not been seen.
  await expect(acceptance(page)).toBeEnabled()
  await acceptance(page).dblclick()
  await shows(page, 'T-2')
  await expect(application(page).getByRole('navigation', { name: 'File' }).getByRole('link')).toHaveCount(2)
  await expect(acceptance(page)).toBeEnabled()
  await page.keyboard.press('a')
  await shows(page, 'T-3')

  // Where no day is known, D asks for another one.
  await expect(acceptance(page)).toBeEnabled()
  await day(page).fill(typed(addDays(today, 50)))
  await day(page).press('Enter')
  await expect(decided(page).getByRole('alert')).toContainText('après le rendez-vous')
  await decided(page).getByRole('heading', { level: 2, name: /^T-/ }).click()
  await page.keyboard.press('d')
  await expect(day(page)).toBeFocused()
  await day(page).fill(typed(addDays(today, 35)))
  // What undoes it may stand under the finger that has just accepted.
  await page.evaluate(() => {
    const press = (_: unknown, watch: MutationObserver) => {
      const undo = [...document.querySelectorAll('button')].find(({ textContent }) =>
        /^Annuler l’acc/.test(textContent),
      )
      if (!undo) return
      watch.disconnect()
      undo.click()
    }
    new MutationObserver(press).observe(document.body, { childList: true, subtree: true })
  })
  await day(page).press('Enter')
  await expect(application(page).getByRole('button', { name: /^Annuler l’acceptation de / })).toBeEnabled()

  // Nothing is left, and the last one comes back by the letter that undoes.
  await expect(application(page).getByText('Rien à accepter')).toBeVisible()
  await page.keyboard.press('u')
  await shows(page, 'T-3')
})

test('a case of yesterday is accepted for the day that its practice was shown, and for a later one only where somebody says so', async ({
  page,
}) => {
  const shown = workingDay(1)
  const place = await withMaker(async make => {
    const { host, laboratory, practice } = await openLaboratory(make, {})
    const { reference } = await make.product(laboratory, { lead_days: 10 })
    const ordered_by = (await make.user(practice)).id
    for (const [code, delivery_on] of [
      ['T-1', shown],
      ['T-2', addDays(today, -2)],
    ]) {
      const { id } = await make.order(practice, { code, delivery_on, ordered_by })
      await make.orderLine(practice, id, reference)
    }
    return { host, bench: await make.user(laboratory, { role: 'production' }) }
  })
  await enterAs(page, { login: place.bench.login, password: testPassword }, at(place.host, '/staff/intake?by=age'))
  await shows(page, 'T-1')
  await expect(acceptance(page)).toBeEnabled()
  await expect(day(page)).toHaveValue(typed(shown))
  await expect(decided(page)).toContainText(/Le cabinet a vu le .*Commandé aujourd’hui, ce serait le /)
  await day(page).fill(typed(workingDay(20)))
  await acceptance(page).click()
  await expect(decided(page).getByRole('alert')).toContainText('Il sera informé de la nouvelle date.')
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Garder le / }).click()
  await expect(day(page)).toHaveValue(typed(shown))
  await acceptance(page).click()

  // What was shown has gone by: why it becomes later stands there, and it is said once more before it leaves.
  await shows(page, 'T-2')
  await expect(decided(page)).toContainText(/Le cabinet a vu le .*Ce jour est passé\./)
  await acceptance(page).click()
  await decided(page)
    .getByRole('button', { name: /^Accepter pour le / })
    .click()
  await expect(application(page).getByText('Rien à accepter')).toBeVisible()
})

test('an impression that comes too late for the day that its practice was shown is said beside that day, and on the page of the case', async ({
  page,
}) => {
  const shown = workingDay(12)
  const place = await withMaker(async make => {
    const { host, laboratory, practice } = await openLaboratory(make, {})
    const { reference } = await make.product(laboratory, { lead_days: 5 })
    const ordered_by = (await make.user(practice)).id
    const values = { code: 'T-1', print_type: 'physical', delivery_on: shown, ordered_by }
    const { id } = await make.order(practice, values)
    await make.orderLine(practice, id, reference, { product_version: 1 })
    return { host, practice, id, bench: await make.user(laboratory, { role: 'production' }) }
  })
  const intake = at(place.host, '/staff/intake')
  const line = (words: RegExp) => decided(page).getByText(words)
  await enterAs(page, { login: place.bench.login, password: testPassword }, intake)
  await shows(page, 'T-1')
  await expect(line(/^Aucune collecte prévue pour l’empreinte\.$/)).toHaveClass(/tone--warn/)
  await withMaker(make => make.ride(place.practice, workingDay(9), 'AM'))
  await page.reload()
  await expect(line(/^L’empreinte arrive par la collecte du .*, matin\.$/)).toHaveClass(/tone--warn/)
  await expect(line(/^Le cabinet a vu le .*Commandé aujourd’hui, ce serait le /)).toHaveClass(/tone--warn/)
  await expectAccessible(page)
  // For a later day it comes soon enough.
  await day(page).fill(typed(workingDay(40)))
  await expect(line(/^L’empreinte arrive par /)).toHaveClass(/muted/)

  await page.goto(at(place.host, `/staff/cases/${place.id}`))
  const impression = application(page).getByText(/^collecte du .*, matin$/)
  await expect(impression).toHaveClass(/tone--warn/)
  await expectAccessible(page)
  // One that comes soon is said without a warning.
  await withMaker(make => make.ride(place.practice, workingDay(1), 'PM'))
  await page.reload()
  await expect(application(page).getByText(/^collecte du .*, après-midi$/)).not.toHaveClass(/tone--warn/)
})

test('a promised day on which the practice is away is named at intake and as the date is changed, with the next day that will do', async ({
  page,
}) => {
  const [away, back] = [workingDay(20), workingDay(30)]
  const place = await withMaker(async make => {
    const { host, laboratory, practice } = await openLaboratory(make, {})
    const { reference } = await make.product(laboratory)
    await make.absence(practice, away, addDays(back, -1))
    const orders = []
    for (const values of [{ code: 'T-1' }, { code: 'T-2', status: 'in_production', delivery_on: workingDay(10) }]) {
      const { id } = await make.order(practice, values)
      await make.orderLine(practice, id, reference)
      orders.push(id)
    }
    return { host, order: orders[1], bench: await make.user(laboratory, { role: 'production' }) }
  })
  const sentence = /^Cabinet absent du \d.* au \d/
  await enterAs(page, { login: place.bench.login, password: testPassword }, at(place.host, '/staff/intake'))
  await shows(page, 'T-1')
  await day(page).fill(typed(away))
  await expect(decided(page).getByText(sentence).last()).toBeVisible()
  await decided(page)
    .getByRole('button', { name: /^Prendre le / })
    .click()
  await expect(day(page)).toHaveValue(typed(back))
  await expect(day(page)).toBeFocused()
  await expect(decided(page).getByText(sentence)).toHaveCount(0)

  await page.goto(at(place.host, `/staff/cases/${place.order}`))
  await page.getByRole('button', { name: 'Changer la date' }).click()
  const dialog = page.getByRole('dialog')
  const field = dialog.getByRole('textbox', { name: 'Nouvelle date' })
  await field.fill(typed(away))
  await expect(dialog.getByText(sentence).last()).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: /^Prendre le / }).click()
  await expect(field).toHaveValue(typed(back))
  // The laboratory may know better.
  await field.fill(typed(away))
  await dialog.getByRole('textbox', { name: 'Pourquoi' }).fill('Le cabinet nous ouvre.')
  await dialog.getByRole('button', { name: 'Changer la date' }).click()
  await expect(page.locator('.toast')).toContainText('T-2 sera livré')
})

test('a case is accepted while its impression is still to come, and received by a press of its own', async ({
  page,
}) => {
  const place = await withMaker(async make => {
    const { host, laboratory, practice } = await openLaboratory(make, {})
    const { reference } = await make.product(laboratory, { lead_days: 5 })
    const ordered_by = (await make.user(practice)).id
    for (const code of ['T-1', 'T-2']) {
      const values = { code, print_type: 'physical', delivery_on: workingDay(12), ordered_by }
      const { id } = await make.order(practice, values)
      await make.orderLine(practice, id, reference, { product_version: 1 })
    }
    await make.ride(practice, workingDay(2), 'AM')
    return { host, bench: await make.user(laboratory, { role: 'production' }) }
  })
  const received = decided(page).getByRole('button', { name: /^Empreinte reçue/ })
  const awaited = application(page).getByRole('link', { name: 'À recevoir' })
  await enterAs(page, { login: place.bench.login, password: testPassword }, at(place.host, '/staff/intake'))
  await shows(page, 'T-1')
  await expect(received).toBeEnabled()
  await acceptance(page).click()
  await shows(page, 'T-2')
  await awaited.click()
  await shows(page, 'T-1')
  await expect(application(page).getByText('1 à recevoir, déjà acceptés')).toBeVisible()
  await expect(acceptance(page)).toBeHidden()
  await expectAccessible(page)
  await received.click()
  await expect(application(page).getByText('Aucune empreinte attendue')).toBeVisible()
  await letLeave(page)

  // The bag of the other one lies here: one press says both.
  await application(page).getByRole('link', { name: 'À accepter' }).click()
  await shows(page, 'T-2')
  await expect(received).toBeEnabled()
  await page.keyboard.press('i')
  await expect(application(page).getByText('Rien à accepter')).toBeVisible()
  await letLeave(page)
  await awaited.click()
  await expect(application(page).getByText('Aucune empreinte attendue')).toBeVisible()
})
