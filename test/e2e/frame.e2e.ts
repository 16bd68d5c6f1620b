import type { Page } from '@playwright/test'
import { at } from './addresses.ts'
import {
  anyCase,
  application,
  countCalls,
  expect,
  expectAccessible,
  refused,
  rows,
  setTokenExpiry,
  signIn,
  signInByForm,
  test,
  unreachable,
} from './portal.ts'

const account = (page: Page) => application(page).locator('.account')
const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Menu' })
/** The first case's own page. */
const ivoire = at('ivoire.localhost', '/cases')

test.describe('the frame', () => {
  test('leads home to the day, from there to the cases, and says where one is', async ({ page }) => {
    await signIn(page, 'manager', '/')
    await expect(page).toHaveURL('/dashboard')
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
  })

  test('has one main part, and a first link that leads there', async ({ page }) => {
    await signIn(page)
    await expect(rows(page)).not.toHaveCount(0)
    expect(await page.locator('main').count()).toBe(1)
    await page.reload()
    await expect(account(page)).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Aller au contenu' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.locator('main')).toBeFocused()
  })

  test('shows a not-found view for an unknown path', async ({ page, quiet }) => {
    quiet.allow(refused(404))
    await signIn(page, 'manager', '/nowhere/at/all?x=1')
    await expect(page).toHaveURL('/nowhere/at/all?x=1')
    await expect(page.getByRole('heading', { name: 'Page introuvable' })).toBeVisible()
    await expect(page.getByText('Cette adresse ne mène nulle part.')).toBeVisible()
    await expect(page.locator('.message__icon svg')).toBeVisible()
    await expect(sidebar(page)).toBeVisible()
    await expect(page).toHaveTitle(/· Page introuvable$/)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Retour à l’accueil' }).click()
    await expect(page).toHaveURL('/dashboard')
  })

  test('leaves alone whoever has opened a menu while the next screen was on its way', async ({ page }) => {
    await signIn(page)
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

  test('goes back and forward with one press each', async ({ page }) => {
    await signIn(page)
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
  })

  test('keeps the sidebar as it was left, from the first paint on', async ({ page, context }) => {
    await signIn(page)
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
    await expect(page.getByRole('button', { name: 'Déplier le menu' })).toBeVisible()
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
})

test.describe('who sees what', () => {
  test('DLCPM users choose no language', async ({ page }) => {
    await signIn(page, 'dlcpm')
    await account(page).click()
    await expect(page.getByRole('button', { name: 'Se déconnecter' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'English' })).toBeHidden()
  })

  test('whoever is not a manager is shown as a doctor', async ({ page }) => {
    await signIn(page, 'practice-doctor')
    await expect(account(page)).toContainText('Docteur')
    await signInAgain(page, 'manager')
    await expect(account(page)).toContainText('Gestionnaire')
  })

  test('the laboratory’s people arrive in their own frame, with nothing of a practice in it', async ({ page }) => {
    const refusedCalls: string[] = []
    page.on('response', answer => {
      if (answer.status() === 403) refusedCalls.push(answer.url())
    })
    await signInByForm(page, 'staff', at('ivoire.localhost', '/login?redirect=%2Fcases'))
    await expect(page).toHaveURL(/\/staff$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('To do')
    await expect(account(page)).toContainText('Laboratory')
    await expect(account(page)).not.toContainText('Doctor')
    const sidebar = page.locator('.sidebar')
    await expect(sidebar.getByRole('navigation').getByRole('link')).toHaveText([
      'To do',
      'Sign-ups',
      'Practices',
      'Changes',
      'Invoicing',
      'Pieces',
      'Transfers',
      'Feedback',
      'E-mails',
      'Team',
      'Privacy',
    ])
    for (const name of ['New request', 'Quick access', 'Give feedback'])
      await expect(sidebar.getByRole('button', { name })).toHaveCount(0)
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

async function signInAgain(page: Page, login: string) {
  await account(page).click()
  await page.getByRole('button', { name: 'Se déconnecter' }).click()
  await expect(page).toHaveURL('/login')
  await signInByForm(page, login, '/login?redirect=%2Fcases')
}

test.describe('the language', () => {
  // One account, one after the other: each of these changes what the account's other sessions read.
  test.describe.configure({ mode: 'serial' })

  test('turns every word and the data at once, keeps what is typed and the address', async ({ page, context }) => {
    await signIn(page, 'doctor', ivoire)
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
    expect(await answer?.text()).toContain('<html lang="fr">')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Travaux')
  })

  test('stays when the server does not take it', async ({ page, quiet }) => {
    quiet.allow(refused(503))
    await signIn(page, 'doctor', ivoire)
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

test.describe('when something fails', () => {
  test('ten calls refused at once make one renewal', async ({ page, context, quiet }) => {
    quiet.allow(refused(401))
    await signIn(page)
    await expect(rows(page)).toHaveCount(25)
    // Another end makes the signature wrong: the browser believes the token, the server does not.
    await setTokenExpiry(page, 3600)
    const refreshes = countCalls(context, '/api/token/refresh')
    const answers: number[] = []
    page.on('response', response => {
      if (/\/api\/orders\/./.test(response.url())) answers.push(response.status())
    })
    // The pointer over a link prepares its page: ten at once.
    await rows(page).evaluateAll(all => {
      for (const link of all.slice(0, 10).map(row => row.querySelector('a')))
        link?.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }))
    })
    await expect.poll(() => answers.filter(status => status === 200).length).toBe(10)
    expect(answers.filter(status => status === 401)).toHaveLength(10)
    expect(refreshes.count()).toBe(1)
  })

  test('an API that stops and starts is said, and what is missing comes by itself', async ({
    page,
    context,
    quiet,
  }) => {
    quiet.allow(unreachable)
    await signIn(page)
    await expect(rows(page)).not.toHaveCount(0)
    await context.route('**/api/**', route => route.abort())
    await page.getByRole('link', { name: 'Historique' }).click()
    await expect(page.getByText('Le portail est injoignable')).toBeVisible()
    await expect(account(page)).toBeVisible()
    await context.unroute('**/api/**')
    await expect(rows(page)).not.toHaveCount(0)
    await expect(page.getByText('Le portail est injoignable')).toBeHidden()
  })

  for (const [how, cutOff, bringBack] of [
    [
      'without a network',
      (page: Page) => page.context().setOffline(true),
      (page: Page) => page.context().setOffline(false),
    ],
    [
      'with a network that leads nowhere',
      (page: Page) => page.route('**/*', route => route.abort()),
      (page: Page) => page.unroute('**/*'),
    ],
  ] as const) {
    test(`${how}, a case that is pressed says so, and comes by itself with the connection`, async ({ page, quiet }) => {
      quiet.allow(unreachable)
      const explanations = page.waitForResponse(/\/assets\/later-[^/]*\.js$/)
      await signIn(page)
      await expect(rows(page)).not.toHaveCount(0)
      await explanations
      await page.evaluate(() => Object.assign(globalThis, { isFirstDocument: true }))
      await cutOff(page)
      await anyCase(page).click()
      await expect(page.getByText('Le portail est injoignable')).toBeVisible()
      await expect(page.getByText('Le portail a été mis à jour')).toBeHidden()
      await bringBack(page)
      await expect(page.locator('.case')).toBeVisible()
      await expect(page).toHaveURL(/\/cases\/.+/)
      expect(await page.evaluate(() => 'isFirstDocument' in globalThis)).toBe(true)
    })
  }

  test('a bug of ours shows what can be told, and hides it again', async ({ page, quiet }) => {
    quiet.allow(/./)
    await signIn(page)
    await expect(rows(page)).not.toHaveCount(0)
    // Of this tab alone: the one before it may be brought up to date at any time.
    const broken = /\/api\/orders\?(.*&)?tab=all/
    await page.route(broken, route => route.fulfill({ json: { data: 7, counts: {}, page: null } }))
    await page.getByRole('link', { name: 'Tous', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Quelque chose s’est mal passé' })).toBeVisible()
    await expect(account(page)).toBeVisible()
    await expect(page.locator('pre')).toBeHidden()
    await page.getByRole('button', { name: 'Afficher l’erreur' }).click()
    await expect(page.locator('pre')).not.toBeEmpty()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Masquer l’erreur' }).click()
    await expect(page.locator('pre')).toBeHidden()
    await page.unroute(broken)
    await page.getByRole('button', { name: 'Réessayer' }).click()
    await expect(rows(page)).not.toHaveCount(0)
  })

  test('a part that is gone after a deployment reloads the page once, then says so', async ({ page, quiet }) => {
    quiet.allow(refused(404), unreachable, /Failed to fetch dynamically imported module|Unable to preload CSS/)
    await signIn(page)
    await expect(rows(page)).not.toHaveCount(0)
    const events = await page.evaluateHandle(() => {
      const heard: string[] = []
      addEventListener('arcade:chunk-failed', event => heard.push(event.type))
      // A second part that fails while the page is on its way out.
      const failAgain = () =>
        sessionStorage.setItem(
          'second_is_told',
          String(dispatchEvent(new Event('arcade:chunk-failed', { cancelable: true }))),
        )
      addEventListener('arcade:chunk-failed', failAgain, { once: true })
      addEventListener('pagehide', () =>
        sessionStorage.setItem('left_at', document.querySelector('h1')?.textContent ?? ''),
      )
      return heard
    })
    let documents = 0
    await page.route('**/cases/*', async route => {
      documents += 1
      // As long as a slow line takes: nothing of a failure is seen meanwhile.
      if (documents === 1) await new Promise(resolve => setTimeout(resolve, 500))
      await route.continue()
    })
    await page.route('**/assets/case-screen*', async route => {
      if (documents === 0) expect(await events.jsonValue()).toEqual([])
      await route.fulfill({ status: 404 })
    })
    await anyCase(page).click()
    await expect(page.getByRole('heading', { name: 'Le portail a été mis à jour' })).toBeVisible()
    expect(await page.evaluate(() => sessionStorage.getItem('left_at'))).toBe('Travaux')
    expect(await page.evaluate(() => sessionStorage.getItem('second_is_told'))).toBe('false')
    expect(documents).toBe(1)
    await expect(page).toHaveURL(/\/cases\/.+/)
    await page.unroute('**/assets/case-screen*')
    await page.getByRole('button', { name: 'Recharger' }).click()
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Le portail a été mis à jour')
  })
})

test('words that are gone reload the page once, then leave a sentence in both languages', async ({ page, quiet }) => {
  quiet.allow(refused(404), /Failed to fetch dynamically imported module/)
  let documents = 0
  page.on('request', request => {
    if (request.isNavigationRequest()) documents += 1
  })
  await page.route('**/assets/text-fr*', route => route.fulfill({ status: 404 }))
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'Une erreur est survenue · An error occurred' })).toBeVisible()
  expect(documents).toBe(2)
  await page.unroute('**/assets/text-fr*')
  await page.getByRole('button', { name: 'Réessayer · Retry' }).click()
  await expect(page.getByRole('heading', { name: 'Connexion' })).toBeVisible()
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
    await anyCase(page).click()
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

for (const width of [1440, 320]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } })
    test('the portal is accessible and never wider than the screen', async ({ page }) => {
      await signIn(page)
      await expect(rows(page)).not.toHaveCount(0)
      for (const step of ['list', 'menu', 'case']) {
        if (step === 'menu') {
          if (width < 768) await page.getByRole('button', { name: 'Ouvrir le menu' }).click()
          await account(page).click()
          await expect(page.getByRole('button', { name: 'Se déconnecter' })).toBeVisible()
        }
        if (step === 'case') {
          await page.keyboard.press('Escape')
          await page.keyboard.press('Escape')
          await anyCase(page).click()
          await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Travaux')
        }
        await expectAccessible(page)
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      }
    })
  })
}
