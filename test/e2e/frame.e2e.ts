import type { Locator, Page } from '@playwright/test'
import { testPassword } from '../make.ts'
import { at } from './addresses.ts'
import { openLaboratory, withMaker } from './laboratory.ts'
import {
  anyCase,
  application,
  countCalls,
  enterAs,
  expect,
  expectAccessible,
  refused,
  rows,
  signIn,
  signInByForm,
  test,
} from './portal.ts'

const account = (page: Page) => application(page).locator('.account')
const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Menu' })
const expectToFit = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
const ivoire = () => at('ivoire.localhost', '/cases')

test.describe('the frame', () => {
  test('leads home and to the screens, back and forward, and says where one is', async ({ page, quiet }) => {
    await signIn(page, 'manager', '/')
    await test.step('leads home to the day, from there to the cases, says where one is, and where an address leads nowhere', async () => {
      await expect(page).toHaveURL('/dashboard')
      await expect(account(page)).toContainText('Gestionnaire')
      await expect(page).toHaveTitle('Laboratoire Émail Client Portal · Tableau de bord')
      await sidebar(page).getByRole('link', { name: 'Travaux' }).click()
      await expect(page).toHaveURL('/cases')
      await expect(page).toHaveTitle('Laboratoire Émail Client Portal · Travaux')
      const entry = sidebar(page).getByRole('link', { name: 'Travaux' })
      await expect(entry).toHaveAttribute('aria-current', 'page')
      await anyCase(page).click()
      await expect(page).toHaveURL(/\/cases\/.+/)
      await expect(entry).toHaveAttribute('aria-current', 'page')
      await expect(page.locator('main')).toBeFocused()
      await page.goto('/cases?tab=all&page=2')
      await expect(entry).toHaveAttribute('aria-current', 'page')
      await expect(sidebar(page).getByRole('link', { name: '01 99 00 12 30' })).toBeVisible()
      // Entries appear with their pages.
      await expect(sidebar(page).getByRole('navigation').getByRole('link')).toHaveCount(5)

      quiet.allow(refused(404))
      await page.goto('/nowhere/at/all?x=1')
      await expect(page).toHaveURL('/nowhere/at/all?x=1')
      await expect(page.getByRole('heading', { name: 'Page introuvable' })).toBeVisible()
      await expect(page.getByText('Cette adresse ne mène nulle part.')).toBeVisible()
      await expect(page.locator('.message__icon svg')).toBeVisible()
      await expect(sidebar(page)).toBeVisible()
      await expect(page).toHaveTitle(/· Page introuvable$/)
      await expectAccessible(page)
      await page.goto('/nothing.txt')
      await expect(page.getByRole('heading', { name: 'Page introuvable' })).toBeVisible()
      await expect(sidebar(page)).toBeVisible()
      await page.getByRole('link', { name: 'Retour à l’accueil' }).click()
      await expect(page).toHaveURL('/dashboard')
    })
    await test.step('leaves alone whoever has opened a menu while the next screen was on its way', async () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      await page.route('**/assets/absence-list-screen-*.js', async route => {
        await promise
        await route.continue()
      })
      await sidebar(page).getByRole('link', { name: 'Absences' }).click()
      await account(page).click()
      const english = page.getByRole('button', { name: 'English' })
      await expect(english).toBeVisible()
      resolve()
      await expect(page.getByRole('heading', { level: 1, name: 'Absences' })).toBeVisible()
      await expect(english).toBeVisible()
      await expect(page.locator('main')).not.toBeFocused()
    })
    await test.step('goes back and forward with one press each; the first link leads to the one main part', async () => {
      await page.keyboard.press('Escape')
      await sidebar(page).getByRole('link', { name: 'Travaux' }).click()
      await expect(page).toHaveURL('/cases')
      await page.getByRole('link', { name: 'Historique' }).click()
      await expect(page).toHaveURL(/tab=history/)
      await anyCase(page).click()
      await expect(page).toHaveURL(/\/cases\/.+/)
      await page.goBack()
      await expect(page).toHaveURL(/\/cases\?tab=history/)
      await page.goBack()
      await expect(page).toHaveURL('/cases')
      await page.goForward()
      await expect(page).toHaveURL(/tab=history/)
      await page.goForward()
      await expect(page).toHaveURL(/\/cases\/.+/)
      await page.reload()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(account(page)).toBeVisible()
      expect(await page.locator('main').count()).toBe(1)
      await page.keyboard.press('Tab')
      await expect(page.getByRole('link', { name: 'Aller au contenu' })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(page.locator('main')).toBeFocused()
    })
  })

  test('keeps the sidebar and the colours as they were left, and has a menu of the account', async ({
    page,
    context,
  }) => {
    await signIn(page)
    await test.step('the menu of the account is accessible and never wider than the screen', async () => {
      await expect(rows(page)).not.toHaveCount(0)
      await account(page).click()
      await expect(page.getByRole('button', { name: 'Se déconnecter' })).toBeVisible()
      await expectAccessible(page)
      await expectToFit(page)
      await page.keyboard.press('Escape')
    })
    await test.step('keeps the sidebar as it was left, from the first paint on', async () => {
      // What is new ends where the screens below it do.
      const endOf = (of: Locator) => of.evaluate(element => Math.round(element.getBoundingClientRect().right))
      const entry = sidebar(page).getByRole('link', { name: 'Travaux', exact: true })
      expect(await endOf(sidebar(page).getByRole('button', { name: 'Nouveau' }))).toBe(await endOf(entry))
      await page.getByRole('button', { name: 'Réduire le menu' }).click()
      await expect(page.locator('.frame--rail')).toBeVisible()
      const cookie = (await context.cookies()).find(({ name }) => name === 'sidebar')
      expect(cookie?.value).toBe('closed')
      expect((cookie?.expires ?? 0) * 1000 - Date.now()).toBeGreaterThan(6.9 * 86_400_000)
      await page.addInitScript(() => {
        const seen: string[] = []
        Object.assign(window, { seen })
        new MutationObserver(() => {
          const name = document.querySelector('.frame')?.className
          if (name && seen.at(-1) !== name) seen.push(name)
        }).observe(document, { subtree: true, childList: true, attributes: true })
      })
      await page.reload()
      // In the picture nothing hears keys yet.
      await expect(application(page).getByRole('button', { name: 'Déplier le menu' })).toBeVisible()
      expect(await page.evaluate(() => (window as unknown as { seen: string[] }).seen)).toEqual(['frame frame--rail'])
      await expect(sidebar(page).getByRole('link', { name: 'Appeler Laboratoire Émail' })).toBeVisible()
      await expectAccessible(page)
      await page.keyboard.press('Control+b')
      await expect(page.getByRole('button', { name: 'Réduire le menu' })).toBeVisible()
      await page.keyboard.press('Meta+b')
      await expect(page.getByRole('button', { name: 'Déplier le menu' })).toBeVisible()
      await page.getByRole('searchbox').click()
      await page.keyboard.press('Control+b')
      await expect(page.getByRole('button', { name: 'Déplier le menu' })).toBeVisible()
    })
    await test.step('whoever chooses dark sees it at once, and from the first byte of the next page', async () => {
      await page.getByRole('button', { name: 'Déplier le menu' }).click()
      const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
      const light = await ground()
      await account(page).click()
      await page.getByRole('button', { name: 'Sombre' }).click()
      await expect.poll(ground).not.toBe(light)
      const dark = await ground()
      // The browser writes it down in a process of its own.
      await expect.poll(async () => (await context.cookies()).find(({ name }) => name === 'theme')?.value).toBe('dark')
      expect(await (await page.reload())?.text()).toContain('<html lang="fr" class="fresh" data-theme="dark">')
      expect(await ground()).toBe(dark)
      await expectAccessible(page)
    })
  })
})

test.describe('who sees what', () => {
  test('whoever is not a manager is shown as a doctor, and DLCPM users choose no language', async ({ page }) => {
    await signIn(page, 'dlcpm')
    await expect(account(page)).toContainText('Praticien')
    await account(page).click()
    await expect(page.getByRole('button', { name: 'Se déconnecter' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'English' })).toBeHidden()
  })

  test('the laboratory’s people arrive in their own frame, with nothing of a practice in it', async ({ page }) => {
    const refusedCalls: string[] = []
    page.on('response', answer => {
      if (answer.status() === 403) refusedCalls.push(answer.url())
    })
    await signInByForm(page, 'staff', at('ivoire.localhost', '/login?redirect=%2Fcases'))
    await expect(page).toHaveURL(/\/staff$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('To do')
    await expect(account(page)).toContainText('Administrator')
    await expect(account(page)).not.toContainText('Doctor')
    const sidebar = page.locator('.sidebar')
    await expect(sidebar.getByRole('navigation').getByRole('link')).toHaveText([
      'To do',
      'Scan',
      'Intake',
      'Board',
      'Cases',
      'Sheets to sign',
      'Materials',
      'Complaints',
      'Delivery run',
      'Pickups',
      'Shipping',
      'Supplies',
      'Sign-ups',
      'Practices',
      'Changes',
      'Feedback',
      'Invoicing',
      'Pieces',
      'Transfers',
      'Entries',
      'Figures',
      'E-mails',
      'Team',
      'Software',
      'Settings',
      'Privacy',
      'Audit log',
    ])
    for (const name of ['New', 'Give feedback']) await expect(sidebar.getByRole('button', { name })).toHaveCount(0)
    await expectAccessible(page)
    await sidebar.getByRole('link', { name: 'Feedback' }).click()
    await expect(rows(page)).toHaveCount(2)
    await expectAccessible(page)
    for (const path of ['/', '/cases', '/dashboard']) {
      await page.goto(at('ivoire.localhost', path))
      await expect(page).toHaveURL(/\/staff$/)
    }
    expect(refusedCalls).toEqual([])
    await account(page).click()
    await page.getByRole('button', { name: /Log out|Se déconnecter/ }).click()
    await expect(page).toHaveURL(/\/login$/)
  })
})

test.describe('the language', () => {
  // One account, one after the other: each of these changes what the account's other sessions read.
  test.describe.configure({ mode: 'serial' })

  test('turns every word and the data at once, keeps what is typed and the address', async ({ page, context }) => {
    await signIn(page, 'doctor', ivoire())
    await expect(rows(page)).not.toHaveCount(0)
    await page.getByRole('link', { name: 'All', exact: true }).click()
    await page.getByRole('searchbox').fill('cour')
    await expect(page).toHaveURL(/search=cour/)
    const address = page.url()
    const typed = page.getByRole('searchbox')
    const calls = {
      change: countCalls(context, '/api/account/language'),
      refresh: countCalls(context, '/api/token/refresh'),
    }
    const orders = page.waitForRequest(/\/api\/orders\?/)
    await account(page).click()
    const change = page.waitForRequest('**/api/account/language')
    await page.getByRole('button', { name: 'Français' }).click()
    expect((await change).headers()['content-type']).toBe('application/merge-patch+json')
    await orders
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Travaux')
    await expect(page).toHaveTitle('Atelier Ivoire Client Portal · Travaux')
    await expect(typed).toHaveValue('cour')
    expect(page.url()).toBe(address)
    expect([calls.change.count(), calls.refresh.count()]).toEqual([1, 1])
    const answer = await page.reload()
    expect(await answer?.text()).toContain('<html lang="fr"')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Travaux')
  })

  test('stays when the server does not take it', async ({ page, quiet }) => {
    quiet.allow(refused(503))
    const { host, login } = await withMaker(async make => {
      const { host, practice } = await openLaboratory(make, {})
      return { host, ...(await make.user(practice, { language: 'fr' })) }
    })
    await enterAs(page, { login, password: testPassword }, at(host, '/cases'))
    await page.route('**/api/account/language', route => route.fulfill({ status: 503 }))
    await account(page).click()
    await page.getByRole('button', { name: 'English' }).click()
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Une erreur est survenue')
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
    await page.unroute('**/api/account/language')
    await account(page).click()
    await page.getByRole('button', { name: 'English' }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('a header with a menu replaces the sidebar', async ({ page }) => {
    await signIn(page)
    await expect(rows(page)).not.toHaveCount(0)
    await expect(sidebar(page)).toBeHidden()
    await page.getByRole('button', { name: 'Ouvrir le menu' }).click()
    await expect(sidebar(page)).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(sidebar(page)).toBeHidden()
    await page.getByRole('button', { name: 'Ouvrir le menu' }).click()
    await page.getByRole('button', { name: 'Fermer le menu' }).click()
    await expect(sidebar(page)).toBeHidden()
    // One action is filled: ordering, until the screen has one of its own.
    const order = page.getByRole('banner').getByRole('link', { name: 'Passer commande' })
    const isBare = ['background-color', 'rgba(0, 0, 0, 0)'] as const
    await expect(order).not.toHaveCSS(...isBare)
    await anyCase(page).click()
    await expect(order).toHaveCSS(...isBare)
    await page.getByRole('button', { name: 'Ouvrir le menu' }).click()
    await sidebar(page).getByRole('link', { name: 'Travaux' }).click()
    await expect(page).toHaveURL('/cases')
    await expect(sidebar(page)).toBeHidden()
    await page.getByRole('button', { name: 'Ouvrir le menu' }).click()
    await account(page).click()
    await page.getByRole('button', { name: 'Se déconnecter' }).click()
    await expect(page).toHaveURL('/login')
  })
})

test.describe('at 320 px', () => {
  test.use({ viewport: { width: 320, height: 800 } })

  test('list, case and the menu of the account are accessible and never wider than the screen', async ({ page }) => {
    await signIn(page)
    await expect(rows(page)).not.toHaveCount(0)
    await expectToFit(page)
    await page.getByRole('button', { name: 'Ouvrir le menu' }).click()
    await account(page).click()
    await expect(page.getByRole('button', { name: 'Se déconnecter' })).toBeVisible()
    await expectAccessible(page)
    await expectToFit(page)
    // At the width of a desk list and case are looked at in case-screens.e2e.ts, in both colours.
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expectAccessible(page)
    await anyCase(page).click()
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Travaux')
    await expectAccessible(page)
    await expectToFit(page)
  })
})
