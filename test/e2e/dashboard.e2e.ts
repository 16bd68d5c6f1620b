import type { Page, Route } from '@playwright/test'
import type { Dashboard } from '#features/dashboard/contract.ts'
import { addDays, type Day, dayInZone, formatDays, formatTime, instantInZone, weekday } from '#kit/day.ts'
import { at } from './addresses.ts'
import { openLaboratory, withMaker } from './laboratory.ts'
import { enter } from './ordering.ts'
import {
  application,
  countCalls,
  expect,
  expectAccessible,
  expectCalm,
  refused,
  rows,
  signIn,
  test,
  withoutAnswers,
  withoutEvents,
  withoutPauses,
} from './portal.ts'

const today = dayInZone(new Date(), 'Europe/Paris')
const monday = addDays(today, 1 - weekday(today))
const card = (page: Page, name: string) =>
  page.getByRole('list', { name: 'En un coup d’œil' }).getByRole('link', { name })
const sheets = (page: Page) => page.getByRole('article')
const sheet = (page: Page, day: Day) => sheets(page).filter({ has: page.locator(`#day-${day}`) })
const range = (page: Page) => page.getByRole('heading', { level: 2, name: /^Planning/ })
const showsDays = (page: Page, from: string, to: string) =>
  expect(range(page)).toHaveText(`Planning ${formatDays(from, to, 'fr')}`)

/** Of a patient; there is no room for it in a column of a week. */
const longName = 'Wolfeschlegelsteinhausenbergerdorff Maximilian'

/** A practice with something of everything, today and around. */
async function busyPractice() {
  return withMaker(async make => {
    const { host, laboratory, practice } = await openLaboratory(make, { company_name: 'Labo Planning' })
    const user = await make.user(practice, { first_name: 'Claire' })
    const doctor = await make.user(practice, { is_practice_doctor: true })
    const late = addDays(today, -2)
    await make.order(practice, { code: 'D-0', delivery_on: late, status: 'delivered' })
    await make.order(practice, { code: 'D-1', delivery_on: today, patient: 'Zoé Martin', status: 'shipped' })
    await make.order(practice, { code: 'D-2', delivery_on: today, status: 'in_production', patient: longName })
    await make.order(practice, { code: 'D-3', delivery_on: today, status: 'delivered' })
    for (const code of ['I-1', 'I-2', 'I-3']) await make.order(practice, { code, status: 'in_preparation' })
    await make.order(practice, { code: 'L-1', delivery_on: late, status: 'in_production' })
    await make.order(practice, { code: 'L-2', delivery_on: addDays(today, 9), first_delivery_on: late })
    const tooLate = { appointment_at: `${today}T08:30:00Z`, delivery_on: addDays(today, 9) }
    await make.order(practice, { code: 'A-1', status: 'registered', ...tooLate })
    await make.order(practice, { code: 'N-1', delivery_on: addDays(today, 3), status: 'registered' })
    await make.ride(practice, today, 'PM', { created_by: user.id, complementary_information: 'Sonnez deux fois' })
    await make.absence(practice, addDays(today, 1), addDays(today, 2))
    await make.holiday(laboratory, addDays(today, 1), { name_fr: 'Fête du travail', name_en: 'Labour Day' })
    return { host, practice, user, doctor }
  })
}

test('the portal opens with the day, and each number leads to the list of that many cases', async ({ page }) => {
  const { host, user } = await busyPractice()
  await enter(page, host, user, '/')
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bonjour Claire')
  await expect(page.locator('.page-head')).toContainText(/mis à jour à \d\d:\d\d/)
  await expect(page).toHaveTitle('Labo Planning Client Portal · Tableau de bord')
  for (const [name, listed] of [
    ['Livraisons aujourd’hui', ['D-1', 'D-2']],
    ['Empreintes reçues', ['I-1', 'I-2', 'I-3']],
    ['Livraisons retardées', ['L-1', 'L-2']],
  ] as const) {
    await expect(card(page, name)).toContainText(String(listed.length))
    await card(page, name).click()
    await expect(rows(page).getByRole('rowheader')).toHaveText(listed)
    await page.goBack()
    await expect(page).toHaveURL(/\/dashboard$/)
  }
  // From the list of delayed cases there is a way to all of them.
  await card(page, 'Livraisons retardées').click()
  await page.getByRole('link', { name: 'Retardés' }).click()
  await expect(page).toHaveURL(/\/cases$/)
  await expect(rows(page)).toHaveCount(9)
  // Where a number is 0, nobody has typed anything that could be spelt otherwise.
  const never = 'deliveryDateFrom=2020-01-01&deliveryDateTo=2020-01-01'
  await page.goto(at(host, `/cases?${never}`))
  await expect(page.getByText('Aucun travail en cours ne correspond')).toBeVisible()
  await expect(page.locator('.state').getByRole('link', { name: 'Effacer les filtres' })).toBeVisible()
  await expect(page.getByText('Vérifiez l’orthographe')).toHaveCount(0)
  await page.goto(at(host, `/cases?${never}&search=zzz`))
  await expect(page.getByText('Vérifiez l’orthographe')).toBeVisible()
})

test('a day sheet names deliveries, appointments, pickups and who is away', async ({ page }) => {
  const { host, user, doctor } = await busyPractice()
  await enter(page, host, user, '/dashboard')
  const [first, second] = [sheet(page, today), sheet(page, addDays(today, 1))]
  await expect(sheets(page)).toHaveCount(3)
  await expect(first).toHaveAttribute('aria-current', 'date')
  // What should have come two days ago stands before what comes today, and is not counted with it.
  await expect(first).toContainText(/Retardées, sous\s24\sh1/)
  await expect(first).toContainText('Livraisons3')
  await expect(first.getByRole('listitem').first()).toContainText(/^L-1.*Retardé · sous\s24\sh/)
  await expect(first).toContainText('P-0001 · Zoé Martin')
  await expect(first).toContainText(/\d\d:30A-1/)
  await expect(first.getByRole('listitem').filter({ hasText: 'A-1' })).toContainText(/9\sjours trop tard/)
  await expect(first).toContainText('Après-midi, demandéeSonnez deux fois')
  await expect(second).toContainText('Laboratoire fermé · Fête du travail')
  await expect(second).toContainText(/Absence .* · pas de livraison/)
  await expectAccessible(page)
  await first.getByRole('link', { name: 'D-1' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('D-1')

  // Whoever may not see absences sees none, whatever the days.
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await enter(page, host, doctor, '/dashboard?tab=week')
  await expect(sheets(page)).toHaveCount(7)
  await expect(page.getByText(/^Absence/)).toHaveCount(0)
  // Days without rounds are told, and not whose doing they are.
  await expect(sheet(page, addDays(monday, 6))).toContainText('Ni livraison ni collecte · Cabinet fermé')
  await expect(page.getByText(/Laboratoire fermé/)).toHaveCount(0)
  // Seven days in one row, and none of them wider than its place.
  await expect(page.getByText(longName)).toBeVisible()
  const boxes = await Promise.all((await sheets(page).all()).map(sheet => sheet.boundingBox()))
  expect(new Set(boxes.map(box => box?.y)).size).toBe(1)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1440)
  await page.getByRole('link', { name: 'Suivants' }).click()
  await showsDays(page, addDays(monday, 7), addDays(monday, 13))
  await expect(page.getByText(/^Absence/)).toHaveCount(0)
})

test('a closed day without anything takes one line of a week on a narrow screen', async ({ page }) => {
  const { host, practice, user } = await busyPractice()
  const [first, last] = [addDays(monday, 28), addDays(monday, 34)]
  await withMaker(make => make.order(practice, { code: 'W-1', delivery_on: first, status: 'registered' }))
  await page.setViewportSize({ width: 834, height: 1112 })
  await enter(page, host, user, `/dashboard?tab=week&from=${first}`)
  await expect(sheet(page, first)).toContainText('W-1')
  await expect(sheet(page, last)).toContainText('Laboratoire fermé')
  const widthOf = async (day: Day) => (await sheet(page, day).boundingBox())?.width ?? 0
  expect(await widthOf(last)).toBeGreaterThan(2 * (await widthOf(first)))
  await expect(sheet(page, last).getByRole('button')).toHaveCount(0)
  await expectAccessible(page)
})

for (const tab of ['3_days', 'week']) {
  test(`a closed day without anything leaves its room to the others of ${tab}`, async ({ page }) => {
    const { host, practice, user } = await busyPractice()
    const [friday, sunday] = [addDays(monday, 32), addDays(monday, 34)]
    await withMaker(make => make.order(practice, { code: 'W-2', delivery_on: friday, status: 'registered' }))
    await enter(page, host, user, `/dashboard?tab=${tab}&from=${tab === 'week' ? addDays(monday, 28) : friday}`)
    await expect(sheet(page, friday)).toContainText('W-2')
    await expect(sheet(page, sunday)).toContainText('Laboratoire fermé')
    const [open, closed] = await Promise.all([friday, sunday].map(day => sheet(page, day).boundingBox()))
    expect(closed?.y).toBe(open?.y)
    expect(open?.width).toBeGreaterThan(1.1 * (closed?.width ?? 0))
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1440)
  })
}

test('the planning goes forward and back by links; Back and a reload show the same days', async ({ page }) => {
  const { host, user } = await busyPractice()
  await enter(page, host, user, '/dashboard')
  await showsDays(page, today, addDays(today, 2))
  await page.getByRole('link', { name: 'Suivants' }).click()
  await expect(page).toHaveURL(new RegExp(`/dashboard\\?from=${addDays(today, 3)}$`))
  await showsDays(page, addDays(today, 3), addDays(today, 5))
  await expect(sheet(page, addDays(today, 3))).toContainText('N-1')
  await page.reload()
  await showsDays(page, addDays(today, 3), addDays(today, 5))
  await page.goBack()
  await showsDays(page, today, addDays(today, 2))
  await page.getByRole('link', { name: 'Précédents' }).press('Enter')
  await showsDays(page, addDays(today, -3), addDays(today, -1))
  await page.getByRole('link', { name: 'Semaine' }).click()
  await expect(page).toHaveURL(/\/dashboard\?tab=week/)
  await expect(sheets(page)).toHaveCount(7)
  await page.getByRole('navigation', { name: 'Autres jours' }).getByRole('link', { name: 'Aujourd’hui' }).click()
  await expect(page).toHaveURL(/\/dashboard\?tab=week$/)
  await showsDays(page, monday, addDays(monday, 6))
  await page.getByRole('link', { name: '3 jours' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  // What nobody can mean counts as not said.
  await page.goto(page.url().replace(/dashboard.*/, 'dashboard?tab=month&from=2026-02-31'))
  await showsDays(page, today, addDays(today, 2))
})

test('days without anything say so, and a failure says what to do', async ({ page, quiet }) => {
  await withoutPauses(page)
  await withoutEvents(page)
  quiet.allow(refused(500))
  const { host, user } = await busyPractice()
  await enter(page, host, user, `/dashboard?from=${addDays(today, 60)}`)
  await expect(page.getByText('Rien ces jours-là')).toBeVisible()
  await expectAccessible(page)
  await page.route('**/api/dashboard?**', route => route.fulfill({ status: 500, json: { code: 'unexpected' } }))
  await withoutAnswers(page)
  await page.reload()
  await expect(page.getByText('Votre tableau de bord n’a pas pu être chargé')).toBeVisible()
  await page.unroute('**/api/dashboard?**')
  await page.unroute('**/api/to-do')
  await page.route('**/api/to-do', route => answerTomorrow(route, toDo => toDo), { times: 1 })
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect(card(page, 'Empreintes reçues')).toContainText('3')
  // Under an answer that is still being made a page that ends makes it fail.
  await page.unrouteAll({ behavior: 'wait' })
})

test('coming back to the window asks again, and the other language rewords all of it', async ({ page, context }) => {
  await withoutEvents(page)
  const { host, user } = await busyPractice()
  await enter(page, host, user, '/dashboard')
  await expect(card(page, 'Empreintes reçues')).toContainText('3')
  // Older than what still counts as fresh.
  await page.clock.install()
  await page.clock.fastForward(10_000)
  const calls = countCalls(context, '/api/dashboard')
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await expect.poll(calls.count).toBe(1)
  await page.clock.resume()
  await application(page).locator('.account').click()
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello Claire')
  await expect(sheet(page, today)).toContainText('Zirconia crown 26')
  await expect(page).toHaveTitle('Labo Planning Client Portal · Dashboard')
})

test('is drawn with its answers before its script, asks for nothing, and nothing moves', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  // How high the lines of what waits are is known on a device that has shown them once.
  await signIn(page, 'doctor', '/dashboard')
  const toDo = application(page).locator('.to-do')
  // Three questions and the way to the fourth, three impressions: their list comes after the counts.
  const expectWhole = () => expect(toDo.locator('.to-do__drafts li:not(:empty)')).toHaveCount(7)
  await expectWhole()
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/web-*.js', async route => {
    await promise
    await route.continue().catch(() => undefined)
  })
  const asked: string[] = []
  page.on('request', request => {
    if (request.url().includes('/api/dashboard')) asked.push(new URL(request.url()).search)
  })
  // A page whose answers are not there in time comes without them (decision 0105): on a busy machine now and then.
  await expect(async () => {
    await page.goto('/', { waitUntil: 'commit' })
    await expect(card(page, 'Empreintes reçues')).toBeVisible()
    await expect(page.locator('#root .skeleton')).toHaveCount(0, { timeout: 100 })
  }).toPass()
  await page.evaluate(() => {
    const seen = { shift: 0 }
    Object.assign(globalThis, { seen })
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  resolve()
  await expect(sheets(page)).toHaveCount(3)
  await expect(page).toHaveURL('/dashboard')
  await expectWhole()
  expect(asked).toEqual([])
  expect(await page.evaluate(() => (globalThis as unknown as { seen: { shift: number } }).seen.shift)).toBeLessThan(
    0.01,
  )

  // Without its answers, and where a question takes four lines: what is to be answered has the room that it had here last.
  const heightOf = async () => Math.round((await toDo.boundingBox())?.height ?? 0)
  const before = await heightOf()
  await withoutAnswers(page)
  const held = Promise.withResolvers<void>()
  await page.route('**/api/to-do', async route => {
    await held.promise
    await route.continue()
  })
  await page.reload()
  await expect(toDo.locator('.skeleton')).toBeVisible()
  expect(await heightOf()).toBe(before)
  held.resolve()
  await expect(toDo.locator('.to-do__kind')).not.toHaveCount(0)
  await expect(toDo.locator('.skeleton, li:empty')).toHaveCount(0)
  expect(await heightOf()).toBe(before)
})

test('on paper each day has a page of its own, or is alone', async ({ page }) => {
  const { host, practice, user } = await busyPractice()
  const toHandOver = { code: 'E-1', patient_code: 'P-0412', print_type: 'physical' }
  await withMaker(make => make.order(practice, toHandOver))
  await page.addInitScript(() => {
    globalThis.print = () => {}
  })
  await enter(page, host, user, '/dashboard')
  await expect(sheets(page)).toHaveCount(3)
  await page.emulateMedia({ media: 'print' })
  for (const days of [0, 1, 2]) await expect(sheet(page, addDays(today, days))).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden()
  // What is to be done stands on the screen: the paper begins with the laboratory's name.
  await expect(page.locator('.to-do')).toBeHidden()
  await expect(sheet(page, today).getByText('Empreinte E-1 · P-0412')).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  await sheet(page, today)
    .getByRole('button', { name: /^Imprimer la feuille du / })
    .click()
  await page.emulateMedia({ media: 'print' })
  await expect(sheets(page)).toHaveCount(1)
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await expect(sheets(page)).toHaveCount(3)

  // A day that holds nothing needs no paper.
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('link', { name: 'Suivants' }).click()
  await showsDays(page, addDays(today, 3), addDays(today, 5))
  await expect(sheets(page)).toHaveCount(3)
  await page.emulateMedia({ media: 'print' })
  await expect(sheets(page)).toHaveCount(1)
  await expect(sheets(page)).toContainText('N-1')
})

/** As it would be answered a day later. */
async function answerTomorrow(route: Route, change: (dashboard: Dashboard) => Dashboard) {
  // Node asks the network for the names that browsers know.
  const [{ pathname, search, host }, headers] = [new URL(route.request().url()), route.request().headers()]
  const response = await route.fetch({ url: at('127.0.0.1', pathname + search), headers: { ...headers, host } })
  const { data } = (await response.json()) as { data: Dashboard }
  const date = new Date(Date.now() + 86_400_000).toUTCString()
  await route.fulfill({ response, headers: { ...response.headers(), date }, json: { data: change(data) } })
}

test('a dashboard that is left open over midnight shows the new day, and asks for it', async ({ page, context }) => {
  await withoutEvents(page)
  const { host, user } = await busyPractice()
  await enter(page, host, user, '/dashboard')
  await expect(sheet(page, today)).toHaveAttribute('aria-current', 'date')
  await withoutAnswers(page)
  // Every answer says what time it is. Routes stay: taken away under an answer that is being made, they make it fail.
  const left = { toDo: Number.POSITIVE_INFINITY, days: Number.POSITIVE_INFINITY }
  let change = (days: Dashboard): Dashboard => ({ ...days, updatedAt: `${addDays(today, 1)}T12:00:00.000Z` })
  await page.route('**/api/to-do', route => (left.toDo-- > 0 ? answerTomorrow(route, toDo => toDo) : route.continue()))
  await page.route('**/api/dashboard?**', route => (left.days-- > 0 ? answerTomorrow(route, change) : route.continue()))
  await page.reload()
  await expect(sheet(page, addDays(today, 1))).toHaveAttribute('aria-current', 'date')
  await expect(sheet(page, today)).not.toHaveAttribute('aria-current', 'date')
  await expect(card(page, 'Livraisons aujourd’hui')).toHaveAttribute(
    'href',
    new RegExp(`deliveryDateFrom=${addDays(today, 1)}`),
  )

  // What the page before still asks for is none of the calls that count, and takes none of the answers.
  await expectCalm(page)
  Object.assign(left, { toDo: 1, days: 1 })
  change = yesterdays => yesterdays
  const calls = countCalls(context, '/api/dashboard')
  await page.reload()
  await expect.poll(calls.count).toBe(2)
})

test.describe('in a browser in Auckland', () => {
  test.use({ timezoneId: 'Pacific/Auckland' })

  for (const zone of ['America/Montreal', 'Indian/Reunion']) {
    test(`days, hours and cut-offs are those of the laboratory, in ${zone}`, async ({ page }) => {
      const here = dayInZone(new Date(), zone)
      const { host, user } = await withMaker(async make => {
        const everyDay = { working_days: [1, 2, 3, 4, 5, 6, 7], pickup_am_cutoff_days: 1, pickup_am_cutoff: '09:30' }
        const { host, practice } = await openLaboratory(make, { company_name: 'Labo', time_zone: zone, ...everyDay })
        const instant = (days: number, time: string) => instantInZone(addDays(here, days), time, zone).toISOString()
        await make.order(practice, { code: 'A-1', appointment_at: instant(0, '00:15') })
        await make.order(practice, { code: 'A-2', appointment_at: instant(1, '23:45') })
        await make.order(practice, { code: 'D-1', delivery_on: here })
        const user = await make.user(practice)
        await make.ride(practice, addDays(here, 5), 'AM', { created_by: user.id })
        await make.absence(practice, here, addDays(here, 2), { is_delivery_possible: true })
        return { host, user }
      })
      await enter(page, host, user, '/dashboard')
      await showsDays(page, here, addDays(here, 2))
      await expect(sheet(page, here)).toHaveAttribute('aria-current', 'date')
      await expect(sheet(page, here)).toContainText('00:15A-1')
      await expect(sheet(page, addDays(here, 1))).toContainText('23:45A-2')
      const times = [0, 60_000].map(ago => formatTime(new Date(Date.now() - ago), 'fr', zone))
      await expect(page.locator('.page-head')).toContainText(new RegExp(`mis à jour à (${times.join('|')})`))
      await card(page, 'Livraisons aujourd’hui').click()
      await expect(rows(page)).toHaveCount(1)
      await expect(rows(page)).toContainText('D-1')

      await page.goto(at(host, '/absences'))
      await expect(rows(page)).toContainText('en cours')
      await expect(rows(page)).toContainText('3 jours')
      await page.goto(at(host, '/rides'))
      await expect(page.locator('.next-pickup')).toContainText('dans 5 jours')
      await expect(page.getByText(/^Annulable jusqu’au .* 09:30$/)).toBeVisible()
    })
  }
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, locale: 'en-GB' })

  test('the days stand one below the other, and nothing is wider than the screen', async ({ page }) => {
    const { host, user } = await busyPractice()
    await enter(page, host, user, '/dashboard?tab=week')
    await expect(sheets(page)).toHaveCount(7)
    const boxes = await Promise.all((await sheets(page).all()).map(sheet => sheet.boundingBox()))
    expect(new Set(boxes.map(box => box?.x)).size).toBe(1)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page)
  })
})
