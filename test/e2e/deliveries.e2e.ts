import type { Page } from '@playwright/test'
import { addDays, dayInZone, weekday } from '#kit/day.ts'
import { at } from './addresses.ts'
import { openLaboratory, withMaker } from './laboratory.ts'
import { enter } from './ordering.ts'
import { application, expect, expectAccessible, refused, test } from './portal.ts'

const today = dayInZone(new Date(), 'Europe/Paris')
const phone = { width: 390, height: 844 }
test('what leaves a week before its day is on the round of today; that of its day offers nothing yet', async ({
  page,
}) => {
  const promised = addDays(today, 7)
  const { host, order, driver } = await withMaker(async make => {
    const { host, laboratory, practice } = await openLaboratory(make, { company_name: 'Labo Test' })
    const order = await make.order(practice, { status: 'in_production', delivery_on: promised })
    return { host, order, driver: await make.user(laboratory, { role: 'driver' }) }
  })
  await page.setViewportSize(phone)
  await enter(page, host, driver, `/staff/shipping?until=${promised}`)
  const shipping = page.getByRole('button', { name: /^Expédié\s:/ })
  const asked = application(page).locator('dialog[open]')
  // Nobody has signed its sheet: it is named before it leaves, and stays where one goes back.
  await shipping.click()
  await expect(asked).toContainText('Une fiche n’est pas signée')
  await expect(asked).toContainText(order.code)
  await expectAccessible(page)
  // A driver signs nothing: what lets it leave all the same is no more than one of the answers.
  await expect(asked.locator('.button--primary')).toHaveCount(0)
  await asked.getByRole('button', { name: 'Retour', exact: true }).click()
  await expect(asked).toHaveCount(0)
  await shipping.click()
  await asked.getByRole('button', { name: 'Expédier quand même' }).click()
  await expect(application(page).getByText('notre coursier')).toBeVisible()
  await page.goto(at(host, `/staff/deliveries?day=${promised}`))
  await expect(application(page).getByText(order.code)).toBeVisible()
  await expect(application(page).getByText(/^Un arrêt se note pour les deux semaines passées/)).toBeVisible()
  await expect(page.getByRole('button', { name: /^(Remettre|Absent), / })).toHaveCount(0)
  await expectAccessible(page)
  await page.goto(at(host, '/staff/deliveries'))
  await expect(application(page).getByText(/promis pour le/)).toBeVisible()
  // Said where the stop is read, before anything is handed over.
  await expect(application(page).locator('.stop__things')).toContainText('fiche non signée')
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Remettre/ }).click()
  // With nothing to hand over, it leads to what is to be said.
  const brought = asked.getByRole('checkbox').first()
  await brought.uncheck()
  await page.getByRole('button', { name: 'Confirmer la remise' }).click()
  await expect(brought).toBeFocused()
  await brought.check()
  await page.getByRole('button', { name: 'Confirmer la remise' }).click()
  await expect(application(page).getByText('Tout est envoyé')).toBeVisible()
  await expect(application(page).getByText(/Remis à/)).toBeVisible()
})

test('a practice that is closed on this weekday says so and stands after the others, in no order of its own', async ({
  page,
}) => {
  const others = [1, 2, 3, 4, 5, 6, 7].filter(day => day !== weekday(today))
  const { host, driver } = await withMaker(async make => {
    const { host, laboratory } = await openLaboratory(make, { company_name: 'Labo Test' })
    const everyDay = { opening_days: '{1,2,3,4,5,6,7}' }
    const closed = { opening_days: `{${others}}`, delivery_days: `{${others}}` }
    for (const [name, days] of [
      ['Amande', closed],
      ['Bouleau', everyDay],
      ['Cèdre', everyDay],
    ] as const)
      await make.order(await make.practice(laboratory, { name, ...days }), { status: 'shipped', delivery_on: today })
    return { host, driver: await make.user(laboratory, { role: 'driver' }) }
  })
  await enter(page, host, driver, '/staff/deliveries')
  const stops = application(page).locator('.stop')
  await expect(stops.getByRole('heading', { level: 3 })).toHaveText(['Bouleau', 'Cèdre', 'Amande'])
  await expect(stops.nth(2)).toContainText(/Fermé le (lun|mar|mercre|jeu|vendre|same)di|Fermé le dimanche/)
  await expect(stops.nth(1)).not.toContainText('Fermé')
  await expect(stops.nth(2).getByRole('button', { name: 'Monter Amande' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Monter Cèdre' }).click()
  await expect(stops.getByRole('heading', { level: 3 })).toHaveText(['Cèdre', 'Bouleau', 'Amande'])
  await expectAccessible(page)
})

test('a hand-over noted by mistake is taken back, by the driver or the bench, and the practice reads why on its open page', async ({
  page,
  browser,
}) => {
  const { host, order, driver, doctor, bench } = await withMaker(async make => {
    const { host, laboratory, practice } = await openLaboratory(make, { company_name: 'Labo Test' })
    const order = await make.order(practice, { status: 'shipped', delivery_on: today })
    const doctor = await make.user(practice)
    const bench = await make.user(laboratory, { role: 'production', language: 'en' })
    return { host, order, doctor, bench, driver: await make.user(laboratory, { role: 'driver' }) }
  })
  const window = async (size: { width: number; height: number }) =>
    (await browser.newContext({ viewport: size, reducedMotion: 'reduce' })).newPage()
  const theirs = await window({ width: 1440, height: 900 })
  await enter(theirs, host, doctor, `/cases/${order.id}`)
  await page.setViewportSize(phone)
  await enter(page, host, driver, '/staff/deliveries')
  await page.getByRole('button', { name: /^Remettre/ }).click()
  await page.getByRole('textbox', { name: 'Reçu par' }).fill('Mme Petit')
  await page.getByRole('button', { name: 'Confirmer la remise' }).click()
  await expect(application(page).getByText('Tout est envoyé')).toBeVisible()
  await expect(application(theirs).getByText('Remis au cabinet.')).toBeVisible()

  await page.getByRole('button', { name: /^Autres actions pour/ }).click()
  await page.getByRole('button', { name: 'Remise notée par erreur…' }).click()
  await expect(page.getByRole('checkbox', { name: order.code })).toBeChecked()
  await expect(page.getByRole('button', { name: 'Garder la remise' })).toBeVisible()
  await expect(page.getByRole('radio', { name: /Prochain jour où ce cabinet/ })).toBeChecked()
  await page.getByRole('textbox', { name: 'Que s’est-il passé' }).fill('')
  await page.getByRole('button', { name: 'Noter comme non remis' }).click()
  await expect(page.getByRole('textbox', { name: 'Que s’est-il passé' })).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'Que s’est-il passé' }).fill('Posé chez le voisin')
  await page.getByText('Aujourd’hui quand même').click()
  await page.getByRole('button', { name: 'Noter comme non remis' }).click()
  await expect(application(page).getByText(`Noté comme non remis : ${order.code}`)).toBeVisible()
  // Who took it the last time is offered, and named by nobody but the driver.
  await page.getByRole('button', { name: /^Remettre/ }).click()
  const receivedBy = page.getByRole('textbox', { name: 'Reçu par' })
  await expect(receivedBy).toHaveValue('')
  await page.getByRole('button', { name: 'Mme Petit, la dernière fois' }).click()
  await expect(receivedBy).toHaveValue('Mme Petit')
  await receivedBy.fill('')
  await page.keyboard.press('Escape')
  await expect(application(theirs).getByText(/Remise annulée.*Posé chez le voisin/)).toBeVisible()
  await expect(application(theirs).getByText('Expédié', { exact: true }).first()).toBeVisible()

  const benches = await window({ width: 1440, height: 900 })
  await enter(benches, host, bench, `/staff/cases/${order.id}`)
  await benches.getByRole('button', { name: 'Delivered', exact: true }).click()
  await benches.getByRole('button', { name: 'More', exact: true }).click()
  await benches.getByRole('button', { name: 'Take the hand-over back…' }).click()
  // One press: the next day of delivery, and words for the practice.
  await expect(benches.getByRole('radio', { name: /Next day on which/ })).toBeChecked()
  await benches.getByRole('button', { name: 'Take the hand-over back', exact: true }).click()
  // Each in their own language, but for the reason.
  for (const [window, why, day] of [
    [benches, 'noted by mistake: The case has not reached you yet', /^New day of delivery/],
    [theirs, /notée par erreur\s: The case has not reached you yet/, /^Nouveau jour de livraison/],
  ] as const) {
    await expect(application(window).getByText(why)).toBeVisible()
    await expect(application(window).getByText(day)).toBeVisible()
  }
  await theirs.context().close()
  await benches.context().close()
})

test('pickups are planned and supplies picked by one press that can be taken back, cases leave together, and a label leads to its case', async ({
  page,
  quiet,
}) => {
  quiet.allow(refused(404))
  const { host, staff, code } = await withMaker(async make => {
    const { host, laboratory, practice } = await openLaboratory(make, { company_name: 'Labo Test' })
    await make.ride(practice, today, 'AM', { complementary_information: 'Code 12' })
    await make.supply(laboratory, { name: 'bags', label_en: 'Bags' })
    await make.supplyOrder(practice, ['bags'])
    await make.order(practice, { status: 'in_production', delivery_on: today })
    const { code } = await make.order(practice, { status: 'in_production', delivery_on: today })
    return { host, code, staff: await make.user(laboratory, { language: 'en' }) }
  })
  const row = (name: string) => application(page).getByRole('row').filter({ hasText: name })
  await enter(page, host, staff, '/staff/pickups')
  await expect(row('Code 12')).toContainText('Requested')
  await page.getByRole('button', { name: 'Plan: ' }).click()
  await expect(row('Code 12')).toContainText('Planned')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row('Code 12')).toContainText('Requested')
  await expectAccessible(page)

  await menu(page, 'Supplies')
  await page.getByRole('button', { name: 'Picked: ' }).click()
  await expect(row('1 × Bags').getByText('Picked', { exact: true })).toBeVisible()
  await expectAccessible(page)

  await menu(page, 'Shipping')
  await page.getByRole('checkbox', { name: 'Choose all that are to leave' }).check()
  await expect(application(page).getByText('2 cases chosen')).toBeVisible()
  await expectAccessible(page)
  await application(page).getByRole('button', { name: 'Shipped', exact: true }).click()
  const unsigned = page.getByRole('alertdialog')
  await expect(unsigned.locator('.button--primary')).toHaveText('Open the sheets to sign')
  await unsigned.getByRole('button', { name: 'Ship the 2 anyway' }).click()
  await expect(row(code)).toContainText('our driver')
  const labels = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Labels' }).click()
  await page.getByRole('button', { name: 'Roll, 62 mm' }).click()
  expect((await labels).suggestedFilename()).toBe('labels.pdf')

  await menu(page, 'Scan')
  await expect(page.getByRole('textbox', { name: 'Number on the label' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.type('T-UNKNOWN')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'No case has the number' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Number on the label' }).fill(code)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/staff\/cases\/[\w-]+$/)
})

const menu = (page: Page, name: string) =>
  application(page).getByRole('complementary', { name: 'Menu' }).getByRole('link', { name, exact: true }).click()
