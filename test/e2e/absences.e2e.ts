import { addDays, dayInZone, weekday } from '#kit/day.ts'
import { writtenDay } from '#kit/web/typed-day.ts'
import { at } from './addresses.ts'
import { add, dialog, fill, from, inDays, makePractice, open, submit, to } from './declaring.ts'
import { faultsOfOneDialog } from './dialog-rules.ts'
import { openLaboratory, withMaker } from './laboratory.ts'
import { enter } from './ordering.ts'
import {
  expect,
  expectAccessible,
  pressTwice,
  refused,
  rows,
  test,
  withoutAnswers,
  withoutEvents,
  withoutPauses,
} from './portal.ts'

test('those to come and all of them are tabs of the address, with length and delivery', async ({ page }) => {
  const { host } = await open(page, [
    [-9, -9],
    [-1, 0],
    [10, 14, true],
  ])
  await expect(page).toHaveTitle('Labo Test Client Portal · Absences')
  await expect(page.locator('main').getByRole('link')).toHaveText(['À venir', 'Toutes'])
  await expect(rows(page)).toHaveCount(2)
  const present = rows(page).filter({ hasText: 'en cours' })
  await expect(present).toContainText('2 jours')
  await expect(present).toContainText('Pas de livraison')
  const coming = rows(page).filter({ hasText: 'dans 10 jours' })
  await expect(coming).toContainText('5 jours')
  await expect(coming).toContainText('Livraison possible')
  await page.getByRole('link', { name: 'Toutes' }).click()
  await expect(page).toHaveURL(/\/absences\?tab=all$/)
  await expect(rows(page)).toHaveCount(3)
  const past = rows(page).filter({ hasText: 'passée' })
  await expect(past).toContainText('1 jour')
  // What has been cannot be undone.
  await expect(page.getByRole('button', { name: /^Supprimer l’absence/ })).toHaveCount(2)
  await expect(past.getByRole('button')).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('link', { name: 'Toutes' })).toHaveAttribute('aria-current', 'page')
  await expect(rows(page)).toHaveCount(3)
  await page.goBack()
  await expect(page).toHaveURL(/\/absences$/)
  await expect(rows(page)).toHaveCount(2)
  // What nobody can mean counts as not said.
  await page.goto(at(host, '/absences?tab=past'))
  await expect(page.getByRole('link', { name: 'À venir' })).toHaveAttribute('aria-current', 'page')
  await expectAccessible(page)
})

test('an absence is declared by keyboard, once, and stands in the list', async ({ page }) => {
  await open(page)
  const sent: unknown[] = []
  page.on(
    'request',
    request =>
      request.method() === 'POST' && /\/api\/absences$/.test(request.url()) && sent.push(request.postDataJSON()),
  )
  await add(page).press('Enter')
  await expect(dialog(page)).toHaveAccessibleName('Déclarer une absence')
  await expect(from(page)).toBeFocused()
  await page.keyboard.type(writtenDay(inDays(20)))
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Choisir le premier jour dans le calendrier' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type(writtenDay(inDays(22)).slice(0, 5))
  await expect(dialog(page).getByRole('status')).toHaveText(/^Absence de 3 jours\u00a0: du /)
  await dialog(page).getByLabel('La livraison reste possible').press('Space')
  await expectAccessible(page)
  // Pressed twice, sent once.
  await pressTwice(submit(page), '**/api/absences')
  await expect(page.locator('dialog[open]')).toHaveCount(0)
  await expect(page.getByText(/^Absence du .* déclarée$/)).toBeVisible()
  await expect(page.getByText('Aucune livraison n’a dû être déplacée.')).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('3 jours')
  await expect(rows(page)).toContainText('Livraison possible')
  await expect(add(page)).toBeFocused()
  expect(sent).toMatchObject([{ from: inDays(20), to: inDays(22), deliveryPossible: true }])
})

test('half a day that comes back weekly is one line, and one of its dates goes by itself', async ({ page }) => {
  await open(page)
  await add(page).click()
  await fill(page, writtenDay(inDays(20)), writtenDay(inDays(20)))
  await page.getByLabel('Commence').selectOption('à midi')
  await expect(dialog(page).getByRole('status')).toHaveText(/^Absence d’une demi-journée/)
  await page.getByLabel('Se répète', { exact: true }).selectOption('chaque semaine')
  await page.locator('[name=until]').fill(writtenDay(inDays(34)))
  await expect(dialog(page)).toContainText('Elle revient\u00a0: 3 dates.')
  await expectAccessible(page)
  await submit(page).click()
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText(/Chaque \S+ \(après-midi\)/)
  await page.getByRole('button', { name: /^Voir toutes les dates/ }).click()
  const dates = dialog(page).getByRole('listitem')
  await expect(dates).toHaveCount(3)
  expect(await faultsOfOneDialog('absences/web/series-dialog.tsx', page)).toEqual([])
  await dates
    .first()
    .getByRole('button', { name: /^Supprimer/ })
    .click()
  await dialog(page)
    .getByRole('button', { name: /^Supprimer/ })
    .click()
  await expect(dates).toHaveCount(2)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: /^Modifier l’absence\s: Chaque/ }).click()
  await expect(dialog(page).getByRole('radio', { name: 'Toute la série à venir' })).toBeChecked()
  await expect(dialog(page)).toContainText('Elle revient\u00a0: 2 dates.')
  await dialog(page)
    .getByRole('radio', { name: /^Seulement le/ })
    .click()
  await expect(page.locator('[name=until]')).toHaveCount(0)
  await dialog(page).getByRole('radio', { name: 'Toute la série à venir' }).click()
  await page.getByLabel('Se termine').selectOption('le soir')
  await page.getByLabel('Commence').selectOption('le matin')
  await page.locator('[name=until]').fill(writtenDay(inDays(41)))
  await expect(dialog(page)).toContainText('Elle revient\u00a0: 3 dates.')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Enregistrer l’absence' }).click()
  await expect(page.getByText('3 dates modifiées')).toBeVisible()
  await expect(rows(page)).toContainText('1 jour')

  await page.getByRole('button', { name: /^Voir toutes les dates/ }).click()
  await dates
    .nth(1)
    .getByRole('button', { name: /^Supprimer/ })
    .click()
  await dialog(page).getByRole('radio', { name: 'Cette date et les suivantes' }).click()
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Supprimer 2 dates à venir' }).click()
  await expect(dates).toHaveCount(1)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Supprimer l’absence\s: Chaque/ }).click()
  await dialog(page).getByRole('button', { name: 'Supprimer 1 date à venir' }).click()
  await expect(rows(page)).toHaveCount(0)
})

test('the deliveries that have to move are named before, conflicts first, and so when it is put right', async ({
  page,
}) => {
  const { practice } = await open(page)
  // From a Tuesday on, since nothing is delivered at the week's end.
  const first = 11 + ((9 - weekday(inDays(11))) % 7)
  const patient = { patient: 'Zoé Martin', appointment_at: `${inDays(first + 2)}T09:00:00Z` }
  await withMaker(async make => {
    await make.order(practice, { code: 'T-1', delivery_on: inDays(first + 1), status: 'in_production' })
    await make.order(practice, { code: 'T-2', delivery_on: inDays(first + 1), status: 'in_production', ...patient })
    const already = { ...patient, appointment_at: `${inDays(first)}T09:00:00Z` }
    await make.order(practice, { code: 'T-3', delivery_on: inDays(first + 1), status: 'in_production', ...already })
  })
  const moving = dialog(page).getByRole('list', { name: 'Livraisons qui bougent' }).getByRole('listitem')
  await add(page).click()
  await fill(page, writtenDay(inDays(first)), writtenDay(inDays(first + 2)))
  await expect(dialog(page)).toContainText('3 livraisons bougent, dont 2 après le rendez-vous (1 l’était déjà)')
  await expect(moving).toHaveText([
    /^T-2 Zoé Martin, livraison le .*, au lieu du .* · après le rendez-vous/,
    /^T-3 .* · déjà après le rendez-vous/,
    /^T-1 /,
  ])
  await expectAccessible(page)
  // On a phone the list is below the fold: what it comes to stands above the button.
  const sum = dialog(page).locator('footer p')
  await expect(sum).toBeHidden()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(sum).toBeInViewport()
  await expect(sum).toHaveText('3 livraisons bougent, dont 2 après le rendez-vous (1 l’était déjà).')
  await page.setViewportSize({ width: 1440, height: 900 })
  // The remedy stands beside the conflict.
  await dialog(page).getByRole('button', { name: 'Livraison possible quand même' }).press('Enter')
  const taken = dialog(page).getByRole('checkbox', { name: 'La livraison reste possible' })
  await expect(taken).toBeChecked()
  await expect(taken).toBeFocused()
  await expect(dialog(page)).toContainText('Aucune livraison ne bouge.')
  await taken.press('Space')
  await expect(moving).toHaveCount(3)
  await from(page).press('Enter')
  await expect(page.getByText('3 livraisons sont déplacées en conséquence.')).toBeVisible()
  await expect(page.locator('dialog[open]')).toHaveCount(0)
  await page.getByRole('button', { name: /^Modifier l’absence/ }).click()
  await fill(page, writtenDay(inDays(first + 2)), writtenDay(inDays(first + 2)))
  await expect(moving).toHaveCount(3)
  await dialog(page).getByRole('button', { name: 'Enregistrer l’absence' }).click()
  await expect(page.getByText(/^Absence du .* modifiée$/)).toBeVisible()
  await expect(rows(page)).toContainText('1 jour')
})

test('of many deliveries that have to move, all are seen before, with the focus on the first of the others', async ({
  page,
}) => {
  const { practice } = await open(page)
  const first = 11 + ((9 - weekday(inDays(11))) % 7)
  await withMaker(async make => {
    for (let n = 1; n <= 11; n++)
      await make.order(practice, {
        code: `T-${n}`,
        delivery_on: inDays(first + 1),
        status: 'in_production',
        // Nine come after their patient: not all of them among the first eight.
        ...(n <= 9 && { appointment_at: `${inDays(first + 2)}T${String(n + 7).padStart(2, '0')}:00:00Z` }),
      })
  })
  const moving = dialog(page).getByRole('list', { name: 'Livraisons qui bougent' }).getByRole('listitem')
  await add(page).click()
  await fill(page, writtenDay(inDays(first)), writtenDay(inDays(first + 2)))
  await expect(moving).toHaveCount(8)
  await dialog(page).getByRole('button', { name: 'Voir les 3 autres, dont 1 après le rendez-vous' }).press('Enter')
  await expect(moving).toHaveCount(11)
  await expect(moving.nth(8).getByRole('link')).toBeFocused()
  await expect(dialog(page).getByRole('button', { name: /^Voir/ })).toHaveCount(0)
  await expectAccessible(page)
})

test('the pickups that fall into it are named before, called off with it unless somebody is there, and said of each', async ({
  page,
}) => {
  const { host, practice, user } = await open(page)
  const first = 11 + ((9 - weekday(inDays(11))) % 7)
  await withMaker(async make => {
    for (const day of [first, first + 1])
      await make.ride(practice, inDays(day), 'PM', { status: 'confirmed', created_by: user.id })
    for (const [code, patient] of [
      ['T-1', 'Ada Lovelace'],
      ['T-2', 'Grace Hopper'],
    ])
      await make.order(practice, { code, patient, print_type: 'physical' })
  })
  const boxes = dialog(page).getByRole('checkbox', { name: /^Annuler la collecte du .*, après-midi$/ })
  await add(page).click()
  await fill(page, writtenDay(inDays(first)), writtenDay(inDays(first + 2)))
  await expect(dialog(page)).toContainText('2 collectes confirmées tombent dans l’absence')
  await expect(boxes).toHaveCount(2)
  await expect(boxes.first()).toHaveAccessibleDescription('Aucun coursier ne viendra.')
  // The works by their patients, and that what was promised of them stands.
  const left = dialog(page).getByRole('list', { name: 'Ce que le coursier devait emporter' }).getByRole('listitem')
  await expect(left).toContainText([/T-1 Ada Lovelace/, /T-2 Grace Hopper/])
  await expect(dialog(page)).toContainText('Aucune autre collecte n’est prévue.')
  await expect(dialog(page)).toContainText('Les livraisons promises ne bougent pas d’elles-mêmes')
  await expectAccessible(page)
  // Somebody is there for the second: it takes what the first was to take, and nothing beside it goes away meanwhile.
  await boxes.nth(1).press('Space')
  await expect(boxes.nth(1)).toBeFocused()
  await expect(boxes.nth(1)).not.toBeChecked()
  await expect(boxes.nth(1)).toHaveAccessibleDescription('Le coursier passera\u00a0: quelqu’un doit être là.')
  await expect(dialog(page)).toContainText(/Tout part à la place avec la collecte suivante\s: .*après-midi\./)
  await dialog(page).getByLabel('La livraison reste possible').press('Space')
  await expect(boxes).toHaveCount(0)
  await dialog(page).getByLabel('La livraison reste possible').press('Space')
  await expect(boxes).toHaveCount(2)
  await submit(page).click()
  await expect(
    page.getByText('1 collecte est annulée. 1 collecte est maintenue. 2 travaux attendent une autre collecte.'),
  ).toBeVisible()
  await page.goto(at(host, '/rides'))
  const next = page.locator('section.card').filter({ has: page.getByRole('heading', { name: 'Prochaine collecte' }) })
  await expect(next).toContainText('Pendant votre absence\u00a0: quelqu’un doit être là pour le coursier.')
  await expect(next).toContainText('T-1')
  await expectAccessible(page)
})

test('what no other pickup brings in time is said first, at a tablet’s size too, and again once it is declared', async ({
  page,
}) => {
  const { practice, user } = await open(page)
  await page.setViewportSize({ width: 1080, height: 810 })
  const first = 11 + ((9 - weekday(inDays(11))) % 7)
  await withMaker(async make => {
    for (const day of [first, first + 6])
      await make.ride(practice, inDays(day), 'PM', { status: 'confirmed', created_by: user.id })
    const appointment_at = `${inDays(first + 3)}T08:00:00Z`
    for (const more of [{ appointment_at }, {}]) await make.order(practice, { print_type: 'physical', ...more })
  })
  await add(page).click()
  await fill(page, writtenDay(inDays(first)), writtenDay(inDays(first + 1)))
  const late = '2 travaux attendent une autre collecte, dont 1 qui ne reviendra pas à temps.'
  await expect(dialog(page).locator('form').getByText(late)).toHaveCSS('font-weight', '600')
  // In sight without scrolling, above the buttons.
  await expect(dialog(page).locator('footer').getByText(late)).toBeInViewport()
  await expect(dialog(page).getByText('Aucune livraison ne bouge.')).toHaveCSS('font-weight', '400')
  await expectAccessible(page)
  await submit(page).click()
  await expect(page.getByText(`1 collecte est annulée. ${late}`)).toBeVisible()

  // Taken back, it brings no driver back: which one stays cancelled is said before and after.
  await rows(page)
    .getByRole('button', { name: /^Supprimer/ })
    .click()
  const staying = /^La collecte du .*, après-midi reste annulée\./
  await expect(dialog(page).getByText(staying)).toBeVisible()
  await expectAccessible(page)
  await dialog(page)
    .getByRole('button', { name: /^Supprimer/ })
    .click()
  await expect(page.getByText(staying)).toBeVisible()
  await page.getByRole('button', { name: 'Programmer une collecte' }).click()
  await expect(page).toHaveURL(/\/rides$/)
})

test('an absence is deleted after a question that names it, and its deliveries come back', async ({ page }) => {
  const { practice } = await open(page, [[11, 13]])
  await withMaker(make =>
    make.order(practice, { code: 'T-1', delivery_on: inDays(40), first_delivery_on: inDays(12), status: 'registered' }),
  )
  const remove = rows(page).getByRole('button', { name: /^Supprimer/ })
  await remove.click()
  const named = (await remove.getAttribute('aria-label')) ?? ''
  await expect(dialog(page)).toHaveAccessibleName(`${named}\u202f?`)
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Garder l’absence' }).click()
  await expect(remove).toBeFocused()
  await remove.click()
  await dialog(page).getByRole('button', { name: named }).click()
  await expect(page.getByText(/^Absence du .* supprimée$/)).toBeVisible()
  await expect(page.getByText('Aucune absence à venir')).toBeVisible()
  await expect(page.locator('.state').getByRole('button', { name: 'Déclarer une absence' })).toBeFocused()
  await page.reload()
  await expect(page.getByText('Aucune absence à venir')).toBeVisible()
})

test('a practice doctor finds no way to absences, by menu, address or call', async ({ page, quiet }) => {
  quiet.allow(refused(403))
  const { host, user } = await makePractice([[1, 2]], { is_practice_doctor: true })
  await enter(page, host, user, '/rides')
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await expect(menu.getByRole('link', { name: 'Collectes' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Absences' })).toHaveCount(0)
  await page.goto(at(host, '/absences'))
  await expect(page.getByRole('heading', { name: 'Vous n’avez pas accès à cette page' })).toBeVisible()
  await expect(add(page)).toHaveCount(0)
  const statuses = await page.evaluate(async () => {
    const authorization = `Bearer ${localStorage.getItem('access_token')}`
    const body = JSON.stringify({ from: '2030-01-01', to: '2030-01-02', deliveryPossible: true })
    const headers = { authorization, 'content-type': 'application/json' }
    const path = '/api/absences'
    const answers = [
      await fetch(path, { headers }),
      await fetch(path, { headers, method: 'POST', body }),
      await fetch(`${path}/00000000-0000-4000-8000-000000000000`, { headers, method: 'DELETE' }),
    ]
    return answers.map(({ status }) => status)
  })
  expect(statuses).toEqual([403, 403, 403])
})

test('the list says that it is coming, that there is nothing, and that it could not be had', async ({
  page,
  quiet,
}) => {
  await withoutPauses(page)
  quiet.allow(refused(500))
  await withoutEvents(page)
  await open(page)
  await expect(page.getByText('Aucune absence à venir')).toBeVisible()
  await page.locator('.state').getByRole('button', { name: 'Déclarer une absence' }).click()
  await expect(from(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Toutes' }).click()
  await expect(page.getByText('Aucune absence déclarée')).toBeVisible()
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/absences**', async route => {
    await promise
    await route.fulfill({
      status: 500,
      contentType: 'application/problem+json',
      json: { status: 500, code: 'unexpected' },
    })
  })
  await withoutAnswers(page)
  await page.reload()
  await expect(page.locator('.table__skeleton')).toHaveCount(4)
  await expect(page.locator('table')).toHaveAttribute('aria-busy', 'true')
  resolve()
  await expect(page.getByText('Les absences n’ont pas pu être chargées')).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/api/absences**')
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect(page.getByText('Aucune absence déclarée')).toBeVisible()
})

test.describe('on a phone, in the dark, in English', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme: 'dark' })

  test('each absence is a card, and nothing is wider than the screen', async ({ page }) => {
    await open(
      page,
      [
        [0, 30],
        [40, 44, true],
        [200, 500],
      ],
      { language: 'en' },
    )
    const coming = rows(page).filter({ hasText: '5 days' })
    await expect(coming).toBeVisible()
    await expectAccessible(page)
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
    await add(page).tap()
    await expect(dialog(page)).toBeVisible()
    await expectAccessible(page)
    const { width = 0, x = -1 } = (await dialog(page).boundingBox()) ?? {}
    expect(x).toBeGreaterThanOrEqual(0)
    expect(x + width).toBeLessThanOrEqual(320)
    await page.keyboard.press('Escape')
    await coming.getByRole('button', { name: /^Delete the absence/ }).tap()
    await expect(dialog(page)).toHaveAccessibleName(/^Delete the absence from .*\?$/)
    await expectAccessible(page)
  })
})

test.describe('with the clock of another place, and a wrong one', () => {
  test.use({ timezoneId: 'Pacific/Auckland' })

  test('today is the laboratory’s', async ({ page }) => {
    const zone = 'Pacific/Pago_Pago'
    // A day behind the browser's, whatever the hour.
    const day = dayInZone(new Date(), zone)
    const made = await withMaker(async make => {
      const { host, practice } = await openLaboratory(make, { time_zone: zone })
      await make.absence(practice, addDays(day, -1), addDays(day, -1))
      await make.absence(practice, day, day)
      await make.absence(practice, addDays(day, 1), addDays(day, 1))
      return { host, user: await make.user(practice) }
    })
    await page.clock.setFixedTime('2031-03-30T00:30:00Z')
    await enter(page, made.host, made.user, '/absences')
    await expect(rows(page)).toHaveCount(2)
    await expect(rows(page)).toContainText(['en cours', 'demain'])
    await page.getByRole('link', { name: 'Toutes' }).click()
    await expect(rows(page).filter({ hasText: 'passée' })).toHaveCount(1)
    await expect(page.getByRole('button', { name: /^Supprimer l’absence/ })).toHaveCount(2)
    await add(page).click()
    await fill(page, writtenDay(addDays(day, -1)), writtenDay(addDays(day, -1)))
    await page.keyboard.press('Enter')
    await expect(to(page)).toHaveAccessibleDescription(/déjà passée/)
  })
})
