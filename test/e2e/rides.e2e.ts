import type { Page } from '@playwright/test'
import { addDays, dayInZone, weekday } from '#kit/day.ts'
import { writtenDay } from '#kit/web/typed-day.ts'
import { byNumber } from './elsewhere.ts'
import { withMaker } from './laboratory.ts'
import {
  countCalls,
  expect,
  expectAccessible,
  pressTwice,
  refused,
  test,
  unreachable,
  withoutAnswers,
  withoutEvents,
  withoutPauses,
} from './portal.ts'
import {
  card,
  change,
  deliveryTimes,
  dialog,
  everyDay,
  inDays,
  list,
  makePractice,
  makeRide,
  next,
  open,
  schedule,
} from './rides.ts'

const typed = (days: number) => writtenDay(inDays(days))
const date = (page: Page) => page.locator('[name=date]')
const shift = (page: Page, name: RegExp) => dialog(page).getByRole('radio', { name })
const information = (page: Page) => page.locator('[name=complementaryInformation]')
const submit = (page: Page) => dialog(page).locator('footer .button--primary')

test('the next pickup stands out, the others are listed with what became of them', async ({ page }) => {
  const made = await makePractice()
  await makeRide(made, -9, 'AM', { status: 'cancelled' })
  await makeRide(made, -3, 'PM', { status: 'picked_up' })
  await makeRide(made, 1, 'AM', { status: 'cancelled' })
  await makeRide(made, 2, 'PM', { status: 'confirmed', complementary_information: 'Sonnez deux fois' })
  await makeRide(made, 5, 'AM')
  await open(page, made)
  await expect(page).toHaveTitle('Labo Test Client Portal · Collectes')
  await expect(next(page)).toContainText('Confirmée')
  await expect(next(page)).toContainText(/, après-midi\s+après-demain/)
  await expect(next(page)).toContainText('Sonnez deux fois')
  await expect(next(page)).toContainText(/Annulable jusqu’au .* 23:59/)
  // The next one stands in its card alone, and what was called off below with what is over.
  await expect(list(page, 'À venir')).toHaveCount(1)
  await expect(list(page, 'À venir')).toContainText([/matin.*Demandée.*Aucune/s])
  await expect(list(page, 'Passées et annulées')).toHaveCount(3)
  await expect(list(page, 'Passées et annulées')).toContainText(['Annulée', 'Effectuée', 'Annulée'])
  await expect(list(page, 'Passées').getByRole('button')).toHaveCount(0)
  await expectAccessible(page)
})

test('on paper a pickup names all that is to be handed over', async ({ page }) => {
  const made = await makePractice()
  const codes = Array.from({ length: 9 }, (_, index) => `E-${index + 1}`)
  await withMaker(async make => {
    for (const code of codes) await make.order(made.practice, { code, print_type: 'physical' })
  })
  await makeRide(made, 1, 'AM')
  await open(page, made)
  const last = next(page).getByRole('link', { name: 'E-9', includeHidden: true })
  await expect(next(page).getByRole('link', { name: 'E-1', exact: true })).toBeVisible()
  await expect(last).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(last).toBeVisible()
})

test('a pickup is scheduled by keyboard, once, with what the driver has to know', async ({ page }) => {
  await open(page, await makePractice())
  await expect(next(page)).toContainText('Aucune collecte prévue')
  const sent: unknown[] = []
  page.on('request', request => request.method() === 'POST' && sent.push(request.postDataJSON()))
  await schedule(page).press('Enter')
  await expect(dialog(page)).toHaveAccessibleName('Programmer une collecte')
  await expect(date(page)).toBeFocused()
  // The first one that is possible, and nothing to lose yet.
  await expect(date(page)).toHaveValue(typed(0))
  await expect(shift(page, /^Après-midi/)).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(page.locator('dialog[open]')).toHaveCount(0)
  await expect(schedule(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(date(page)).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(typed(3))
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowUp')
  await expect(shift(page, /^Matin/)).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.type('2 empreintes, code 12A')
  await expectAccessible(page)
  await pressTwice(submit(page), '**/api/rides')
  await expect(page.locator('dialog[open]')).toHaveCount(0)
  await expect(page.getByText(/^Collecte demandée\u00a0: .*, matin$/)).toBeVisible()
  await expect(next(page)).toContainText(/, matin\s+dans 3 jours/)
  await expect(next(page)).toContainText('2 empreintes, code 12A')
  await expect(next(page)).toContainText('Demandée')
  await expect(schedule(page)).toBeFocused()
  expect(sent).toEqual([{ date: inDays(3), shift: 'AM', complementaryInformation: '2 empreintes, code 12A' }])
})

test('what cannot be picked is told before anything is sent, with the next pickup that can', async ({
  page,
  context,
}) => {
  const closedWeekday = weekday(inDays(6))
  const made = await makePractice({ working_days: everyDay.working_days.filter(day => day !== closedWeekday) })
  await makeRide(made, 1, 'AM')
  await withMaker(async make => {
    await make.holiday(made.laboratory, inDays(3), { name_fr: 'Fête du travail' })
    await make.absence(made.practice, inDays(8), inDays(10))
  })
  await open(page, made)
  await schedule(page).click()
  const calls = countCalls(context, '/api/rides', 'POST')
  // Said before a day is chosen …
  const weekdayName = new Intl.DateTimeFormat('fr', { weekday: 'long', timeZone: 'UTC' }).format(new Date(inDays(6)))
  await expect(date(page)).toHaveAccessibleDescription(
    new RegExp(`Pas de tournée\u00a0: ${weekdayName}, .* \\(Fête du travail\\), .* \\(votre absence\\)`),
  )
  await expect(dialog(page)).toContainText('à demander le jour même avant 23\u00a0h\u00a059')
  // … and of each day as soon as it is.
  const says = async (days: number, words: RegExp) => {
    await date(page).fill(typed(days))
    await expect(date(page)).toHaveAccessibleDescription(words)
    await submit(page).click()
    await expect(date(page)).toBeFocused()
  }
  await says(6, /Il n’y a pas de tournée le .*\. Choisissez un autre jour\.$/)
  await says(3, /Il n’y a pas de tournée le .* \(Fête du travail\)\. Choisissez un autre jour\.$/)
  await says(9, /Votre cabinet est absent le /)
  await says(-1, / est passé\. Indiquez un jour à partir d’aujourd’hui\.$/)
  await says(61, /Une collecte peut être demandée jusqu’au /)
  await date(page).fill('31/02/2027')
  await submit(page).click()
  await expect(date(page)).toHaveAccessibleDescription(/Indiquez un jour qui existe/)
  await expectAccessible(page)
  const shifts = dialog(page).getByRole('radiogroup')
  await date(page).fill(typed(0))
  await shift(page, /^Matin/).check()
  await expect(shift(page, /^Matin/)).toHaveAccessibleName(/trop tard pour ce jour/)
  await expect(shifts).toHaveAccessibleDescription(/Il est trop tard pour le .*, matin/)
  await date(page).fill(typed(1))
  await expect(shift(page, /^Matin/)).toHaveAccessibleName(/déjà demandée/)
  await expect(shifts).toHaveAccessibleDescription(/Une collecte est déjà demandée pour le .*, matin/)
  await submit(page).click()
  await expect(shift(page, /^Matin/)).toBeFocused()
  await dialog(page)
    .getByRole('button', { name: /^Choisir la prochaine collecte possible\s: .*, après-midi$/ })
    .click()
  await expect(date(page)).toHaveValue(typed(0))
  await expect(date(page)).toBeFocused()
  await information(page).fill('a'.repeat(501))
  await submit(page).click()
  await expect(information(page)).toHaveAccessibleDescription(/Raccourcissez à 500 caractères/)
  expect(calls.count()).toBe(0)
})

test('whoever is refused is asked to contact customer service, keeps what was typed, and learns why', async ({
  page,
  quiet,
}) => {
  quiet.allow(refused(409), refused(500), unreachable)
  const made = await makePractice({}, { language: 'en' })
  await withoutEvents(page)
  await open(page, made)
  await schedule(page).click()
  await date(page).fill(typed(2))
  await shift(page, /^Afternoon/).check()
  await information(page).fill('Two impressions')
  const notice = dialog(page).getByRole('alert')
  const post = (answer: (route: import('@playwright/test').Route) => Promise<void>) =>
    page.route('**/api/rides', route => (route.request().method() === 'POST' ? answer(route) : route.fallback()), {
      times: 1,
    })
  await post(route =>
    route.fulfill({ status: 500, contentType: 'application/problem+json', json: { code: 'unexpected' } }),
  )
  await submit(page).click()
  await expect(notice).toContainText('The pickup is not requested')
  await expect(notice).toContainText('Please contact customer service: 01 23 45 67 89')
  await expect(notice.getByRole('link')).toHaveAttribute('href', 'tel:0123456789')
  await expectAccessible(page)
  await post(route => route.abort())
  // What is there is asked for after each try: before the colleague's, or the form would know of it by itself.
  const asked = page.waitForResponse(
    answer => answer.request().method() === 'GET' && answer.url().includes('/api/rides'),
  )
  await submit(page).click()
  await expect(notice).toContainText('Check your connection')
  await expect(notice).toContainText('contact customer service')
  await asked
  // A colleague was quicker.
  await makeRide(made, 2, 'PM')
  await submit(page).click()
  await expect(notice).toContainText('A pickup is already requested for this shift.')
  await expect(notice).toContainText('contact customer service')
  await expect(shift(page, /^Afternoon/)).toHaveAccessibleName(/already requested/)
  await expect(information(page)).toHaveValue('Two impressions')
  await shift(page, /^Morning/).check()
  await submit(page).click()
  await expect(page.locator('dialog[open]')).toHaveCount(0)
  await expect(list(page, 'Upcoming')).toHaveCount(1)
})

test('the delivery times are the laboratory’s own, in the reader’s language or else in its own', async ({ page }) => {
  const made = await makePractice({}, { language: 'en' })
  await open(page, made)
  const times = card(page, 'Délais et tournées')
  await expect(times.getByRole('heading', { level: 3 })).toHaveText(['Tournées', 'Délais'])
  await expect(times).toContainText('Du lundi au vendredi.')
  await expect(times.getByRole('table', { name: 'Tournées' }).getByRole('columnheader')).toHaveText([
    'Secteur',
    'Matin',
  ])
  await expect(times.getByRole('table', { name: 'Délais' }).locator('tbody tr')).toHaveText(['Couronne5'])
  await expect(times.locator('[lang]')).toHaveAttribute('lang', 'fr')
  const english = { title: 'Delivery times', sections: [{ headers: ['Work', 'Days'], rows: [['Crown', '5']] }] }
  const both = { ...deliveryTimes, content: { ...deliveryTimes.content, en: english } }
  await change(made, `update brands set delivery_time_information = '${JSON.stringify(both)}'`)
  // Laboratories are remembered for a moment by the server.
  const { url, headers } = byNumber(made.host, '/api/brand')
  await expect
    .poll(async () => (await page.request.get(url, { headers })).text(), { timeout: 30_000 })
    .toContain('Crown')
  await page.reload()
  await expect(card(page, 'Delivery times')).toContainText('Crown')
  await expect(page.locator('main [lang]')).toHaveCount(0)
})

test('the screen says that it is coming, and what to do where it cannot be had', async ({ page, quiet }) => {
  await withoutPauses(page)
  quiet.allow(refused(500))
  await withoutEvents(page)
  await open(page, await makePractice())
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/rides', async route => {
    await promise
    await route.fulfill({
      status: 500,
      contentType: 'application/problem+json',
      json: { status: 500, code: 'unexpected' },
    })
  })
  await withoutAnswers(page)
  await page.reload()
  await expect(next(page).locator('.skeleton')).not.toHaveCount(0)
  await expect(schedule(page)).toBeDisabled()
  resolve()
  await expect(page.getByText('Les collectes n’ont pas pu être chargées')).toBeVisible()
  // What the laboratory says of its rounds is there all the same.
  await expect(card(page, 'Délais et tournées')).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/api/rides')
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect(next(page)).toContainText('Aucune collecte prévue')
  await next(page).getByRole('button', { name: 'Programmer une collecte' }).click()
  await expect(date(page)).toBeFocused()
})

test.describe('on a phone, in the dark, in English', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme: 'dark' })

  test('pickups are cards, and nothing is wider than the screen', async ({ page }) => {
    const made = await makePractice({}, { language: 'en' })
    const long = { complementary_information: `${'W'.repeat(120)} ${'words '.repeat(60)}` }
    await makeRide(made, 1, 'AM', long)
    await makeRide(made, 2, 'AM', { ...long, status: 'confirmed' })
    await open(page, made)
    await expect(list(page, 'Upcoming')).toHaveCount(1)
    await expectAccessible(page)
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
    await schedule(page).tap()
    await expect(dialog(page)).toBeVisible()
    await expectAccessible(page)
    const { width = 0, x = -1 } = (await dialog(page).boundingBox()) ?? {}
    expect(x).toBeGreaterThanOrEqual(0)
    expect(x + width).toBeLessThanOrEqual(320)
  })
})

test.describe('with the clock of another place, and a wrong one', () => {
  test.use({ timezoneId: 'Pacific/Auckland' })

  test('today and the cut-offs are the laboratory’s', async ({ page }) => {
    const zone = 'Pacific/Pago_Pago'
    // A day behind the browser's, whatever the hour.
    const day = dayInZone(new Date(), zone)
    const made = await makePractice({ time_zone: zone })
    await withMaker(make => make.ride(made.practice, day, 'PM', { created_by: made.user.id }))
    await page.clock.setFixedTime('2031-03-30T00:30:00Z')
    await open(page, made)
    await expect(next(page)).toContainText(/, après-midi\s+aujourd’hui/)
    await expect(next(page)).toContainText(/Annulable jusqu’au .* 23:59/)
    await schedule(page).click()
    // Today's afternoon is asked for, this morning is over.
    await expect(date(page)).toHaveValue(writtenDay(addDays(day, 1)))
    await date(page).fill(writtenDay(day))
    await expect(shift(page, /^Matin/)).toHaveAccessibleName(/trop tard pour ce jour/)
    await date(page).fill(writtenDay(addDays(day, -1)))
    await expect(date(page)).toHaveAccessibleDescription(/est passé/)
    await date(page).fill(writtenDay(addDays(day, 60)))
    await submit(page).click()
    await expect(page.getByText(/^Collecte demandée/)).toBeVisible()
  })
})
