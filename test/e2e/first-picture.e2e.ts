import type { Locator, Page } from '@playwright/test'
import { staffRoles } from '#tenancy/rights.ts'
import { at } from './addresses.ts'
import { openLaboratory, whileCasesAreHeld, withMaker } from './laboratory.ts'
import { enter } from './ordering.ts'
import { application, expect, password, signIn, test, withoutAnswers } from './portal.ts'

/** Holds the application back until the test lets it come: what stands there meanwhile came with the page. */
async function holdApplication(page: Page) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/web-*.js', async route => {
    await promise
    await route.continue()
  })
  return resolve
}

test('the sign-in page is there before its script, and nothing typed or sent meanwhile is lost', async ({ page }) => {
  const release = await holdApplication(page)
  await page.goto('/login', { waitUntil: 'commit' })
  await page.locator('[name=login]').first().fill('manager')
  await page.locator('[name=password]').first().fill(password)
  await page.locator('[name=password]').first().press('Enter')
  await expect(page).toHaveURL(/\/login$/)
  release()
  await page.waitForURL('**/dashboard')
})

test('half-typed words keep their place, and the cursor in them', async ({ page }) => {
  const release = await holdApplication(page)
  await page.goto('/login', { waitUntil: 'commit' })
  await page.locator('[name=login]').pressSequentially('mnager')
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  release()
  await expect.poll(() => page.evaluate(() => document.querySelector('#root'))).toBeNull()
  await page.keyboard.type('a')
  await expect(page.locator('[name=login]')).toHaveValue('manager')
})

test('words that go on while the application is made ready are all there, taken back ones among them', async ({
  page,
}) => {
  await signIn(page)
  const release = await holdApplication(page)
  await page.goto('/cases', { waitUntil: 'commit' })
  await page.locator('[name=search]').first().focus()
  await page.keyboard.type('o')
  release()
  let typed = 'o'
  while (await page.evaluate(() => document.querySelector('#root') !== null)) {
    const letter = 'abcdefgh'.charAt(typed.length % 8)
    await page.keyboard.type(letter)
    typed += letter
  }
  await page.keyboard.press('Backspace')
  await page.keyboard.type('z')
  await expect(page.locator('[name=search]')).toHaveValue(`${typed.slice(0, -1)}z`)
})

test('whoever tabs out of the picture while the application is made ready beneath it comes to what they see', async ({
  page,
}) => {
  await signIn(page)
  // So slow that there is time for it between the pieces.
  await page.addInitScript(() => {
    const next = globalThis.requestAnimationFrame.bind(globalThis)
    globalThis.requestAnimationFrame = work => next(() => setTimeout(() => work(performance.now()), 250))
  })
  const release = await holdApplication(page)
  await page.goto('/cases', { waitUntil: 'commit' })
  await page.locator('#root [name=search]').first().focus()
  release()
  await expect(page.locator('body > :not(#root) main')).toBeVisible()
  await page.locator('#root').evaluate(picture => {
    const controls = [...picture.querySelectorAll<HTMLElement>('a[href], button')]
    controls.findLast(control => control.checkVisibility())?.focus()
  })
  await page.keyboard.press('Tab')
  await expect(page.locator('#root')).toHaveCount(0, { timeout: 500 })
  await expect(application(page).getByRole('link', { name: 'Aller au contenu' })).toBeFocused()
  await expect(application(page).locator('tbody tr').last()).toBeVisible()
})

test('whoever has scrolled, or opened the menu on a phone, before the application is there stays where they are', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page)
  const release = await holdApplication(page)
  await page.goto('/dashboard', { waitUntil: 'commit' })
  await expect(page.locator('#root .dashboard__cards')).toBeAttached()
  await page.mouse.wheel(0, 300)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(300)
  await page.locator('#root').getByRole('button', { name: 'Ouvrir le menu' }).click()
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await expect(menu).toBeVisible()
  release()
  await expect(page.locator('#root')).toHaveCount(0)
  await expect(menu).toBeVisible()
  // What has become a line longer above it meanwhile takes it along.
  expect(Math.abs((await page.evaluate(() => scrollY)) - 300)).toBeLessThan(48)
  await menu.getByRole('link', { name: 'Travaux' }).click()
  await expect(application(page).getByRole('heading', { level: 1, name: 'Travaux' })).toBeVisible()
  await expect(menu).toBeHidden()
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

test('a button pressed too early is pressed when it works', async ({ page }) => {
  const release = await holdApplication(page)
  await page.goto('/login', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'English' }).click()
  release()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('and so where a part of the page has come or gone meanwhile', async ({ page }) => {
  const release = await holdApplication(page)
  await page.goto('/login', { waitUntil: 'commit' })
  // Every control behind it stands one place further on in the application.
  await page
    .locator('#root')
    .getByRole('button', { name: 'Français' })
    .evaluate(button => button.remove())
  await page.locator('#root').getByRole('button', { name: 'English' }).click()
  release()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('the list is drawn before its script, asks once for its cases, and nothing moves when they come', async ({
  page,
}) => {
  await signIn(page)
  const release = await holdApplication(page)
  const asked: string[] = []
  page.on('request', request => {
    if (request.url().includes('/api/orders')) asked.push(new URL(request.url()).search)
  })
  // The server has no time to draw it with its rows.
  await whileCasesAreHeld(() => page.goto('/cases', { waitUntil: 'commit' }))
  await expect(page.getByRole('heading', { name: 'Travaux' })).toBeVisible()
  // Who is here is not known yet, nor what they are.
  await expect(page.locator('.account')).toHaveText(/^\s*$/)
  await expect(page.locator('.skeleton').filter({ visible: true })).not.toHaveCount(0)
  await page.evaluate(async () => {
    const { early } = globalThis as unknown as { early: { answers: Record<string, Promise<Response>> } }
    await Promise.all(Object.values(early.answers))
    const seen = { shift: 0, skeletons: 0 }
    Object.assign(globalThis, { seen })
    new MutationObserver(() => {
      seen.skeletons += document.querySelectorAll('body > :not(#root) .table__skeleton').length
    }).observe(document.body, { childList: true, subtree: true })
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  release()
  await expect(page.locator('tbody .table__link').filter({ visible: true })).not.toHaveCount(0)
  await expect.poll(() => asked).toHaveLength(1)
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: { shift: number; skeletons: number } }).seen)
  expect(seen.shift).toBeLessThan(0.01)
  // What is there already is not drawn as a skeleton once more.
  expect(seen.skeletons).toBe(0)
})

test('who goes back while the application begins is taken there', async ({ page }) => {
  await signIn(page)
  await page.goto('/cases')
  await application(page).getByRole('link', { name: 'Historique' }).click()
  await expect(page).toHaveURL('/cases?tab=history')
  await whileCasesAreHeld(async () => {
    const isAsking = page.waitForRequest(request => request.url().includes('/api/orders?'))
    await page.reload({ waitUntil: 'commit' })
    await isAsking
    await page.evaluate(() => history.back())
    await expect(page).toHaveURL('/cases')
  })
  await expect(application(page).getByRole('link', { name: /^En cours/ })).toHaveAttribute('aria-current', 'page')
})

test('an answer that is long in coming does not keep the list from working', async ({ page }) => {
  await signIn(page)
  await withoutAnswers(page)
  await page.route('**/api/orders?*', () => undefined)
  await page.goto('/cases')
  await expect(application(page).locator('tr.table__skeleton')).not.toHaveCount(0)
  await page.getByRole('link', { name: 'Historique' }).click()
  await expect(page).toHaveURL('/cases?tab=history')
})

test('whoever is not signed in sees the sign-in page at once, not the frame of the portal', async ({ page }) => {
  const release = await holdApplication(page)
  await page.goto('/cases', { waitUntil: 'commit' })
  await expect(page.locator('[name=password]')).toBeVisible()
  release()
  await page.waitForURL('**/login?redirect=*')
})

test('a page opened again begins after its first frame, and also where that never comes', async ({ page }) => {
  await page.goto('/login')
  await expect(page.locator('#root')).toHaveCount(0)
  // As in a tab that is left before it was painted.
  await page.addInitScript(() => {
    const later = window.requestAnimationFrame
    window.requestAnimationFrame = () => {
      window.requestAnimationFrame = later
      return 0
    }
  })
  await page.reload()
  await expect(page.locator('#later')).toHaveCount(1)
  await expect(page.locator('#root')).toHaveCount(0)
})

test('the first picture leads nowhere that whoever is here may not go', async ({ page }) => {
  for (const [login, absent] of [
    ['practice-doctor', ['/absences', '/invoices']],
    ['dlcpm', ['/cases/new']],
  ] as const) {
    await page.context().clearCookies()
    await signIn(page, login)
    const release = await holdApplication(page)
    await whileCasesAreHeld(() => page.goto('/cases', { waitUntil: 'commit' }))
    const picture = page.locator('#root')
    await expect(picture.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Travaux' })).toBeVisible()
    for (const path of absent) await expect(picture.locator(`a[href="${path}"]`)).toHaveCount(0)
    release()
    await expect(picture).toHaveCount(0)
    await page.unrouteAll()
  }
})

test('nor does that of the laboratory’s people: each role has its own menu in it', async ({ page }) => {
  const menu = (within: Locator) =>
    within.locator('.sidebar__entry').evaluateAll(entries => entries.map(entry => entry.getAttribute('href')))
  const { host, people } = await withMaker(async make => {
    const { host, laboratory } = await openLaboratory(make, {})
    return { host, people: await Promise.all(staffRoles.map(role => make.user(laboratory, { role }))) }
  })
  for (const user of people) {
    await page.context().clearCookies()
    await enter(page, host, user, '/staff')
    const own = await menu(application(page))
    const release = await holdApplication(page)
    await whileCasesAreHeld(() => page.goto(at(host, '/staff'), { waitUntil: 'commit' }))
    const picture = page.locator('#root')
    await expect(picture.locator('.sidebar__entry').first()).toBeVisible()
    expect(await menu(picture)).toEqual(own)
    release()
    await expect(picture).toHaveCount(0)
    await page.unrouteAll()
  }
})
