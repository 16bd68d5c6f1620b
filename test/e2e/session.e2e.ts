import type { Page, Route } from '@playwright/test'
import { makeLaboratory } from './laboratory.ts'
import { enter } from './ordering.ts'
import {
  application,
  countCalls,
  expect,
  password,
  refused,
  setTokenExpiry,
  signInByForm,
  storedToken,
  test,
  unreachable,
  withoutEvents,
} from './portal.ts'

const refreshPath = '/api/token/refresh'
const logoutPath = '/api/token/invalidate'

// Who follows events needs a token of their own accord; here the moment is the test's.
test.beforeEach(({ page }) => withoutEvents(page))

/** By the form: who comes back otherwise asks for more at once than these tests want to count. */
const signIn = (page: Page, login = 'manager', address = '/login?redirect=%2Fcases') =>
  signInByForm(page, login, address)

const account = (page: Page) => application(page).locator('.account')
const loginForm = (page: Page) => page.getByRole('button', { name: 'Se connecter' })

/** The list is there, and what is asked beside it: nothing of this page is on its way when the token expires. */
async function expectAtRest(page: Page) {
  await expect(application(page).locator('tbody th')).not.toHaveCount(0)
  const isCalm = () => {
    const calls = performance.getEntriesByType('resource').filter(({ name }) => /\/api\/(?!events)/.test(name))
    const latest = Math.max(...calls.map(call => (call as PerformanceResourceTiming).responseEnd))
    return performance.now() - latest > 300
  }
  await page.waitForFunction(isCalm, undefined, { polling: 50 })
}

async function expire(page: Page) {
  await expectAtRest(page)
  await setTokenExpiry(page, -60)
}

async function signOut(page: Page) {
  await account(page).click()
  await page.getByRole('button', { name: 'Se déconnecter' }).click()
}

test.describe('the token', () => {
  test('that has expired, cannot be decoded, or lacks exp or id is renewed once, before the screen opens', async ({
    page,
    context,
    quiet,
  }) => {
    await signIn(page)
    await expire(page)
    const old = await storedToken(page)
    const refreshes = countCalls(context, refreshPath)
    const request = page.waitForRequest(`**${refreshPath}`)
    await page.reload()
    expect((await request).headers().authorization).toBeUndefined()
    await expect(account(page)).toBeVisible()
    expect(refreshes.count()).toBe(1)
    expect(await storedToken(page)).not.toBe(old)

    for (const token of ['no.token.here', `h.${btoa('{"id":"u1"}')}.s`, `h.${btoa('{"exp":4000000000}')}.s`]) {
      await expectAtRest(page)
      const refreshes = countCalls(context, refreshPath)
      await page.evaluate(text => localStorage.setItem('access_token', text), token)
      await page.goto('/cases?tab=all')
      await expect(account(page)).toBeVisible()
      await expect(page).toHaveURL('/cases?tab=all')
      expect(refreshes.count()).toBe(1)
      expect(await storedToken(page)).not.toBe(token)
    }

    // Signed out where the cookie is not good either.
    quiet.allow(refused(401))
    await expectAtRest(page)
    await context.clearCookies({ name: '__Host-refresh' })
    await page.evaluate(() => localStorage.setItem('access_token', 'no.token.here'))
    await page.goto('/cases?tab=all')
    await expect(page).toHaveURL('/login?redirect=%2Fcases%3Ftab%3Dall')
    expect(await storedToken(page)).toBeNull()
  })

  test('that has expired keeps nobody at the sign-in form who is still signed in', async ({ page }) => {
    await signIn(page)
    for (const [path, place] of [
      ['/login?redirect=%2Frides', '/rides'],
      ['/signup', '/dashboard'],
    ] as const) {
      await page.goto('/cases')
      await expire(page)
      await page.goto(path)
      await expect(page).toHaveURL(place)
      await expect(account(page)).toBeVisible()
    }
  })

  test('that the server refuses is renewed and the call made again', async ({ page, context, quiet }) => {
    quiet.allow(refused(401))
    // Who changes the language of the demonstration's people changes it under the hands of every other test.
    const { host, user } = await makeLaboratory({})
    await enter(page, host, user, '/cases')
    const changePath = '/api/account/language'
    // At this one call, so that no other of the page is the one that is refused: to the browser the token is good.
    const spoil = (route: Route) =>
      route.continue({ headers: { ...route.request().headers(), authorization: 'Bearer no.token.here' } })
    await page.route(`**${changePath}`, spoil, { times: 1 })
    const refreshes = countCalls(context, refreshPath)
    const changes = countCalls(context, changePath)
    await account(page).click()
    await page.getByRole('button', { name: 'English' }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    // Once for the refused call, once because the language is in the token.
    expect([changes.count(), refreshes.count()]).toEqual([2, 2])
  })

  test('is judged by the server’s clock on a computer two hours ahead, and on one behind', async ({
    page,
    context,
  }) => {
    const shiftClock = (tab: Page, hours: number) =>
      tab.addInitScript(shift => {
        const RealDate = Date
        globalThis.Date = class extends RealDate {
          constructor(...given: [] | [number]) {
            super(...((given.length > 0 ? given : [RealDate.now() + shift]) as [number]))
          }
          static override now() {
            return RealDate.now() + shift
          }
        } as DateConstructor
      }, hours * 3_600_000)
    await shiftClock(page, 2)
    const refreshes = countCalls(context, refreshPath)
    await signIn(page)
    await page.reload()
    await expect(account(page)).toBeVisible()
    await page.reload()
    await expect(account(page)).toBeVisible()
    const behind = await context.newPage()
    await withoutEvents(behind)
    await shiftClock(behind, -2)
    await behind.goto('/cases')
    await expect(account(behind)).toBeVisible()
    await behind.reload()
    await expect(account(behind)).toBeVisible()
    expect(refreshes.count()).toBe(0)
  })
})

test.describe('several tabs', () => {
  test('that expire together make one renewal, and all stay', async ({ page, context }) => {
    await signIn(page)
    const other = await context.newPage()
    const third = await context.newPage()
    await Promise.all([other.goto('/cases'), third.goto('/cases')])
    for (const tab of [other, third]) await expectAtRest(tab)
    await expire(page)
    const refreshes = countCalls(context, refreshPath)
    await Promise.all([page.reload(), other.reload(), third.reload()])
    for (const tab of [page, other, third]) await expect(account(tab)).toBeVisible()
    expect(refreshes.count()).toBe(1)
  })

  test('come in together, speak one language and leave together', async ({ page: other, context }) => {
    await other.goto('/cases?tab=all')
    await expect(other).toHaveURL(/\/login/)
    const page = await context.newPage()
    await signIn(page, 'practice-doctor')
    await expect(other).toHaveURL('/cases?tab=all')
    await expectAtRest(other)
    await account(page).click()
    const reworded = other.waitForRequest('**/api/orders?**')
    await page.getByRole('button', { name: 'English' }).click()
    await expect(other.locator('html')).toHaveAttribute('lang', 'en')
    await reworded
    await expect(other.getByRole('link', { name: 'Cases', exact: true })).toBeVisible()
    await account(other).click()
    await other.getByRole('button', { name: 'Français' }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
    await signOut(page)
    await expect(page).toHaveURL('/login')
    await expect(other).toHaveURL('/login')
  })

  test('one that cannot renew signs none of the others out', async ({ page, context, quiet }) => {
    quiet.allow(unreachable)
    await signIn(page)
    // The first tab listens for all: one that has to take over would renew, and with it this one.
    const cutOff = await context.newPage()
    await cutOff.goto('/cases')
    await expect(account(cutOff)).toBeVisible()
    await cutOff.route(`**${refreshPath}`, route => route.abort())
    await expire(cutOff)
    // The seconds between its tries pass ten times as fast; how many they are, features/auth/web/session.test.ts knows.
    await cutOff.addInitScript(() => {
      const [now, later] = [performance.now.bind(performance), setTimeout]
      performance.now = () => 10 * now()
      globalThis.setTimeout = ((work: () => void, wait = 0) =>
        later(work, wait >= 500 && wait < 10_000 ? wait / 10 : wait)) as typeof setTimeout
    })
    await cutOff.reload()
    await expect(cutOff).toHaveURL(/\/login\?redirect=%2Fcases/, { timeout: 30_000 })
    await expect(cutOff.getByText('Le portail n’a pas pu être joint')).toBeVisible()
    await expect(account(page)).toBeVisible()
    await page.reload()
    await expect(account(page)).toBeVisible()
    // And the other's new token brings the first one back.
    await expect(account(cutOff)).toBeVisible()
  })
})

test.describe('a renewal', () => {
  test('refused for good ends the session in every tab', async ({ page, context, quiet }) => {
    quiet.allow(refused(401))
    await signIn(page)
    const other = await context.newPage()
    await other.goto('/cases?tab=all')
    await expect(account(other)).toBeVisible()
    await context.clearCookies({ name: '__Host-refresh' })
    await expire(page)
    await page.reload()
    await expect(page).toHaveURL(/\/login\?redirect=%2Fcases/)
    await expect(page.getByText('Votre session est terminée')).toBeVisible()
    await expect(other).toHaveURL('/login?redirect=%2Fcases%3Ftab%3Dall')
    expect(await storedToken(page)).toBeNull()
    await page.getByLabel('Identifiant').fill('manager')
    await page.getByLabel('Mot de passe', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await expect(other).toHaveURL('/cases?tab=all')
  })
})

test.describe('leaving', () => {
  test('ends both tokens at once and leaves nothing behind', async ({ page, context }) => {
    await signIn(page)
    const token = await storedToken(page)
    const cookies = await context.cookies()
    const told = page.waitForResponse(`**${logoutPath}`)
    await signOut(page)
    await expect(page).toHaveURL('/login')
    expect((await told).status()).toBe(204)
    expect(await page.evaluate(() => ({ ...localStorage }))).toEqual({})
    const language = await context.request.patch('/api/account/language', {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/merge-patch+json' },
      data: { language: 'fr' },
    })
    expect(language.status()).toBe(401)
    await context.addCookies(cookies)
    const renewed = await context.request.post(refreshPath, { headers: { origin: new URL(page.url()).origin } })
    expect(renewed.status()).toBe(401)
    await page.goBack()
    await expect(page).toHaveURL(/\/login/)
  })

  test('without the server shows the error, leaves all the same, and is told later', async ({
    page,
    context,
    quiet,
  }) => {
    quiet.allow(unreachable)
    await signIn(page)
    const cookies = await context.cookies()
    await context.route('**/api/**', route => route.abort())
    await signOut(page)
    await expect(page).toHaveURL('/login')
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Une erreur est survenue')
    expect(await storedToken(page)).toBeNull()
    await page.reload()
    await expect(loginForm(page)).toBeVisible()

    await context.unroute('**/api/**')
    const told = page.waitForResponse(`**${logoutPath}`)
    await page.reload()
    expect((await told).status()).toBe(204)
    await expect(loginForm(page)).toBeVisible()
    await expect(page).toHaveURL('/login')
    await expect.poll(() => page.evaluate(() => ({ ...localStorage }))).toEqual({})
    await context.addCookies(cookies)
    const renewed = await context.request.post(refreshPath, { headers: { origin: new URL(page.url()).origin } })
    expect(renewed.status()).toBe(401)
  })

  test('that failed does not end the session that begins next', async ({ page, context, quiet }) => {
    quiet.allow(unreachable)
    await signIn(page)
    await context.route(`**${logoutPath}`, route => route.abort())
    await signOut(page)
    await expect(page).toHaveURL('/login')
    await signIn(page, 'doctor')
    await context.unroute(`**${logoutPath}`)
    await page.reload()
    await expect(account(page)).toBeVisible()
    await expire(page)
    await page.reload()
    await expect(account(page)).toBeVisible()
  })
})

test('storage holds the token and choices of the interface, nothing else', async ({ page, context, quiet }) => {
  quiet.allow(refused(404))
  // Accounts whose language a test changes are used by that test alone: others run at the same time.
  await signInByForm(page, 'staff', '/login?redirect=%2Fcases')
  await page.getByRole('button', { name: 'Réduire le menu' }).click()
  await account(page).click()
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.goto('/staff/nowhere')
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['access_token'])
  const kept = await page.evaluate(() => Object.entries(sessionStorage))
  for (const [key, value] of kept) {
    expect(key).toMatch(/^tsr-scroll/)
    expect(value).not.toMatch(/staff|eyJ/)
  }
  const cookies = await context.cookies()
  expect(cookies.map(({ name, httpOnly }) => `${name} ${httpOnly}`).sort()).toEqual([
    '__Host-build true',
    '__Host-device true',
    '__Host-refresh true',
    'language false',
    'sidebar false',
  ])
  await account(page).click()
  await page.getByRole('button', { name: 'Français' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
})
