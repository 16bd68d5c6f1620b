// Rules of docs/forty-rules.md on every screen that the menus lead to, and on those behind them.
import type { Page } from '@playwright/test'
import { enter } from './ordering.ts'
import { makePlace } from './place-with-forms.ts'
import { expect, test } from './portal.ts'

type Place = Awaited<ReturnType<typeof makePlace>>

/** Where the menus lead, and what lies behind: read from the menus, so that a new entry is walked too. */
async function screensOf(page: Page, place: Place, who: 'manager' | 'staff') {
  const links = await page
    .locator('.sidebar a[href^="/"]')
    .evaluateAll(all => all.map(one => one.getAttribute('href') ?? ''))
  const behind =
    who === 'manager'
      ? [
          '/cases/drafts',
          '/supplies',
          '/account',
          '/account/colleagues',
          `/cases/${place.late}`,
          `/cases/${place.late}/patient`,
        ]
      : [
          `/staff/cases/${place.late}`,
          '/staff/account',
          '/staff/settings/catalogue',
          '/staff/settings/prices',
          `/staff/settings/prices/${place.bench.prices}`,
          '/staff/settings/calendar',
          '/staff/settings/supplies',
        ]
  return [...new Set([...links.filter(link => link !== '/'), ...behind])]
}

async function show(page: Page, address: string) {
  await page.goto(new URL(address, page.url()).href)
  await expect(page.locator('#root')).toHaveCount(0)
  await expect(page.locator('h1').first()).toBeVisible()
  await expect(page.locator('.skeleton')).toHaveCount(0)
}

/** What one screen has against the rules, in words. */
const faultsOf = (page: Page, least: number) =>
  page.evaluate(least => {
    const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    const named = (element: Element) => `${element.tagName} ${element.className} ${element.textContent?.slice(0, 40)}`
    const faults: string[] = []
    // 37
    for (const one of document.querySelectorAll(
      'button, input:not([type=hidden], [type=checkbox], [type=radio], [type=file]), select, textarea',
    )) {
      const { width, height } = one.getBoundingClientRect()
      if (
        isShown(one) &&
        width > 1 &&
        height > 1 &&
        !one.closest('.skip-link') &&
        (width < least - 0.5 || height < least - 0.5)
      )
        faults.push(`37, ${Math.round(width)} × ${Math.round(height)}: ${named(one)}`)
    }
    for (const one of document.querySelectorAll(
      'input:not([type=checkbox], [type=radio], [type=file]), select, textarea',
    ))
      if (least === 44 && isShown(one) && Number.parseFloat(getComputedStyle(one).fontSize) < 16)
        faults.push(`37, letters: ${named(one)}`)
    if (
      /user-scalable|maximum-scale/.test(document.querySelector('meta[name=viewport]')?.getAttribute('content') ?? '')
    )
      faults.push('37, zoom')
    // 24
    for (const one of document.querySelectorAll('.pill'))
      if (isShown(one) && !one.textContent?.trim()) faults.push(`24: ${named(one)}`)
    // 30
    if (document.documentElement.scrollWidth > innerWidth + 1)
      faults.push(`30, ${document.documentElement.scrollWidth} px wide`)
    // 11, 14
    for (const one of document.querySelectorAll<HTMLInputElement>(
      'main input:not([type=hidden]), main select, main textarea',
    ))
      if (isShown(one) && one.labels?.length === 0 && !one.ariaLabel) faults.push(`11: ${named(one)}`)
    return faults
  }, least)

/** Everything that can be pressed is reached by Tab in the order of the page: nothing is taken out of it, or put before. */
const outOfOrder = (page: Page) =>
  page
    .locator('body')
    .evaluate(body =>
      [...body.querySelectorAll('[tabindex]')]
        .filter(one => Number(one.getAttribute('tabindex')) > 0)
        .map(one => `8: ${one.tagName} ${one.className}`),
    )

const help = (page: Page) =>
  page.locator('.sidebar__help').evaluate(one => {
    const { x, y } = one.getBoundingClientRect()
    return `${Math.round(x)} ${Math.round(y)} ${one.textContent}`
  })

for (const who of ['manager', 'staff'] as const) {
  for (const [what, options, least] of [
    ['with a mouse', { viewport: { width: 1440, height: 900 } }, 24],
    ['under a thumb', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }, 44],
  ] as const) {
    test.describe(`every screen of ${who === 'manager' ? 'a practice' : 'the laboratory'} ${what}`, () => {
      test.use(options)

      test('keeps the rules that hold everywhere', async ({ page }) => {
        test.slow()
        const place = await makePlace()
        await enter(page, place.host, place[who], who === 'manager' ? '/dashboard' : '/staff')
        await expect(page.locator('h1').first()).toBeVisible()
        const places = new Set<string>()
        const found: string[] = []
        for (const address of await screensOf(page, place, who)) {
          await show(page, address)
          for (const fault of [...(await faultsOf(page, least)), ...(await outOfOrder(page))])
            found.push(`${address} ${fault}`)
          // 39
          if (who === 'manager' && least === 24) places.add(await help(page))
        }
        expect(found).toEqual([])
        if (who === 'manager' && least === 24) expect([...places]).toHaveLength(1)
      })
    })
  }
}

test('on every screen of a practice a failure has a sentence and a next step', async ({ page, quiet }) => {
  test.slow()
  quiet.allow(/Failed to load resource/)
  const place = await makePlace()
  await enter(page, place.host, place.manager, '/dashboard')
  await expect(page.locator('h1').first()).toBeVisible()
  const addresses = await screensOf(page, place, 'manager')
  await page.route(/\/api\/(?!token|brand|events)/, route =>
    route.fulfill({
      status: 500,
      contentType: 'application/problem+json',
      body: JSON.stringify({ status: 500, code: 'internal', title: 'internal' }),
    }),
  )
  for (const address of addresses) {
    await page.goto(new URL(address, page.url()).href)
    await expect(page.getByRole('button', { name: 'Réessayer' }).first(), address).toBeVisible()
    await expect(page.locator('main'), address).not.toContainText('Quelque chose s’est mal passé')
  }
})
