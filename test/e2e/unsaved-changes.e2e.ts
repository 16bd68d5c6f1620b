import { resolve } from 'node:path'
import { build, type Rolldown } from 'vite'
import { expect, test } from './portal.ts'

// In one worker: another would build the page anew.
test.describe.configure({ mode: 'default' })

const root = resolve(import.meta.dirname, '../..')
let script: string

test.beforeAll(async () => {
  const output = (await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      rolldownOptions: { input: 'test/e2e/unsaved-page.ts', output: { codeSplitting: false } },
    },
  })) as Rolldown.RolldownOutput
  script = output.output.find(file => file.type === 'chunk')?.code ?? ''
})

test.beforeEach(async ({ page }) => {
  await page.route('http://fixture.localhost/**', route =>
    new URL(route.request().url()).pathname === '/page.js'
      ? route.fulfill({ contentType: 'text/javascript', body: script })
      : route.fulfill({
          contentType: 'text/html',
          body: '<!doctype html><link rel="icon" href="data:,"><div id="root"></div><script type="module" src="/page.js"></script>',
        }),
  )
  await page.goto('http://fixture.localhost/other')
  await page.getByRole('link', { name: 'Return' }).click()
})

test('a clean form never asks', async ({ page }) => {
  await page.getByRole('button', { name: 'Close 0' }).click()
  await expect(page.getByRole('button', { name: 'Close 1' })).toBeVisible()
  await page.getByLabel('Form').fill('typed')
  await page.getByLabel('Form').fill('')
  await page.getByRole('link', { name: 'Leave' }).click()
  await expect(page.getByRole('heading', { name: 'Elsewhere' })).toBeVisible()
})

test('a modified form asks before a link leads away', async ({ page }) => {
  await page.getByLabel('Form').fill('typed')
  await page.getByRole('link', { name: 'Leave' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByLabel('Form')).toHaveValue('typed')
  await page.getByRole('link', { name: 'Leave' }).click()
  await dialog.locator('footer').getByRole('button', { name: 'Keep editing' }).click()
  await expect(page).toHaveURL(/\/form$/)
  await expect(page.getByLabel('Form')).toBeFocused()
  await page.getByRole('link', { name: 'Leave' }).click()
  await dialog.getByRole('button', { name: 'Discard my changes' }).click()
  await expect(page.getByRole('heading', { name: 'Elsewhere' })).toBeVisible()
})

test('a modified form asks before the way back, once', async ({ page }) => {
  await page.getByLabel('Form').fill('typed')
  await page.goBack()
  const dialog = page.getByRole('alertdialog')
  await dialog.locator('footer').getByRole('button', { name: 'Keep editing' }).click()
  await expect(page).toHaveURL(/\/form$/)
  await expect(page.getByLabel('Form')).toHaveValue('typed')
  await page.goBack()
  await dialog.getByRole('button', { name: 'Discard my changes' }).click()
  await expect(page.getByRole('heading', { name: 'Elsewhere' })).toBeVisible()
  await expect(page).toHaveURL(/\/other$/)
})

test('a modified form asks before a dialog closes, and in the browser’s words before the tab does', async ({
  page,
}) => {
  await page.getByLabel('Form').fill('typed')
  await page.getByRole('button', { name: 'Close 0' }).click()
  await page.getByRole('alertdialog').locator('footer').getByRole('button', { name: 'Keep editing' }).click()
  await expect(page.getByRole('button', { name: 'Close 0' })).toBeVisible()
  const asked = page.waitForEvent('dialog')
  await page.evaluate(() => setTimeout(() => location.reload()))
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await page.getByRole('button', { name: 'Close 0' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard my changes' }).click()
  await expect(page.getByRole('button', { name: 'Close 1' })).toBeVisible()
})

test('saving and then leaving never asks', async ({ page }) => {
  await page.getByLabel('Form').fill('typed')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Elsewhere' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Elsewhere' })).toBeVisible()
})

test('a section that stays open is clean once it has been saved, and follows what is there', async ({ page }) => {
  const town = page.getByLabel('Town')
  const press = (name: string) => page.getByRole('button', { name }).click()
  await page.goto('http://fixture.localhost/section')
  await expect(town).toHaveValue('Paris')
  await press('A colleague says Lyon')
  await expect(town).toHaveValue('Lyon')

  await town.fill('Lille')
  await press('A colleague says Nice')
  await expect(town).toHaveValue('Lille')
  await town.fill('Lyon')
  await expect(town).toHaveValue('Nice')

  await town.fill('Nowhere')
  await press('Save')
  await expect(page.getByRole('alert')).toBeVisible()
  await press('Clear')
  await expect(town).toHaveValue('Nice')
  await expect(page.getByRole('alert')).toHaveCount(0)

  await town.fill('Lille')
  await press('Save')
  await expect(page.getByText('1 sent')).toBeVisible()
  await expect(town).toHaveValue('Lille')
  await press('It has arrived')
  await press('A colleague says Lyon')
  await expect(town).toHaveValue('Lyon')
  await town.fill('Lille')
  await press('Save')
  await expect(page.getByText('2 sent, 2 keys')).toBeVisible()
  await page.getByRole('link', { name: 'Leave' }).click()
  await expect(page.getByRole('heading', { name: 'Elsewhere' })).toBeVisible()
})
