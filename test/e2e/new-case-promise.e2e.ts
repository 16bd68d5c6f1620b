import type { Page } from '@playwright/test'
import { addDays, type Day, dayInZone } from '#kit/day.ts'
import { elsewhere } from './elsewhere.ts'
import { withMaker } from './laboratory.ts'
import {
  check,
  fillCrown,
  lastLook,
  makeOrderingPractice,
  type OrderingPractice,
  openForm,
  patientCode,
  registered,
  send,
} from './ordering.ts'
import { expect, expectAccessible, refused, test, withoutEvents } from './portal.ts'

const summary = (page: Page) => page.locator('.summary')
const promisedDay = (page: Page) => summary(page).locator('.promise__day')
const shownDay = async (page: Page) => (await promisedDay(page).textContent()) ?? ''
const moved = (page: Page) => lastLook(page).getByRole('status').filter({ hasText: 'La date de livraison a changé' })
const sendFor = (page: Page) => lastLook(page).getByRole('button', { name: /^Envoyer, livraison / })

/** Every day from today on, so that whatever was promised is promised no more. */
const awayFor = (days: number) => {
  const today: Day = dayInZone(new Date(), 'Europe/Paris')
  return { from: today, to: addDays(today, days - 1), deliveryPossible: false }
}
const declareElsewhere = (page: Page, { host, doctor }: OrderingPractice) =>
  elsewhere(page, host, doctor, '/api/absences', awayFor(40))

test('another day than the one that was seen is shown before and after, and sent with one press', async ({
  page,
  quiet,
}) => {
  quiet.allow(refused(409))
  const practice = await makeOrderingPractice()
  await withoutEvents(page)
  await openForm(page, practice)
  await fillCrown(page, 'P-7')
  const before = await shownDay(page)
  await check(page).click()
  await expect(lastLook(page)).toContainText(before)
  await declareElsewhere(page, practice)
  await send(page).click()

  await expect(moved(page)).toContainText(`Avant\u00a0: ${before}`)
  await expect(sendFor(page)).toBeFocused()
  await expectAccessible(page)
  const after = (await sendFor(page).textContent())?.replace('Envoyer, livraison ', '') ?? ''
  expect(after).not.toBe(before)
  await expect(moved(page)).toContainText(`maintenant\u00a0: ${after}`)
  // The form behind follows, with all that was typed.
  await expect(promisedDay(page)).toHaveText(after)
  await expect(patientCode(page)).toHaveValue('P-7')

  await sendFor(page).click()
  await registered(page)
  await expect(page.locator('.widget', { hasText: 'Livraison' })).toContainText(after)
})

test('an absence that a colleague declares moves the promise on the open form, and says so in the last look', async ({
  page,
}) => {
  const practice = await makeOrderingPractice()
  const isListening = page.waitForResponse(response => new URL(response.url()).pathname === '/api/events')
  await openForm(page, practice)
  await page.mouse.move(5, 5)
  await isListening
  await fillCrown(page, 'P-7')
  const before = await shownDay(page)
  await check(page).click()
  await declareElsewhere(page, practice)
  await expect(moved(page)).toContainText(`Avant\u00a0: ${before}`)
  await expect(promisedDay(page)).not.toHaveText(before)
  await sendFor(page).click()
  await registered(page)
})

test('a practice doctor, who knows of no absences, sees the day move all the same', async ({ page }) => {
  const practice = await makeOrderingPractice({ is_practice_doctor: true })
  const manager = await withMaker(make => make.user(practice.practice, { account_type: 'manager' }))
  const isListening = page.waitForResponse(response => new URL(response.url()).pathname === '/api/events')
  await openForm(page, practice)
  await page.mouse.move(5, 5)
  await isListening
  await fillCrown(page, 'P-7')
  const before = await shownDay(page)
  await declareElsewhere(page, { ...practice, doctor: manager })
  await expect(promisedDay(page)).not.toHaveText(before)
})

test('after an absence was declared here the next order is promised for a day outside it', async ({ page }) => {
  const practice = await makeOrderingPractice()
  await withoutEvents(page)
  await openForm(page, practice)
  await fillCrown(page, 'P-7')
  const before = await shownDay(page)
  const { from, to } = awayFor(40)
  await page.getByRole('link', { name: 'Absences' }).click()
  await page.getByRole('button', { name: 'Garder le brouillon et quitter' }).click()
  await page.locator('.page-head').getByRole('button', { name: 'Déclarer une absence' }).click()
  await page.locator('[name=from]').fill(from.split('-').reverse().join('/'))
  await page.locator('[name=to]').fill(to.split('-').reverse().join('/'))
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Déclarer/ })
    .click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goBack()
  await expect(patientCode(page)).toHaveValue('P-7')
  await expect(promisedDay(page)).not.toHaveText(before)
})
