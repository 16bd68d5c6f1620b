import { join, resolve } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import type { Page, TestInfo } from '@playwright/test'
import { createServer, type ViteDevServer } from 'vite'
import { expect, test } from './portal.ts'

const root = resolve(import.meta.dirname, '../..')
let server: ViteDevServer
let address: string

// One server for all of them: in one worker, one after the other.
test.describe.configure({ mode: 'default', timeout: 60_000 })

test.beforeAll(async () => {
  test.setTimeout(90_000)
  server = await createServer({
    root,
    logLevel: 'error',
    // Apart from that of somebody's `npm run dev`.
    cacheDir: join(root, 'node_modules', '.vite', 'kit-e2e'),
    server: { host: '127.0.0.1', port: 0, hmr: false, watch: null },
  })
  await server.listen()
  address = `${server.resolvedUrls?.local[0]}kit.html`
  await server.warmupRequest('/app/kit-page.tsx')
})
test.afterAll(() => server.close())

/** Of any weight: a component of the kit is on every screen. */
async function expectSpotless(page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).join(' | ')}`)).toEqual([])
}

/** To be looked at in the report; fonts differ too much between machines to compare them. */
async function keepPicture(page: Page, testInfo: TestInfo, name: string) {
  await testInfo.attach(name, { body: await page.screenshot({ fullPage: true }), contentType: 'image/png' })
}

for (const [theme, lang, ...screens] of [
  ['light', 'en', 'cases', 'sign'],
  ['dark', 'fr', 'cases', 'message'],
] as const) {
  test(`every component, ${theme}`, async ({ page }, testInfo) => {
    const other = lang === 'fr' ? 'en' : 'fr'
    await page.goto(`${address}?theme=${theme}&lang=${other}`)
    for (const shown of [other, lang]) {
      await page.getByRole('button', { name: shown, exact: true }).click()
      await expect(page.locator('html')).toHaveAttribute('lang', shown)
      await expectSpotless(page)
      await keepPicture(page, testInfo, `kit-${theme}-${shown}`)
    }
    await page.getByRole('button', { name: /^Dialogu?e?$/ }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectSpotless(page)
    for (const screen of screens) {
      await page.goto(`${address}?theme=${theme}&lang=${lang}&screen=${screen}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectSpotless(page)
      await keepPicture(page, testInfo, `${screen}-${theme}-${lang}`)
    }
  })
}
