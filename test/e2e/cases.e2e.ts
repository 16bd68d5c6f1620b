import type { Locator, Page } from '@playwright/test'
import { clear, codes, count, filter, openList, search, settled, summary, withoutAccents, words } from './case-list.ts'
import { anyCase, expect, expectAccessible, rows, signIn, test, withoutAnswers } from './portal.ts'

/** By the menu: no search, no filter, the first page of what is in progress. */
async function startOver(page: Page) {
  await page.getByRole('complementary', { name: 'Menu' }).getByRole('link', { name: 'Travaux' }).click()
  await expect(page).toHaveURL('/cases')
  await settled(page)
  await expect(rows(page)).toHaveCount(25)
}

test.beforeEach(async ({ page }) => {
  await signIn(page, 'doctor')
  await expect(rows(page)).toHaveCount(25)
})

test.describe('finding a case', () => {
  test('by patient or number, by what waits for an answer, between two days, and where nothing matches', async ({
    page,
  }) => {
    await test.step('by the patient, without the accents', async () => {
      await page.getByRole('link', { name: 'Tous', exact: true }).click()
      await expect(page).toHaveURL('/cases?tab=all')
      await settled(page)
      const name = (await rows(page).locator('.table__cell--bare .two-lines > :first-child').allTextContents())
        .map(patient => patient.split(' · ')[1] ?? '')
        .find(patient => withoutAccents(patient) !== patient)
      expect(name).toBeTruthy()
      await search(page).fill(withoutAccents(name ?? '').toLowerCase())
      await expect(page).toHaveURL(/search=/)
      await settled(page)
      for (const row of await rows(page).all()) await expect(row).toContainText(name ?? '')
      await expect(count(page)).toHaveText(/^\d+\s(travail|travaux)$/)
    })
    await test.step('by its number, at once on Enter', async () => {
      await openList(page, '/cases?tab=all&page=3')
      const code = await words(anyCase(page))
      await search(page).fill(code)
      await search(page).press('Enter')
      await expect(page).toHaveURL(`/cases?tab=all&search=${code}`)
      await expect(codes(page)).toHaveText([code])
      await expect(count(page)).toHaveText('1\u00a0travail')
    })
    await startOver(page)
    await test.step('by what waits for an answer, from the sentence that counts it', async () => {
      const waiting = page.locator('.page-head').getByRole('link', { name: 'avec une question' })
      await expect(page.locator('.page-head')).toContainText(
        /\d+\stravaux en cours, dont \d+\savec une question du laboratoire/,
      )
      const counted = Number.parseInt(await words(waiting), 10)
      await waiting.click()
      await expect(page).toHaveURL('/cases?hold=unanswered')
      await expect(rows(page)).toHaveCount(counted)
      for (const row of await rows(page).all()) await expect(row).toContainText('En attente')
      await page.getByRole('link', { name: 'Questions du laboratoire', exact: true }).click()
      await expect(page).toHaveURL('/cases')
    })
    await startOver(page)
    await test.step('between two days, in the right order', async () => {
      await filter(page, 'Rendez-vous').click()
      await page.getByLabel('Du', { exact: true }).fill('3/2/2030')
      await page.getByLabel('Au', { exact: true }).fill('01022030')
      await page.keyboard.press('Enter')
      const to = page.getByLabel('Au', { exact: true })
      await expect(to).toBeFocused()
      await expect(to).toHaveAccessibleDescription('JJ/MM/AAAA Choisissez un jour qui ne précède pas le premier.')
      await expect(page).toHaveURL('/cases')
      await to.fill('09/02/2030')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL('/cases?appointmentDateFrom=2030-02-03&appointmentDateTo=2030-02-09')
      await expect(filter(page, 'Rendez-vous 3–9 févr.')).toBeFocused()
      await expect(page.getByText('Aucun travail en cours ne correspond')).toBeVisible()
      await filter(page, 'Rendez-vous').click()
      await page.getByRole('button', { name: 'Toutes les dates' }).click()
      await expect(page).toHaveURL('/cases')
      await expect(rows(page)).toHaveCount(25)
    })
    await test.step('nothing matches: what the other tab has is said and one press away, else the filters can be cleared', async () => {
      await openList(page, '/cases?tab=history')
      const code = await words(anyCase(page))
      await openList(page)
      await search(page).fill(code)
      await expect(page.getByText('Aucun travail en cours ne correspond')).toBeVisible()
      await expect(count(page)).toHaveText('Aucun travail')
      await expectAccessible(page)
      await expect(page.getByText('1 travail de l’historique correspond.')).toBeVisible()
      await expect(page.getByRole('link', { name: '+1 dans l’historique' })).toHaveCount(0)
      await page.getByRole('link', { name: 'Voir dans l’historique' }).click()
      await expect(page).toHaveURL(/tab=history/)
      await expect(codes(page)).toHaveText([code])
      await search(page).fill('zzz')
      await expect(page.getByText('Aucun travail de l’historique ne correspond')).toBeVisible()
      await expect(page.getByText('Vérifiez l’orthographe')).toBeVisible()
      await page.locator('.state').getByRole('link', { name: 'Effacer les filtres' }).click()
      await expect(page).toHaveURL('/cases?tab=history')
      await expect(search(page)).toHaveValue('')
      await expect(rows(page)).toHaveCount(25)
    })
    await test.step('a search that finds something says how much more the other tab has', async () => {
      await openList(page)
      await search(page).fill('a')
      const more = page.getByRole('link', { name: /^\+\d+ dans l’historique$/ })
      await expect(more).toBeVisible()
      // What gives the search up stands beside it, what leads elsewhere and the order of the list beside the views.
      const middleOf = async (one: Locator) => {
        const { y = 0, height = 0 } = (await one.boundingBox()) ?? {}
        return Math.round(y + height / 2)
      }
      const views = await middleOf(page.getByRole('button', { name: 'Mes vues' }))
      expect([await middleOf(more), await middleOf(page.getByRole('button', { name: 'Trier' }))]).toEqual([
        views,
        views,
      ])
      expect(await middleOf(clear(page))).toBe(await middleOf(search(page)))
      const count = (await words(more)).replace(/\D/g, '')
      await more.click()
      await expect(page).toHaveURL('/cases?search=a&tab=history')
      await expect(summary(page)).toContainText(`sur ${count}`)
      await expect(page.getByRole('link', { name: /^\+\d+ en cours$/ })).toBeVisible()
    })
  })

  test('by status and dates, combined, each step undone by one Back', async ({ page }) => {
    await page.getByRole('link', { name: 'Historique' }).click()
    await expect(page).toHaveURL('/cases?tab=history')
    await settled(page)
    const all = await words(summary(page))

    await filter(page, 'Statut').click()
    await page.getByRole('checkbox', { name: 'Facturé' }).check()
    await expect(filter(page, 'Statut Facturé')).toBeVisible()
    await expect(page.getByRole('checkbox')).toHaveCount(3)
    await page.getByRole('checkbox', { name: 'Annulé' }).check()
    await expect(filter(page, 'Statut 2')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(filter(page, 'Statut 2')).toBeFocused()
    await settled(page)
    for (const row of await rows(page).all()) await expect(row).toContainText(/Facturé|Annulé/)

    const day = new Date(Date.now() - 60 * 86_400_000).toISOString().slice(0, 10)
    await filter(page, 'Livraison').click()
    await page.getByLabel('Du', { exact: true }).fill(day)
    await page.getByRole('button', { name: 'Appliquer' }).click()
    await expect(page).toHaveURL(new RegExp(`deliveryDateFrom=${day}`))
    await expect(filter(page, 'Livraison')).toContainText('dès le')
    await settled(page)
    const narrowed = await words(summary(page))
    expect(narrowed).not.toBe(all)

    // The same address says the same thing to somebody else.
    const address = page.url()
    await page.reload()
    await expect(summary(page)).toHaveText(narrowed)
    await expect(filter(page, 'Statut 2')).toBeVisible()

    await page.goBack()
    await expect(page).not.toHaveURL(/deliveryDate/)
    await expect(filter(page, 'Statut 2')).toBeVisible()
    await page.goBack()
    await expect(filter(page, 'Statut Facturé')).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL('/cases?tab=history')
    await expect(summary(page)).toHaveText(all)

    await page.goto(address)
    await clear(page).click()
    await expect(page).toHaveURL('/cases?tab=history')
    await expect(summary(page)).toHaveText(all)
    await expect(clear(page)).toBeHidden()
  })

  test('by what is to be answered, whose number moves nothing when it comes', async ({ page }) => {
    await withoutAnswers(page)
    const held = Promise.withResolvers<void>()
    await page.route('**/api/to-do', async route => {
      await held.promise
      await route.continue()
    })
    await page.goto('/cases')
    await expect(rows(page)).toHaveCount(25)
    await page.mouse.move(2, 2)
    const view = (name: string) => page.locator('.filters').getByRole('link', { name })
    const number = view('À répondre').locator('.count')
    // Where the application takes the place of the picture, for a moment it stands nowhere.
    async function placeOf() {
      let place = 0
      await expect.poll(async () => (place = (await view('Retardés').boundingBox())?.x ?? 0)).toBeGreaterThan(0)
      return place
    }
    await expect(number).toHaveCount(0)
    const before = await placeOf()
    held.resolve()
    await expect(number).toBeVisible()
    expect(Math.abs((await placeOf()) - before)).toBeLessThan(12)
  })
})

test.describe('the address of the list', () => {
  test('holds search, order and page, each undone by Back, and nothing that is wrong', async ({ page }) => {
    await test.step('holds one entry for one search, however it is typed', async () => {
      await search(page).pressSequentially('cou', { delay: 20 })
      await expect(page).toHaveURL('/cases?search=cou')
      await search(page).pressSequentially('ronne')
      await expect(page).toHaveURL('/cases?search=couronne')
      await search(page).press('Enter')
      await search(page).fill('inlay')
      await expect(page).toHaveURL('/cases?search=inlay')
      await page.goBack()
      await expect(page).toHaveURL('/cases?search=couronne')
      await expect(search(page)).toHaveValue('couronne')
      await page.goBack()
      await expect(page).toHaveURL('/cases')
      await expect(search(page)).toHaveValue('')
      // Typed and deleted again is as if nothing had been typed.
      await page.getByRole('link', { name: 'Tous', exact: true }).click()
      await search(page).fill('a')
      await expect(page).toHaveURL('/cases?tab=all&search=a')
      await search(page).fill('')
      await expect(page).toHaveURL('/cases?tab=all')
      await page.goBack()
      await expect(page).toHaveURL('/cases')
    })
    await test.step('sorts both ways, by links', async () => {
      const heading = (name: string) => page.getByRole('columnheader', { name })
      await openList(page, '/cases?tab=all&page=2')
      await expect(heading('Numéro')).toHaveAttribute('aria-sort', 'descending')
      await heading('Numéro').getByRole('link').click()
      await expect(page).toHaveURL('/cases?tab=all&sort_by=code&sort_order=ASC')
      await expect(heading('Numéro')).toHaveAttribute('aria-sort', 'ascending')
      await settled(page)
      const ascending = await codes(page).allTextContents()
      expect(ascending).toEqual(ascending.toSorted((a, b) => a.localeCompare(b, 'fr', { numeric: true })))
      await heading('Numéro').getByRole('link').click()
      await expect(page).toHaveURL('/cases?tab=all')
      await settled(page)
      const descending = await codes(page).allTextContents()
      expect(descending).toEqual(descending.toSorted((a, b) => b.localeCompare(a, 'fr', { numeric: true })))
      await heading('Patient').getByRole('link').click()
      await expect(page).toHaveURL('/cases?tab=all&sort_by=patient&sort_order=ASC')
      await page.getByRole('button', { name: 'Trier' }).click()
      await page.getByRole('link', { name: 'Date souhaitée' }).click()
      await expect(page).toHaveURL('/cases?tab=all&sort_by=wishedDate&sort_order=ASC')
      await page.getByRole('button', { name: 'Trier' }).click()
      await page.getByRole('link', { name: 'Décroissant' }).click()
      await expect(page).toHaveURL('/cases?tab=all&sort_by=wishedDate&sort_order=DESC')
      await page.goBack()
      await expect(page).toHaveURL('/cases?tab=all&sort_by=wishedDate&sort_order=ASC')
    })
    await test.step('turns pages, and starts over with another filter', async () => {
      await openList(page, '/cases?tab=all')
      await expect(summary(page)).toHaveText('1–25 sur 400')
      const first = await codes(page).allTextContents()
      await page.getByRole('link', { name: 'Suivant' }).click()
      await expect(page).toHaveURL('/cases?tab=all&page=2')
      await expect(summary(page)).toHaveText('26–50 sur 400')
      const second = await codes(page).allTextContents()
      expect(second.filter(code => first.includes(code))).toEqual([])
      expect(await page.evaluate(() => scrollY)).toBe(0)
      await page.getByRole('link', { name: 'Page 16' }).click()
      await expect(summary(page)).toHaveText('376–400 sur 400')
      await filter(page, 'Statut').click()
      await page.getByRole('checkbox', { name: 'Facturé' }).check()
      await expect(page).toHaveURL('/cases?tab=all&statuses=%5B%22invoiced%22%5D')
      await page.goBack()
      await expect(summary(page)).toHaveText('376–400 sur 400')
    })
    await test.step('falls back to the defaults, each by itself', async () => {
      await openList(
        page,
        '/cases?tab=nope&sort_by=price&sort_order=UP&utm_source=mail&page=0&search=&appointmentDateFrom=2026-02-31&deliveryDateTo=soon&statuses=%5B%22lost%22%5D',
      )
      await expect(page).toHaveURL('/cases')
      await openList(page, '/cases?tab=history&page=-1&statuses=invoiced&sort_order=SIDEWAYS')
      await expect(page).toHaveURL('/cases?tab=history&statuses=%5B%22invoiced%22%5D')
      await openList(page, '/cases?tab=all&page=2.5')
      await expect(page).toHaveURL('/cases?tab=all')
      await page.goto('/cases?page=900')
      await page.getByRole('link', { name: 'Revenir à la première page' }).click()
      await expect(page).toHaveURL('/cases')
      await expect(rows(page)).toHaveCount(25)
    })
  })
})
