import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { createServer, type ViteDevServer } from 'vite'
import { breachesOf } from './accessibility.ts'
import { expect, test } from './portal.ts'

const root = resolve(import.meta.dirname, '../..')
let server: ViteDevServer
let address: string

// One server for all of them: in one worker, one after the other.
test.describe.configure({ mode: 'default' })

test.beforeAll(async () => {
  server = await createServer({
    root,
    logLevel: 'error',
    // Apart from that of somebody's `npm run dev`.
    cacheDir: join(root, 'node_modules', '.vite', 'kit-e2e'),
    server: { host: '127.0.0.1', port: 0, hmr: false, watch: null },
  })
  await server.listen()
  address = `${server.resolvedUrls?.local[0]}kit.html`
  await server.warmupRequest('/app/kit-page/kit-page.tsx')
})
test.afterAll(() => server.close())

/** Of any weight: a component of the kit is on every screen. */
async function expectSpotless(page: Page) {
  expect(await breachesOf(page)).toEqual([])
}

for (const [theme, lang, ...screens] of [
  ['light', 'en', 'cases', 'sign'],
  ['dark', 'fr', 'cases', 'message'],
] as const) {
  test(`every component, ${theme}`, async ({ page }) => {
    // Every pixel of long pages is looked at, several times.
    test.slow()
    const other = lang === 'fr' ? 'en' : 'fr'
    await page.goto(`${address}?theme=${theme}&lang=${other}`)
    await page.getByRole('button', { name: lang, exact: true }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', lang)
    await expectSpotless(page)
    await page.getByRole('button', { name: /^Dialogu?e?$/ }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectSpotless(page)
    for (const screen of screens) {
      await page.goto(`${address}?theme=${theme}&lang=${lang}&screen=${screen}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectSpotless(page)
    }
  })
}

test.describe('a prescription', () => {
  const chart = (page: Page, name: string) => page.getByRole('group', { name })
  const chosen = (page: Page, name: string) =>
    chart(page, name)
      .locator('[role=option][aria-selected=true]')
      .evaluateAll(teeth => teeth.map(tooth => tooth.dataset.tooth).join(' '))
  const open = async (page: Page, lang: string) => {
    await page.goto(`${address}?theme=light&lang=${lang}&screen=prescription`)
    await expect(page.getByRole('listbox')).toHaveCount(4)
  }

  test('is written by keyboard alone', async ({ page }) => {
    await open(page, 'fr')
    const numbers = chart(page, 'Dents').getByRole('textbox')
    await numbers.fill('')
    await numbers.press('Tab')
    await expect(
      chart(page, 'Dents').getByRole('option', { name: 'Dent 18, troisième molaire supérieure droite' }),
    ).toBeFocused()
    await page.keyboard.press('Space')
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Shift+ArrowLeft')
    await page.keyboard.press('Shift+ArrowLeft')
    expect(await chosen(page, 'Dents')).toBe('18 25 26 27')
    await expect(numbers).toHaveValue('18, 25–27')
    // One stop for an arch, where one has been.
    await page.keyboard.press('Tab')
    await expect(
      chart(page, 'Dents').getByRole('option', { name: 'Dent 48, troisième molaire inférieure droite' }),
    ).toBeFocused()
    await page.keyboard.press('Home')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Space')
    expect(await chosen(page, 'Dents')).toBe('25 26 27')
    await chart(page, 'Dents').getByRole('button', { name: 'Afficher les dents temporaires' }).press('Enter')
    await expect(page.getByRole('listbox', { name: 'Arcade supérieure, dents temporaires' })).toBeVisible()
    await numbers.fill('75, 26')
    expect(await chosen(page, 'Dents')).toBe('26 75')
    await expectSpotless(page)
  })

  test('takes a bridge as two presses or as it is said, and refuses what is none', async ({ page }) => {
    await open(page, 'en')
    const bridge = chart(page, 'Units of the bridge')
    const numbers = bridge.getByRole('textbox')
    await bridge.getByRole('option', { name: 'Tooth 13, upper right canine' }).click()
    await expect(numbers).toHaveAccessibleDescription('Add the last tooth of the bridge.')
    await bridge.getByRole('option', { name: 'Tooth 23, upper left canine' }).click()
    expect(await chosen(page, 'Units of the bridge')).toBe('13 12 11 21 22 23')
    await expect(numbers).toHaveValue('13–23')
    await page.getByRole('button', { name: 'All between the ends' }).click()
    await expect(bridge.getByRole('option', { name: 'Tooth 11, upper right central incisor, pontic' })).toBeVisible()
    // A pontic that is no longer part of the bridge hangs nowhere.
    await bridge.getByRole('option', { name: 'Tooth 11' }).click()
    await expect(numbers).toHaveValue('13–11')
    await expect(bridge.getByRole('checkbox', { checked: true })).toHaveCount(2)
    await expectSpotless(page)
    await numbers.fill('13, 15, 17')
    await numbers.press('Tab')
    await expect(numbers).toHaveAccessibleDescription(/“13, 15, 17” is no unbroken run/)
    await expect(numbers).toHaveValue('13, 15, 17')
    await numbers.fill('46 to 44')
    await numbers.press('Tab')
    await expect(numbers).toHaveValue('46–44')
    await expect(numbers).toHaveAccessibleDescription('')
  })

  test('names a shade as it is typed or as the guide has it', async ({ page }) => {
    await open(page, 'fr')
    const shade = page.getByRole('textbox', { name: 'Teinte complémentaire' })
    await shade.fill('a3,5')
    await shade.press('Tab')
    await expect(shade).toHaveValue('A3,5')
    await expect(page.getByText('VITA classical')).toHaveCount(2)
    await shade.fill('Ivoclar 2B')
    await expect(page.getByText('Autre nuancier')).toBeVisible()
    await page.getByRole('button', { name: 'Teinte, choisir dans le nuancier' }).press('Enter')
    await expect(page.getByRole('radio', { name: 'A3,5' })).toBeFocused()
    await expectSpotless(page)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('radio')).toHaveCount(0)
    await expect(page.getByRole('textbox', { name: 'Teinte', exact: true })).toHaveValue('A4')
    await page.getByRole('button', { name: 'Teinte complémentaire, choisir' }).click()
    await page.getByRole('radio', { name: '2M2' }).locator('..').click()
    await expect(shade).toHaveValue('2M2')
  })
})

test.describe('a prescription, by thumb', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('has room for every tooth', async ({ page }) => {
    await page.goto(`${address}?theme=dark&lang=fr&screen=prescription`)
    const bridge = page.getByRole('group', { name: 'Éléments du bridge' })
    for (const tooth of await bridge.getByRole('option').all()) {
      const { width = 0, height = 0 } = (await tooth.boundingBox()) ?? {}
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
    }
    const teeth = page.getByRole('group', { name: 'Dents' })
    const second = () =>
      teeth.evaluate(
        group =>
          (group.querySelector('[data-tooth="26"]')?.getBoundingClientRect().top ?? 0) -
          group.getBoundingClientRect().top,
      )
    await teeth.getByRole('textbox').fill('')
    const before = await second()
    await teeth.getByRole('option', { name: 'Dent 25' }).tap()
    await expect(teeth.getByText('1 dent', { exact: true })).toBeVisible()
    expect(await second()).toBe(before)
    await bridge.getByRole('option', { name: 'Dent 13' }).tap()
    await bridge.getByRole('option', { name: 'Dent 23' }).tap()
    await expect(bridge.getByRole('textbox')).toHaveValue('13–23')
    await expect(bridge.getByText('6 dents')).toBeVisible()
    await page.getByRole('button', { name: 'Teinte, choisir dans le nuancier' }).tap()
    await page.getByText('3L1,5').tap()
    await expect(page.getByRole('textbox', { name: 'Teinte', exact: true })).toHaveValue('3L1,5')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await expectSpotless(page)
  })
})
