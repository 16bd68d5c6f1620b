import type { Request } from '@playwright/test'
import { at } from './addresses.ts'
import { codes, count, filter, openList, search, settled, summary, words } from './case-list.ts'
import {
  anyCase,
  anyRow,
  application,
  expect,
  expectAccessible,
  refused,
  rows,
  signIn,
  test,
  unreachable,
  withoutAnswers,
  withoutPauses,
} from './portal.ts'

test.beforeEach(async ({ page }) => {
  await signIn(page, 'doctor')
  await expect(rows(page)).toHaveCount(25)
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
    await expect(page.getByRole('list', { name: 'Suivi' }).getByRole('listitem')).not.toHaveCount(0)
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await expect(page).toHaveTitle(`Laboratoire Émail Client Portal · ${code}`)
    await page.goBack()
    await expect(link).toHaveText(code)
    await expect(search(page)).toHaveValue('p-0')
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(left)

    // Whoever goes to a list that is known sees first what there is room for, and then all of it.
    const menu = page.getByRole('navigation', { name: 'Menu' })
    await menu.getByRole('link', { name: 'Travaux' }).click()
    // The rows of before stay until those of this list have come; whoever goes on earlier does not know it.
    await expect(search(page)).toHaveValue('')
    await expect(page.locator('main table')).not.toHaveAttribute('aria-busy')
    await expect(rows(page)).toHaveCount(25)
    await menu.getByRole('link', { name: 'Tableau de bord' }).click()
    await expect(rows(page)).toHaveCount(0)
    await page.evaluate(() => {
      const drawn: number[] = []
      Object.assign(window, { drawn })
      new MutationObserver(() => {
        const count = document.querySelectorAll('main tbody tr').length
        if (count !== (drawn.at(-1) ?? 0)) drawn.push(count)
      }).observe(document.body, { childList: true, subtree: true })
    })
    await menu.getByRole('link', { name: 'Travaux' }).click()
    await expect(rows(page)).toHaveCount(25)
    const inSight = Math.ceil((page.viewportSize()?.height ?? 0) / 75)
    expect(await page.evaluate(() => Reflect.get(window, 'drawn'))).toEqual([inSight, 25])
  })

  test('shows what was ordered, where it is, whom to call, and what the laboratory wants to know', async ({ page }) => {
    const row = anyRow(page, 'Colissimo')
    const [code, patient] = await Promise.all([
      words(row.locator('th a')),
      words(row.locator('.table__cell--bare .two-lines > :first-child')),
    ])
    await row.getByRole('button', { name: `Actions pour ${code}` }).click()
    const tracking = page.getByRole('link', { name: 'Suivre la livraison' })
    await expect(tracking).toHaveAttribute('href', /^https:\/\/www\.laposte\.fr\//)
    await expect(tracking).toHaveAttribute('target', '_blank')
    await page.getByRole('link', { name: 'Ouvrir le travail' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(code)
    await expect(page.locator('.page-head')).toContainText(patient)
    await expect(page.locator('.widget')).toHaveCount(3)
    await expect(page.locator('.widget', { hasText: 'Statut' })).toContainText(/Expédié\s*depuis le/)
    await expect(
      page.getByRole('table', { name: 'Produits' }).getByRole('rowheader', { name: /Nº\s1 · Réf\./ }),
    ).not.toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Suivre la livraison' })).toBeVisible()
    await expect(page.getByRole('definition').getByRole('link', { name: '01 99 00 12 30' })).toHaveAttribute(
      'href',
      /^tel:/,
    )
    await expectAccessible(page)
    await page.getByRole('navigation', { name: 'Où vous êtes' }).getByRole('link', { name: 'Travaux' }).click()
    await expect(page).toHaveURL('/cases')

    await page.goto('/cases?statuses=on_hold')
    await anyCase(page, 'vous pose une question').click()
    await expect(page.locator('.notice')).toContainText(/vous pose une question.*\?.*Une question.*01 99 00 12 30/s)
  })

  test('has the cases beside it on the line of the way back, and what is written below what was ordered', async ({
    page,
  }) => {
    await anyCase(page).click()
    const nav = page.getByRole('navigation', { name: 'Dans cette liste' })
    await expect(nav.getByRole('link')).not.toHaveCount(0)
    const [back, beside] = await Promise.all([
      page.getByRole('navigation', { name: 'Où vous êtes' }).boundingBox(),
      nav.boundingBox(),
    ])
    const middleOf = (box: typeof back) => box && Math.round(box.y + box.height / 2)
    expect(middleOf(beside)).toBe(middleOf(back))
    const field = page.getByRole('textbox', { name: 'Votre message au laboratoire' })
    await expect(field).toBeVisible()
    const [written, contact] = await Promise.all([
      field.boundingBox(),
      page.locator('.card').filter({ hasText: 'Prescripteur' }).boundingBox(),
    ])
    expect((written?.x ?? 0) + (written?.width ?? 0)).toBeLessThan(contact?.x ?? 0)
  })

  test('of somebody else leads nowhere', async ({ page, browser, quiet }) => {
    quiet.allow(refused(404))
    const other = await browser.newPage()
    await signIn(other, 'manager', at('ivoire.localhost', '/cases'))
    await anyCase(other).click()
    await expect(other.locator('.timeline')).toBeVisible()
    const { pathname } = new URL(other.url())
    await other.close()
    for (const path of [pathname, '/cases/nothing-like-an-id']) {
      const asked: string[] = []
      const ask = (request: Request) => asked.push(new URL(request.url()).pathname)
      page.on('request', ask)
      await page.goto(path)
      await expect(page.getByRole('heading', { name: 'Travail introuvable' })).toBeVisible()
      await expect(page.getByText('Ce travail n’existe pas ou n’est pas de votre cabinet.')).toBeVisible()
      page.off('request', ask)
      expect(asked.filter(one => one === path.replace('/cases', '/api/orders'))).toHaveLength(1)
    }
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Retour aux travaux' }).click()
    await expect(rows(page)).toHaveCount(25)
  })
})

test.describe('waiting and failing', () => {
  test('a skeleton stands in first, the old rows afterwards, and nothing jumps', async ({ page }) => {
    let hold = Promise.withResolvers<void>()
    await withoutAnswers(page)
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
    await withoutPauses(page)
    quiet.allow(refused(500))
    await withoutAnswers(page)
    const failing = { status: 500, contentType: 'application/problem+json', json: { requestId: 'ref-4711' } }
    await page.route('**/api/orders**', route => route.fulfill(failing))
    await page.goto('/cases?tab=all')
    await expect(page.locator('main').getByRole('alert')).toContainText('Vos travaux n’ont pas pu être chargés')
    await expect(page.locator('main').getByRole('alert')).toContainText('ref-4711')
    await expectAccessible(page)
    await page.unroute('**/api/orders**')
    await page.getByRole('button', { name: 'Réessayer' }).click()
    await expect(rows(page)).toHaveCount(25)

    const path = await anyCase(page).getAttribute('href')
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
    const card = anyRow(page)
    await expect(page.getByRole('columnheader', { name: 'Livraison' })).not.toBeInViewport()
    for (const label of ['Livraison', 'Rendez-vous']) {
      expect(
        await card.locator(`[data-label="${label}"]`).evaluate(cell => getComputedStyle(cell, '::before').content),
      ).toBe(`"${label}"`)
    }
    await page.getByRole('button', { name: 'Trier' }).tap()
    await page.getByRole('link', { name: 'Décroissant' }).tap()
    await expect(page).toHaveURL('/cases?sort_by=deliveryDate&sort_order=DESC')
    await filter(page, 'Filtrer').tap()
    await filter(page, 'Statut').tap()
    await page.getByRole('checkbox', { name: 'Expédié' }).tap()
    await expect(page).toHaveURL(/statuses=/)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.locator('.filters__done').tap()
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 640 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
  })
})

test('another language keeps the filters, the words typed and the place', async ({ page }) => {
  await signIn(page, 'manager', at('ivoire.localhost', '/cases'))
  await openList(
    page,
    at('ivoire.localhost', '/cases?tab=all&sort_by=patient&sort_order=ASC&statuses=invoiced&search=p-0'),
  )
  const work = anyRow(page).locator('.table__cell--bare .two-lines__sub')
  await expect(work).not.toBeEmpty()
  const inEnglish = await words(work)
  const address = page.url()
  const chosen = await codes(page).allTextContents()
  for (const [name, heading, status] of [
    ['Français', 'Travaux', 'Facturé'],
    ['English', 'Cases', 'Invoiced'],
  ] as const) {
    await application(page).locator('.account').click()
    await page.getByRole('button', { name }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    expect(page.url()).toBe(address)
    await expect(page.getByRole('searchbox')).toHaveValue('p-0')
    await expect(anyRow(page)).toContainText(status)
    if (name === 'English') await expect(work).toHaveText(inEnglish)
    else await expect(work).not.toHaveText(inEnglish)
    expect(await codes(page).allTextContents()).toEqual(chosen)
    await expect(page).toHaveTitle(`Atelier Ivoire Client Portal · ${heading}`)
  }
  await expectAccessible(page)
})

test('in light and in dark colours both screens are accessible, whatever they show', async ({ page }) => {
  const expectAccessibleInBoth = async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expectAccessible(page)
    }
  }
  await expectAccessibleInBoth()
  await filter(page, 'Livraison').click()
  await expect(page.getByLabel('Du', { exact: true })).toBeFocused()
  await expectAccessibleInBoth()
  await openList(page, '/cases?tab=history')
  await expectAccessibleInBoth()
  await openList(page, '/cases?statuses=on_hold')
  await anyCase(page, 'vous pose une question').click()
  await expect(page.locator('.timeline')).toBeVisible()
  await expectAccessibleInBoth()
})
