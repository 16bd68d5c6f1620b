import type { Locator, Page } from '@playwright/test'
import { at } from './addresses.ts'
import { expect, expectAccessible, refused, signIn, test, unreachable } from './portal.ts'

const rows = (page: Page) => page.locator('tbody tr:not(.table__skeleton)')
const codes = (page: Page) => rows(page).locator('th')
const search = (page: Page) => page.getByRole('searchbox', { name: 'Rechercher un travail' })
const filter = (page: Page, name: string) => page.locator('.toolbar').getByRole('button', { name })
const count = (page: Page) => page.locator('main').getByRole('status').first()
const clear = (page: Page) => page.getByRole('link', { name: 'Effacer les filtres' })
const summary = (page: Page) => page.locator('.pagination__summary')
const words = async (one: Locator) => (await one.textContent()) ?? ''
const withoutAccents = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '')

/** The list at an address, once its rows are there. */
async function openList(page: Page, address = '/cases') {
  await page.goto(address)
  await expect(rows(page).first()).toBeVisible()
}

/** The rows of the address that is shown now, none of an earlier one. */
async function settled(page: Page) {
  await expect(page.locator('table')).not.toHaveAttribute('aria-busy')
  await expect(count(page)).not.toBeEmpty()
}

test.beforeEach(async ({ page }) => {
  await signIn(page, 'doctor')
  await expect(rows(page)).toHaveCount(25)
})

test.describe('finding a case', () => {
  test('by the patient, without the accents', async ({ page }) => {
    await openList(page, '/cases?tab=all')
    const name = (await rows(page).locator('td:nth-child(2) .two-lines > :first-child').allTextContents())
      .map(patient => patient.split(' · ')[1] ?? '')
      .find(patient => withoutAccents(patient) !== patient)
    expect(name).toBeTruthy()
    await search(page).fill(withoutAccents(name ?? '').toLowerCase())
    await expect(page).toHaveURL(/search=/)
    await settled(page)
    for (const row of await rows(page).all()) await expect(row).toContainText(name ?? '')
    await expect(count(page)).toHaveText(/^\d+\s(travail|travaux)$/)
  })

  test('by its number, at once on Enter', async ({ page }) => {
    await openList(page, '/cases?tab=all&page=3')
    const code = await words(codes(page).nth(4))
    await search(page).fill(code)
    await search(page).press('Enter')
    await expect(page).toHaveURL(`/cases?tab=all&search=${code}`)
    await expect(codes(page)).toHaveText([code])
    await expect(count(page)).toHaveText('1\u00a0travail')
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

  test('between two days, in the right order', async ({ page }) => {
    await filter(page, 'Rendez-vous').click()
    await page.getByLabel('Du', { exact: true }).fill('2030-02-03')
    await page.getByLabel('Au', { exact: true }).fill('2030-02-01')
    await page.keyboard.press('Enter')
    const to = page.getByLabel('Au', { exact: true })
    await expect(to).toBeFocused()
    await expect(to).toHaveAccessibleDescription('Choisissez un jour qui ne précède pas le premier.')
    await expect(page).toHaveURL('/cases')
    await to.fill('2030-02-09')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/cases?appointmentDateFrom=2030-02-03&appointmentDateTo=2030-02-09')
    await expect(filter(page, 'Rendez-vous 3–9 févr.')).toBeFocused()
    await expect(page.getByText('Aucun travail en cours ne correspond')).toBeVisible()
    await filter(page, 'Rendez-vous').click()
    await page.getByRole('button', { name: 'Toutes les dates' }).click()
    await expect(page).toHaveURL('/cases')
    await expect(rows(page)).toHaveCount(25)
  })

  test('nothing matches: the filters can be cleared, or the other cases searched', async ({ page }) => {
    await openList(page, '/cases?tab=history')
    const code = await words(codes(page).first())
    await openList(page)
    await search(page).fill(code)
    await expect(page.getByText('Aucun travail en cours ne correspond')).toBeVisible()
    await expect(count(page)).toHaveText('Aucun travail')
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Chercher dans tous les travaux' }).click()
    await expect(page).toHaveURL(/tab=all/)
    await expect(codes(page)).toHaveText([code])
    await search(page).fill('zzz')
    await expect(page.getByText('Aucun travail ne correspond')).toBeVisible()
    await clear(page).last().click()
    await expect(page).toHaveURL('/cases?tab=all')
    await expect(search(page)).toHaveValue('')
    await expect(rows(page)).toHaveCount(25)
  })
})

test.describe('the address of the list', () => {
  test('holds one entry for one search, however it is typed', async ({ page }) => {
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

  test('falls back to the defaults, each by itself', async ({ page }) => {
    await openList(
      page,
      '/cases?tab=nope&sort_by=price&sort_order=UP&page=0&search=&appointmentDateFrom=2026-02-31&deliveryDateTo=soon&statuses=%5B%22lost%22%5D',
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

  test('sorts both ways, by links', async ({ page }) => {
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

  test('turns pages, and starts over with another filter', async ({ page }) => {
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
})

test.describe('opening a case', () => {
  test('and coming back to the same place of the same list', async ({ page }) => {
    await openList(page, '/cases?tab=all&sort_by=patient&sort_order=ASC&search=p-0&page=2')
    const link = rows(page).nth(20).getByRole('link')
    const code = await words(link)
    await link.scrollIntoViewIfNeeded()
    const left = await page.evaluate(() => scrollY)
    expect(left).toBeGreaterThan(300)
    await link.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(code)
    await expect(page.getByRole('list', { name: 'Suivi' }).getByRole('listitem').first()).toBeVisible()
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await expect(page).toHaveTitle(`Laboratoire Émail Client Portal · ${code}`)
    await page.goBack()
    await expect(link).toHaveText(code)
    await expect(search(page)).toHaveValue('p-0')
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(left)
  })

  test('shows what was ordered, where it is and whom to call', async ({ page }) => {
    const row = rows(page).filter({ hasText: 'Colissimo' }).first()
    const [code, patient] = await Promise.all([
      words(row.locator('th')),
      words(row.locator('.two-lines > :first-child').first()),
    ])
    await row.getByRole('button', { name: `Actions pour ${code}` }).click()
    const tracking = page.getByRole('link', { name: 'Suivre la livraison' })
    await expect(tracking).toHaveAttribute('href', /^https:\/\/www\.laposte\.fr\//)
    await expect(tracking).toHaveAttribute('target', '_blank')
    await page.getByRole('link', { name: 'Ouvrir le travail' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(code)
    await expect(page.locator('.page-head')).toContainText(patient)
    await expect(page.locator('.widget')).toHaveCount(3)
    await expect(page.locator('.widget').first()).toContainText(/Expédié\s*depuis le/)
    await expect(page.getByRole('table', { name: 'Produits' }).getByRole('rowheader').first()).toContainText('Réf.')
    await expect(page.getByRole('link', { name: 'Suivre la livraison' })).toBeVisible()
    await expect(page.locator('main').getByRole('link', { name: '01 99 00 12 30' })).toHaveAttribute('href', /^tel:/)
    await expectAccessible(page)
    await page.getByRole('navigation', { name: 'Où vous êtes' }).getByRole('link', { name: 'Travaux' }).click()
    await expect(page).toHaveURL('/cases')
  })

  test('says what the laboratory wants to know', async ({ page }) => {
    await openList(page, '/cases?statuses=on_hold')
    await rows(page).filter({ hasText: 'vous pose une question' }).first().getByRole('link').click()
    await expect(page.locator('.notice')).toContainText(/vous pose une question.*\?.*Répondez par téléphone/s)
  })

  test('of somebody else leads nowhere', async ({ page, browser, quiet }) => {
    quiet.allow(refused(404))
    const other = await browser.newPage()
    await signIn(other, 'manager', at('ivoire.localhost', '/login'))
    await other.locator('tbody th a').first().click()
    await expect(other.locator('.timeline')).toBeVisible()
    const { pathname } = new URL(other.url())
    await other.close()
    for (const path of [pathname, '/cases/nothing-like-an-id']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { name: 'Travail introuvable' })).toBeVisible()
      await expect(page.getByText('Ce travail n’existe pas ou n’est pas de votre cabinet.')).toBeVisible()
    }
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Retour aux travaux' }).click()
    await expect(rows(page)).toHaveCount(25)
  })
})

test.describe('waiting and failing', () => {
  test('a skeleton stands in first, the old rows afterwards, and nothing jumps', async ({ page }) => {
    let hold = Promise.withResolvers<void>()
    await page.route('**/api/orders**', async route => {
      await hold.promise
      await route.continue()
    })
    await page.addInitScript(() => {
      Object.assign(window, { shift: 0 })
      new PerformanceObserver(list => {
        for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[])
          if (!entry.hadRecentInput) Object.assign(window, { shift: Reflect.get(window, 'shift') + entry.value })
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto('/cases?tab=all')
    await expect(page.locator('.table__skeleton')).toHaveCount(25)
    hold.resolve()
    await expect(rows(page)).toHaveCount(25)
    await settled(page)
    expect(await page.evaluate(() => Reflect.get(window, 'shift'))).toBeLessThan(0.01)

    hold = Promise.withResolvers()
    const before = await codes(page).allTextContents()
    await page.getByRole('link', { name: 'Suivant' }).click()
    await expect(page.locator('table')).toHaveAttribute('aria-busy', 'true')
    expect(await codes(page).allTextContents()).toEqual(before)
    await expect(count(page)).toBeEmpty()
    hold.resolve()
    await expect(summary(page)).toHaveText('26–50 sur 400')
    await expect(count(page)).toHaveText('400\u00a0travaux')
  })

  test('a failure says so, gives a reference, and can be tried again', async ({ page, quiet }) => {
    quiet.allow(refused(500))
    const failing = { status: 500, contentType: 'application/problem+json', json: { requestId: 'ref-4711' } }
    await page.route('**/api/orders**', route => route.fulfill(failing))
    await page.goto('/cases?tab=all')
    await expect(page.locator('main').getByRole('alert')).toContainText('Vos travaux n’ont pas pu être chargés')
    await expect(page.locator('main').getByRole('alert')).toContainText('ref-4711')
    await expectAccessible(page)
    await page.unroute('**/api/orders**')
    await page.getByRole('button', { name: 'Réessayer' }).click()
    await expect(rows(page)).toHaveCount(25)

    const path = await rows(page).first().getByRole('link').getAttribute('href')
    await page.route('**/api/orders/*', route => route.fulfill(failing))
    await page.goto(path ?? '')
    await expect(page.getByRole('heading', { name: 'Ce travail n’a pas pu être chargé' })).toBeVisible()
    await expect(page.locator('main').getByRole('alert')).toContainText('ref-4711')
    await page.unroute('**/api/orders/*')
    await page.getByRole('button', { name: 'Réessayer' }).click()
    await expect(page.locator('.timeline')).toBeVisible()
  })

  test('rows that cannot be brought up to date stay, and say so', async ({ page, quiet }) => {
    quiet.allow(unreachable)
    await page.route('**/api/orders**', route => route.abort())
    await page.getByRole('button', { name: 'Trier' }).click()
    await page.clock.install()
    await page.clock.fastForward(10_000)
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    await page.clock.runFor(3_000)
    await expect(page.locator('main').getByText('Cette liste n’est peut-être pas à jour.')).toBeVisible()
    await expect(rows(page)).toHaveCount(25)
    await page.unroute('**/api/orders**')
    await page.getByRole('button', { name: 'Réessayer' }).click()
    await page.clock.resume()
    await expect(page.getByText('Cette liste n’est peut-être pas à jour.')).toBeHidden()
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('rows are cards with the same labels', async ({ page }) => {
    const card = rows(page).first()
    await expect(page.getByRole('columnheader', { name: 'Livraison' })).not.toBeInViewport()
    for (const label of ['Livraison', 'Rendez-vous']) {
      expect(
        await card.locator(`[data-label="${label}"]`).evaluate(cell => getComputedStyle(cell, '::before').content),
      ).toBe(`"${label}"`)
    }
    await page.getByRole('button', { name: 'Trier' }).tap()
    await page.getByRole('link', { name: 'Décroissant' }).tap()
    await expect(page).toHaveURL('/cases?sort_by=deliveryDate&sort_order=DESC')
    await filter(page, 'Statut').tap()
    await page.getByRole('checkbox', { name: 'Expédié' }).tap()
    await expect(page).toHaveURL(/statuses=/)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 640 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
  })
})

test('another language keeps the filters, the words typed and the place', async ({ page }) => {
  await signIn(page, 'manager', at('ivoire.localhost', '/login'))
  await page.goto(at('ivoire.localhost', '/cases?tab=all&sort_by=patient&sort_order=ASC&statuses=invoiced&search=p-0'))
  const work = rows(page).first().locator('.two-lines__sub').first()
  await expect(work).not.toBeEmpty()
  const inEnglish = await words(work)
  const address = page.url()
  const chosen = await codes(page).allTextContents()
  for (const [name, heading, status] of [
    ['Français', 'Travaux', 'Facturé'],
    ['English', 'Cases', 'Invoiced'],
  ] as const) {
    await page.locator('body > :not(#root) .account').click()
    await page.getByRole('button', { name }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    expect(page.url()).toBe(address)
    await expect(page.getByRole('searchbox')).toHaveValue('p-0')
    await expect(rows(page).first()).toContainText(status)
    if (name === 'English') await expect(work).toHaveText(inEnglish)
    else await expect(work).not.toHaveText(inEnglish)
    expect(await codes(page).allTextContents()).toEqual(chosen)
    await expect(page).toHaveTitle(`Atelier Ivoire Client Portal · ${heading}`)
  }
  await expectAccessible(page)
})

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme} colours`, () => {
    test.use({ colorScheme })
    test('both screens are accessible, whatever they show', async ({ page }) => {
      await expectAccessible(page)
      await filter(page, 'Livraison').click()
      await expect(page.getByLabel('Du', { exact: true })).toBeFocused()
      await expectAccessible(page)
      await openList(page, '/cases?tab=history')
      await expectAccessible(page)
      await openList(page, '/cases?statuses=on_hold')
      await rows(page).filter({ hasText: 'vous pose une question' }).first().getByRole('link').click()
      await expect(page.locator('.timeline')).toBeVisible()
      await expectAccessible(page)
    })
  })
}
