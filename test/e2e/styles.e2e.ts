import type { Page } from '@playwright/test'
import {
  anyCase,
  application,
  expect,
  expectCalm,
  refused,
  rows,
  signIn,
  signInByForm,
  test,
  unreachable,
} from './portal.ts'

const isSheet = (address: string) => /\/assets\/[\w-]+\.css$/.test(address)

/** Sheets fetched from now on, by the name of their chunk: those of the page itself are in it. */
function watchSheets(page: Page) {
  const fetched: string[] = []
  page.on('request', request => {
    if (isSheet(request.url()))
      fetched.push(new URL(request.url()).pathname.replace(/^\/assets\/|-[\w-]{7}\.css$/g, ''))
  })
  return fetched
}

/** How a screen looks in numbers, of which each page has the same however somebody came to it. */
const look = (page: Page) =>
  application(page)
    .locator('main')
    .evaluate(main =>
      [main, ...main.querySelectorAll('*')].map(element => {
        const { display, padding, color, font, borderRadius } = getComputedStyle(element)
        return `${element.tagName}.${element.classList}: ${display}, ${padding}, ${color}, ${font}, ${borderRadius}`
      }),
    )

test('a page has its styles in it, and fetches none of them', async ({ page }) => {
  const fetched = watchSheets(page)
  await signInByForm(page, 'manager', '/login?redirect=%2Fcases')
  await expect(rows(page)).not.toHaveCount(0)
  await anyCase(page).click()
  await expect(page.locator('.case')).toBeVisible()
  expect(fetched).toContain('portal')
  // The page of that case, and a pointer over a link to one, fetch parts of their own.
  await page.mouse.move(0, 0)
  await expectCalm(page)
  for (const screen of ['/cases', '/absences']) {
    fetched.length = 0
    await page.goto(screen)
    await expect(application(page).locator('.account')).toBeVisible()
    await expectCalm(page)
    expect(fetched.filter(name => name !== 'later')).toEqual([])
  }
})

test('a screen looks the same whether somebody opens its address or comes from another', async ({ page }) => {
  await signIn(page)
  await page.getByRole('link', { name: 'Tous', exact: true }).click()
  await anyCase(page).click()
  await expect(page.locator('.case')).toBeVisible()
  await expectCalm(page)
  const come = await look(page)
  await page.reload()
  await expect(application(page).locator('.case')).toBeVisible()
  await expectCalm(page)
  expect(await look(page)).toEqual(come)
})

test('a screen waits for its styles', async ({ page }) => {
  await signIn(page)
  await expect(rows(page)).not.toHaveCount(0)
  const { promise, resolve } = Promise.withResolvers<void>()
  const asked = page.waitForRequest('**/assets/case-screen-*.css')
  await page.route('**/assets/case-screen-*.css', async route => {
    await promise
    await route.continue()
  })
  const answered = page.waitForResponse('**/api/orders/*')
  await anyCase(page).click()
  await Promise.all([asked, answered])
  await expect(page.locator('.case')).toHaveCount(0)
  resolve()
  await expect(page.locator('.case')).toHaveCSS('display', 'grid')
})

test('styles that are gone after a deployment are a part that is gone', async ({ page, quiet }) => {
  quiet.allow(refused(404), /No \/assets/)
  await signIn(page)
  await expect(rows(page)).not.toHaveCount(0)
  await page.evaluate(() => Object.assign(globalThis, { isFirstDocument: true }))
  await page.route('**/assets/case-screen-*.css', route => route.fulfill({ status: 404 }))
  await anyCase(page).click()
  // Reloaded: the page of the new version has the styles in it.
  await page.waitForFunction(() => !('isFirstDocument' in globalThis))
  await expect(application(page).locator('.case')).toHaveCSS('display', 'grid')
})

test('styles that could not be had without a network are asked for again', async ({ page, context, quiet }) => {
  quiet.allow(unreachable, /No \/assets/)
  await signIn(page)
  await expect(rows(page)).not.toHaveCount(0)
  const link = anyCase(page)
  await context.setOffline(true)
  const failed = page.waitForEvent('requestfailed', request => /case-screen-.*css$/.test(request.url()))
  await link.hover()
  await failed
  await context.setOffline(false)
  await link.click()
  await expect(page.locator('.case')).toHaveCSS('display', 'grid')
})
