// Rules of docs/forty-rules.md that concern every screen alike.
import type { Page } from '@playwright/test'
import { makeLaboratory } from './laboratory.ts'
import { enter } from './ordering.ts'
import { expect, expectAccessible, rows, signIn, test } from './portal.ts'

test('a practice without any case is told what comes next, in each tab', async ({ page }) => {
  const { host, user } = await makeLaboratory({}, [])
  await enter(page, host, user, '/cases')
  const main = page.locator('main')
  for (const [tab, words] of [
    ['En cours', 'Aucun travail en cours'],
    ['Historique', 'Pas encore d’historique'],
    ['Tous', 'Aucun travail pour l’instant'],
  ] as const) {
    await main.getByRole('link', { name: tab }).click()
    await expect(main.locator('.state')).toContainText(words)
    await expect(main.locator('.state').getByRole('link', { name: 'Passer commande' })).toBeVisible()
  }
  await expectAccessible(page)
})

test('a server that never answers is given up, and can be asked again', async ({ page }) => {
  await page.clock.install()
  await signIn(page, 'doctor')
  await expect(rows(page)).toHaveCount(25)
  await page.route(/\/api\/orders\?/, () => undefined)
  await page.getByRole('link', { name: 'Historique' }).click()
  await expect(page.locator('table')).toHaveAttribute('aria-busy', 'true')
  const failure = page.getByText('Le portail met trop de temps à répondre.')
  await expect(async () => {
    // The wait of one try, and that before the next.
    await page.clock.runFor(16_000)
    await expect(failure).toBeVisible({ timeout: 500 })
  }).toPass()
  await page.unroute(/\/api\/orders\?/)
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect(failure).toBeHidden()
  await expect(rows(page)).not.toHaveCount(0)
})

test('help and the phone of the laboratory have the same place on every screen', async ({ page }) => {
  await signIn(page, 'doctor')
  const places: string[] = []
  for (const path of ['/dashboard', '/cases', '/cases/new', '/absences', '/rides']) {
    await page.goto(path)
    await expect(page.locator('#root')).toHaveCount(0)
    const phone = page.locator('.sidebar').getByRole('link', { name: /^01 / })
    const { x, y } = (await phone.boundingBox()) ?? {}
    places.push(`${x} ${y} ${await phone.textContent()}`)
  }
  expect(new Set(places).size, places.join('\n')).toBe(1)
})

for (const width of [1440, 390]) {
  test(`words a third longer are cut nowhere at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    for (const path of ['/login', '/signup']) {
      await page.goto(path)
      await expect(page.locator('#root')).toHaveCount(0)
      expect(await faultsOfLongerWords(page), path).toEqual([])
    }
    await signIn(page, 'doctor')
    for (const path of ['/dashboard', '/cases', '/cases/new', '/absences', '/rides']) {
      await page.goto(path)
      await expect(page.locator('#root')).toHaveCount(0)
      await expect(page.locator('h1')).toBeVisible()
      await expect(page.locator('.skeleton')).toHaveCount(0)
      expect(await faultsOfLongerWords(page), path).toEqual([])
    }
  })
}

/** Makes every word of the page a third longer, then looks for what is cut off or makes the page wider than the screen. */
const faultsOfLongerWords = (page: Page) =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const nodes: Text[] = []
    while (texts.nextNode()) nodes.push(texts.currentNode as Text)
    for (const node of nodes) {
      const words = node.data.trim()
      // Data that is not worded, as numbers, days and codes, does not grow in another language.
      if (!/\p{Letter}{3}/u.test(words) || /\d/.test(words) || node.parentElement?.closest('script, style, svg'))
        continue
      node.data = node.data.replace(/\p{Letter}{3,}/gu, word => word + word.slice(-Math.ceil(word.length * 0.35)))
    }
    const isCut = (element: Element) => {
      const { overflowX, overflowY, clip, clipPath } = getComputedStyle(element)
      if (clip !== 'auto' || clipPath !== 'none' || element.clientWidth === 0) return false
      // The work of a case in one line is as long as the work; its page says all of it.
      if (element.matches('input, tbody td .two-lines__sub')) return false
      // Words for readers alone, in a corner of what shows an icon.
      if ([...element.querySelectorAll('*')].some(one => getComputedStyle(one).clipPath !== 'none')) return false
      const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
      return (
        (hides(overflowX) && element.scrollWidth > element.clientWidth + 1) ||
        (hides(overflowY) && element.scrollHeight > element.clientHeight + 1)
      )
    }
    const cut = [...document.body.querySelectorAll('*')].filter(isCut)
    return [
      ...cut.map(element => `cut: ${element.className} ${element.textContent?.slice(0, 60)}`),
      ...(document.documentElement.scrollWidth > innerWidth
        ? [`the page is ${document.documentElement.scrollWidth} wide`]
        : []),
    ]
  })
