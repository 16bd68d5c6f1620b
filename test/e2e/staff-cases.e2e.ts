import type { Browser, Locator, Page } from '@playwright/test'
import { addDays, dayInZone } from '#kit/day.ts'
import type { TestUser } from '../make.ts'
import { testPassword } from '../make.ts'
import { at } from './addresses.ts'
import { letLeave } from './answers.ts'
import { openLaboratory, withMaker } from './laboratory.ts'
import { application, enterAs, expect, expectAccessible, refused, rows, test } from './portal.ts'

const today = dayInZone(new Date(), 'Europe/Paris')

/** Three cases to accept, the patients of whom come one after the other. */
const makePlace = () =>
  withMaker(async make => {
    const { host, laboratory, practice } = await openLaboratory(make, { company_name: 'Labo Test' })
    const { reference } = await make.product(laboratory)
    for (const [index, code] of ['T-1', 'T-2', 'T-3'].entries()) {
      const { id } = await make.order(practice, { code, appointment_at: `${addDays(today, 40 + index)}T09:00:00Z` })
      await make.orderLine(practice, id, reference, {
        label_fr: 'Couronne zircone monolithique',
        label_en: 'Monolithic zirconia crown',
      })
    }
    return {
      host,
      bench: await make.user(laboratory, { role: 'production', title: '', first_name: 'Nina', last_name: 'Roux' }),
      colleague: await make.user(laboratory, { language: 'en' }),
      doctor: await make.user(practice),
    }
  })
type Place = Awaited<ReturnType<typeof makePlace>>

async function enterListening(page: Page, { host }: Place, user: TestUser, path: string) {
  const isListening = page.waitForResponse(response => new URL(response.url()).pathname === '/api/events')
  await enterAs(page, { login: user.login, password: testPassword }, at(host, path))
  await isListening
}

const main = (page: Page) => application(page).getByRole('main')
const waiting = (page: Page) => main(page).getByRole('navigation', { name: 'File' }).getByRole('link')
const decided = (page: Page) => main(page).getByRole('region', { name: /^T-/ })
const acceptance = (page: Page) => decided(page).getByRole('button', { name: /^Accepter/ })

async function otherWindow(browser: Browser, listen: (context: Awaited<ReturnType<Browser['newContext']>>) => void) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' })
  listen(context)
  return context.newPage()
}

test('three cases are taken in by keyboard, a question is answered in another window, and the board moves', async ({
  page,
  browser,
  quiet,
}) => {
  quiet.allow(refused(409))
  const place = await makePlace()
  await enterListening(page, place, place.bench, '/staff/intake')
  await expect(waiting(page)).toHaveCount(3)

  // The day that is computed, beside what else leaves then; one letter takes it.
  await expect(decided(page).getByRole('heading', { level: 2, name: /^T-1 / })).toBeVisible()
  await expect(decided(page)).toContainText(/promis ce jour\s: 0/)
  await expectAccessible(page)
  await expect(acceptance(page)).toBeEnabled()
  // Twice in a hurry: nobody has seen the second one. What was pressed can be undone, and the case stands there again.
  await Promise.all([1, 2].map(() => page.keyboard.press('a')))
  await expect(decided(page).getByRole('heading', { level: 2, name: /^T-2 / })).toBeVisible()
  await expect(waiting(page)).toHaveCount(2)
  await page.keyboard.press('u')
  await expect(decided(page).getByRole('heading', { level: 2, name: /^T-1 / })).toBeVisible()
  await expect(waiting(page)).toHaveCount(3)

  // A day after the appointment is asked about; neither another A nor the same day again is an answer.
  await decided(page).getByLabel('Livraison le').fill(addDays(today, 41).split('-').reverse().join('/'))
  await expect(acceptance(page)).toBeEnabled()
  await acceptance(page).click()
  await expect(decided(page).getByRole('alert')).toContainText('après le rendez-vous du')
  await expectAccessible(page)
  await page.keyboard.press('a')
  await expect(decided(page).getByRole('heading', { level: 2, name: /^T-1 / })).toBeVisible()
  const late = decided(page).getByRole('button', { name: 'Accepter après le rendez-vous' })
  await expect(late).toBeEnabled()
  await page.keyboard.press('o')
  await expect(decided(page).getByRole('heading', { level: 2, name: /^T-2 / })).toBeVisible()
  await expect(waiting(page)).toHaveCount(2)
  await expect(acceptance(page)).toBeEnabled()

  await page.keyboard.press('q')
  const question = page.getByRole('dialog', { name: 'Mettre T-2 en attente' })
  await expect(question.getByLabel('Votre question')).toBeFocused()
  await page.keyboard.type('Quelle teinte ?')
  await question.getByRole('button', { name: 'Mettre en attente et demander' }).press('Enter')
  await expect(decided(page).getByRole('heading', { level: 2, name: /^T-3 / })).toBeVisible()

  // A colleague decides the one that is looked at: said here, with the name.
  const other = await otherWindow(browser, quiet.listen)
  await enterListening(other, place, place.colleague, '/staff/intake')
  // The letters answer for the case that stands there, once what it needs has come.
  await expect(main(other).getByRole('heading', { name: /^T-3/ })).toBeVisible()
  await expect(main(other).getByRole('button', { name: /^Accept/ })).toBeEnabled()
  await other.keyboard.press('r')
  const refusal = other.getByRole('dialog', { name: 'Refuse T-3' })
  await refusal.getByLabel('Why?').fill('Empreinte illisible')
  await refusal.getByRole('button', { name: 'Refuse T-3' }).click()
  await expect(main(other).getByText('Nothing to accept')).toBeVisible()
  await expectAccessible(other)
  await expect(main(page)).toContainText(/Dr Claire Martin a fait passer ce travail à «\sAnnulé\s»/)
  await expect(waiting(page)).toHaveCount(0)

  // What is missing stands there with who has asked, until the practice has answered: live.
  await main(page).getByRole('link', { name: 'Manquants' }).click()
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('Nina Roux')
  await rows(page).getByRole('link', { name: 'T-2' }).click()
  await expect(main(page)).toContainText('Quelle teinte ?')
  const practice = await otherWindow(browser, quiet.listen)
  await enterListening(practice, place, place.doctor, '/cases')
  await practice.getByRole('link', { name: 'T-2' }).click()
  await practice.getByRole('button', { name: 'Vous pouvez continuer' }).click()
  await letLeave(practice)
  await expect(main(page)).toContainText('Le cabinet demande de continuer.')
  await expect(main(page).getByRole('status').filter({ hasText: 'Entre-temps' })).toContainText('cabinet')
  await main(page).getByRole('button', { name: 'Vu', exact: true }).click()
  await expect(main(page)).not.toContainText('Entre-temps')
  await expectAccessible(page)
  // Among the answers to read it is read without being opened.
  await page.goto(at(place.host, '/staff/cases?said=answer'))
  await expect(rows(page)).toContainText('Le cabinet demande de continuer.')
  await rows(page).getByRole('link', { name: 'T-2' }).click()
  await main(page).getByRole('button', { name: 'Reprendre' }).click()
  await expect(main(page).getByRole('button', { name: 'Commencer la préparation' })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  await page.setViewportSize({ width: 1440, height: 900 })

  // On the board by hand, and by the menu of a card. Nothing else lies below the card that is dragged: a drag on a busy machine can end
  // as the next one begins, which would take up what has come in its place.
  await application(page).getByRole('navigation').getByRole('link', { name: 'Tableau' }).click()
  const column = (name: string) => main(page).getByRole('region', { name: new RegExp(`^${name}`) })
  await expect(column('En préparation').getByRole('link', { name: 'T-1' })).toBeVisible()
  await expectAccessible(page)
  const card = (name: string) => column(name).getByRole('listitem').filter({ hasText: 'T-1' })
  await card('En préparation').dragTo(column('En fabrication'))
  await column('En fabrication').getByRole('button', { name: 'Annuler le déplacement de T-1' }).click()
  // The end of a drag can reach the page after the next one has begun, so quickly does a test drag on a busy machine.
  await expect(async () => {
    await card('En préparation').dragTo(column('Enregistré'))
    // Where it cannot go, it is said.
    const said = /T-1 ne peut pas passer à «\sEnregistré\s»/
    await expect(main(page).getByRole('alert')).toContainText(said, { timeout: 2_000 })
  }).toPass()
  await expect(async () => {
    await card('En préparation').dragTo(column('En fabrication'))
    await expect(column('En fabrication').getByRole('link', { name: 'T-1' })).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await main(page).getByRole('button', { name: 'Déplacer T-2' }).press('Enter')
  await page.getByRole('button', { name: 'Commencer la préparation' }).press('Enter')
  await expect(column('En préparation').getByRole('link', { name: 'T-2' })).toBeVisible()
  await expectAccessible(page)

  // The practice sees each step without a reload, once it can no longer be undone.
  await letLeave(page)
  await practice.getByRole('navigation', { name: 'Où vous êtes' }).getByRole('link', { name: 'Travaux' }).click()
  await expect(rows(practice).filter({ hasText: 'T-1' })).toContainText('En fabrication')
  await expect(rows(practice).filter({ hasText: 'T-2' })).toContainText('En préparation')
})

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])
  test(`what can be done with the cases that are ticked is in sight wherever the last tick was, and covers nothing (${viewport.width})`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport)
    const { host, staff } = await withMaker(async make => {
      const { host, laboratory, practice } = await openLaboratory(make, { company_name: 'Labo Test' })
      for (let number = 1; number <= 25; number++)
        await make.order(practice, {
          code: `T-${number}`,
          status: 'in_production',
          delivery_on: addDays(today, number),
        })
      return { host, staff: await make.user(laboratory) }
    })
    await enterAs(page, { login: staff.login, password: testPassword }, at(host, '/staff/cases'))
    const ticks = rows(page).getByRole('checkbox')
    await expect(ticks).toHaveCount(25)
    const act = main(page).getByRole('button', { name: 'Confier à' })
    /** Whether a press in the middle of it reaches it. */
    const isFree = (tick: Locator) =>
      tick.evaluate(element => {
        const { left, top, width, height } = element.getBoundingClientRect()
        const hit = document.elementFromPoint(left + width / 2, top + height / 2)
        return hit !== null && (element.contains(hit) || hit.closest('label')?.control === element)
      })
    for (const place of [11, 24]) {
      await ticks.nth(place).focus()
      await page.keyboard.press('Space')
      await expect(act).toBeInViewport({ ratio: 1 })
      await expect.poll(() => isFree(ticks.nth(place))).toBe(true)
    }
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await expect.poll(() => isFree(ticks.nth(24))).toBe(true)
    await expectAccessible(page)
    await act.click()
    await main(page).getByRole('button', { name: 'Personne', exact: true }).click()
    await expect(act).toBeHidden()
  })

test('whoever types the name of a practice comes to its cases', async ({ page }) => {
  const { host, user } = await withMaker(async make => {
    const { host, laboratory, practice } = await openLaboratory(make, {}, { name: 'Cabinet dentaire des Lilas' })
    await make.order(practice, { code: 'L-1' })
    await make.order(await make.practice(laboratory, { name: 'Cabinet Voltaire' }), { code: 'V-1' })
    return { host, user: await make.user(laboratory) }
  })
  await enterAs(page, { login: user.login, password: testPassword }, at(host, '/staff/cases'))
  await expect(rows(page)).toHaveCount(2)
  const search = main(page).getByRole('searchbox', { name: 'Rechercher un travail' })
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/staff/orders/filters', async route => {
    await released
    await route.continue()
  })
  await search.fill('lilas')
  await search.press('Enter')
  const nothing = main(page).getByText('Aucun travail ne correspond')
  await expect(nothing).toBeVisible()
  const before = await nothing.boundingBox()
  release()
  const practice = main(page).getByRole('link', { name: 'Cabinet dentaire des Lilas' })
  await expect(practice).toBeVisible()
  // It comes where its room was, in the place of the advice to look for a slip of the pen.
  expect(await nothing.boundingBox()).toEqual(before)
  await expect(main(page).getByText(/orthographe/)).toHaveCount(0)
  await expect(main(page).getByText('Ces mots sont dans le nom d’un cabinet')).toBeVisible()
  await practice.click()
  await expect(rows(page)).toHaveCount(1)
  await expect(main(page).getByRole('link', { name: 'L-1' })).toBeVisible()
  await expect(search).toHaveValue('')
})

test('whoever is kept out hands what they have in work to a colleague, in the same dialog', async ({ page }) => {
  const { host, user } = await withMaker(async make => {
    const { host, laboratory, practice } = await openLaboratory(make, {})
    const named = { role: 'production', title: '', last_name: 'Roux' }
    const gone = await make.user(laboratory, { ...named, first_name: 'Nina' })
    await make.user(laboratory, { ...named, first_name: 'Paul' })
    for (const code of ['T-1', 'T-2'])
      await make.order(practice, { code, status: 'in_production', technician_id: gone.id })
    return { host, user: await make.user(laboratory) }
  })
  await enterAs(page, { login: user.login, password: testPassword }, at(host, '/staff/team'))
  await main(page).getByRole('button', { name: 'Actions pour Nina Roux' }).click()
  await main(page).getByRole('button', { name: 'Fermer l’accès…' }).click()
  const dialog = application(page).getByRole('alertdialog')
  await expect(dialog).toContainText('2 travaux en cours sont à son nom.')
  const heir = dialog.getByLabel('À qui vont ses 2 travaux')
  await expect(heir).toHaveAccessibleDescription(/«\sÀ personne\s»/)
  await heir.selectOption('Paul Roux')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Fermer l’accès de Nina Roux' }).click()
  await expect(page.getByText('Les 2 travaux sont désormais à Paul Roux')).toBeVisible()
  await page.goto(at(host, '/staff/cases'))
  await expect(rows(page).filter({ hasText: 'Paul Roux' })).toHaveCount(2)
})

test('whoever gets a role that works on no cases hands what they have in work to a colleague, in the same dialog', async ({
  page,
}) => {
  const { host, user } = await withMaker(async make => {
    const { host, laboratory, practice } = await openLaboratory(make, {})
    const named = { role: 'production', title: '', last_name: 'Roux' }
    const moved = await make.user(laboratory, { ...named, first_name: 'Nina' })
    await make.user(laboratory, { ...named, first_name: 'Paul' })
    await make.order(practice, { code: 'T-1', status: 'in_production', technician_id: moved.id })
    return { host, user: await make.user(laboratory) }
  })
  await enterAs(page, { login: user.login, password: testPassword }, at(host, '/staff/team'))
  await main(page).getByRole('button', { name: 'Actions pour Nina Roux' }).click()
  await main(page).getByRole('button', { name: 'Changer le rôle…' }).click()
  const dialog = application(page).getByRole('dialog')
  const heir = dialog.getByLabel('À qui va son travail')
  await dialog.getByRole('radio', { name: /^Administration/ }).check()
  await expect(heir).toBeHidden()
  await dialog.getByRole('radio', { name: /^Livraison/ }).check()
  await expect(heir).toHaveAccessibleDescription(/«\sÀ personne\s»/)
  await heir.selectOption('Paul Roux')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.getByText('Le travail est désormais à Paul Roux')).toBeVisible()
  await page.goto(at(host, '/staff/cases'))
  await expect(rows(page).filter({ hasText: 'Paul Roux' })).toHaveCount(1)
})
