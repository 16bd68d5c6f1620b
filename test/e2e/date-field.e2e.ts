// The field for a day that stands on every screen: typed, or picked from a calendar that says what each day is.
import type { Page } from '@playwright/test'
import { addDays, dayInZone, formatDay, weekday } from '#kit/day.ts'
import { writtenDay } from '#kit/web/typed-day.ts'
import { monthsLater } from '#kit/web/ui/calendar-days.ts'
import { openLaboratory, withMaker } from './laboratory.ts'
import { enter } from './ordering.ts'
import { expect, expectAccessible, rows, test } from './portal.ts'

const today = dayInZone(new Date(), 'Europe/Paris')
const away = addDays(today, 3)

/** A practice that is away in three days, and whose laboratory is closed in four. */
const makePractice = () =>
  withMaker(async make => {
    const { host, laboratory, practice } = await openLaboratory(make, { company_name: 'Labo Test' })
    await make.product(laboratory)
    await make.absence(practice, away, away)
    await make.insert(laboratory.id, 'holidays', {
      brand_id: laboratory.id,
      day: addDays(today, 4),
      name_fr: 'Inventaire',
      name_en: 'Stocktaking',
    })
    return { host, user: await make.user(practice, { account_type: 'manager' }) }
  })

const here = (page: Page) => page.locator('.calendar :focus')
const isAt = (page: Page, day: string) => expect(here(page)).toHaveAttribute('data-day', day)
const declare = (page: Page) => page.locator('.page-head').getByRole('button', { name: 'Déclarer une absence' })
const opener = (page: Page) => page.getByRole('button', { name: 'Choisir le premier jour dans le calendrier' })
const from = (page: Page) => page.locator('[name=from]')

test('a day is picked by keys: by days, weeks and months, and Escape leaves it as it was', async ({ page }) => {
  const { host, user } = await makePractice()
  await enter(page, host, user, '/absences')
  await expect(rows(page)).toHaveCount(1)
  await declare(page).click()
  await opener(page).press('Enter')
  await expect(page.getByRole('grid')).toBeVisible()
  await isAt(page, today)
  await expect(here(page)).toHaveAccessibleName(`${formatDay(today, 'fr', 'long')}, aujourd’hui`)
  for (const [key, day] of [
    ['ArrowRight', addDays(today, 1)],
    ['ArrowDown', addDays(today, 8)],
    ['ArrowUp', addDays(today, 1)],
    ['ArrowLeft', today],
    ['Home', addDays(today, 1 - weekday(today))],
    ['End', addDays(today, 7 - weekday(today))],
  ] as const) {
    await page.keyboard.press(key)
    await isAt(page, day)
  }
  const sunday = addDays(today, 7 - weekday(today))
  await page.keyboard.press('PageDown')
  await isAt(page, monthsLater(sunday, 1))
  await page.keyboard.press('Shift+PageDown')
  await isAt(page, monthsLater(sunday, 13))
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('grid')).toHaveCount(0)
  await expect(opener(page)).toBeFocused()
  await expect(page.locator('dialog[open]')).toHaveCount(1)
  await expect(from(page)).toHaveValue('')

  await opener(page).press('Enter')
  await isAt(page, today)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await isAt(page, away)
  await expect(here(page)).toHaveAccessibleName(/, absence déjà notée, /)
  await page.keyboard.press('Enter')
  await expect(from(page)).toHaveValue(writtenDay(away))
  await expect(opener(page)).toBeFocused()
  // What was chosen is where one comes in again.
  await opener(page).press('Enter')
  await isAt(page, away)
  await expect(page.getByRole('gridcell', { selected: true })).toHaveCount(1)
})

test('days are typed as they are spoken, and what is none is said where the field is left', async ({ page }) => {
  const { host, user } = await makePractice()
  await enter(page, host, user, '/absences')
  await declare(page).click()
  for (const [typed, days] of [
    ['demain', 1],
    ['+12', 12],
    ['aujourd’hui', 0],
  ] as const) {
    await from(page).fill(typed)
    await from(page).blur()
    await expect(from(page)).toHaveValue(writtenDay(addDays(today, days)))
  }
  await from(page).fill('31/02')
  await expect(from(page)).not.toHaveAttribute('aria-invalid', 'true')
  await from(page).blur()
  await expect(from(page)).toHaveAccessibleDescription(/Indiquez un jour qui existe/)
  await from(page).fill('+5')
  await from(page).blur()
  await expect(from(page)).not.toHaveAttribute('aria-invalid', 'true')
  const to = page.locator('[name=to]')
  await to.fill('demain')
  await to.blur()
  await expect(to).toHaveAccessibleDescription(
    new RegExp(`Indiquez le ${writtenDay(addDays(today, 5))} ou un jour plus tard`),
  )
})

test('the days of an order and of a pickup say what stands against them', async ({ page }) => {
  const { host, user } = await makePractice()
  await enter(page, host, user, '/cases/new')
  const day = (ahead: number) => page.locator(`[data-day="${addDays(today, ahead)}"]`)
  await page.getByRole('button', { name: /^Choisir .*souhait/ }).click()
  await expect(day(4)).toHaveAccessibleName(/, Inventaire, laboratoire fermé$/)
  await expect(day(3)).toHaveAccessibleName(/, (cabinet absent|laboratoire fermé|pas de tournée)$/)
  await page.keyboard.press('Escape')
  await page.goto(new URL('/rides', page.url()).href)
  await page.locator('.page-head').getByRole('button', { name: 'Programmer une collecte' }).click()
  await page.getByRole('button', { name: 'Choisir le jour dans le calendrier' }).click()
  await expect(day(4)).toHaveAccessibleName(/, Inventaire$/)
  // Farther than rounds are planned: no press chooses it.
  await page.keyboard.press('Shift+PageDown')
  await expect(here(page)).toHaveAttribute('aria-disabled', 'true')
  await expect(here(page)).toHaveAccessibleName(/, ne peut pas être choisi$/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('grid')).toBeVisible()
})

test('a filter by days says what each day is, and takes what is typed', async ({ page }) => {
  const { host, user } = await makePractice()
  await enter(page, host, user, '/cases')
  await page.locator('.toolbar').getByRole('button', { name: 'Livraison' }).click()
  await expect(from(page)).toBeFocused()
  await opener(page).click()
  const stocktaking = addDays(today, 4)
  if (stocktaking.slice(0, 7) !== today.slice(0, 7)) await page.getByRole('button', { name: 'Mois suivant' }).click()
  const day = page.locator(`[data-day="${stocktaking}"]`)
  await expect(day).toHaveAccessibleName(/Inventaire, laboratoire fermé/)
  await expectAccessible(page)
  await day.click()
  await expect(from(page)).toHaveValue(writtenDay(stocktaking))
  const to = page.locator('[name=to]')
  await to.fill('31/02')
  await to.press('Enter')
  await expect(to).toHaveAccessibleDescription(/Indiquez un jour qui existe/)
  await to.fill('+9')
  await to.press('Enter')
  const asked = `?deliveryDateFrom=${stocktaking}&deliveryDateTo=${addDays(today, 9)}`
  await expect(page).toHaveURL(({ search }) => search === asked)
})
