import type { Page } from '@playwright/test'
import { field, openPalette, options } from './palette.ts'
import { application, expect, expectAccessible, signIn, test } from './portal.ts'

const shortcuts = (page: Page) => page.getByRole('dialog', { name: 'Raccourcis clavier' })

test.describe('the keys', () => {
  test('are listed under "?", and those pressed alone can be turned off; a mouse reaches them, too', async ({
    page,
  }) => {
    await signIn(page)
    await expect(page.getByRole('searchbox')).toBeVisible()
    await page.keyboard.press('/')
    await expect(page.getByRole('searchbox')).toBeFocused()
    // In a field they are text.
    await page.keyboard.type('?/')
    await expect(page.getByRole('searchbox')).toHaveValue('?/')
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.locator('main').focus()
    await page.keyboard.press('?')
    await expect(shortcuts(page)).toBeVisible()
    // What is searched for behind it does not close it.
    await expect(page).toHaveURL(/search=/)
    for (const key of ['K', 'B', '/', '?']) await expect(shortcuts(page).getByText(key, { exact: true })).toBeVisible()
    await expectAccessible(page)
    await shortcuts(page).getByRole('switch').uncheck()
    await page.keyboard.press('Escape')
    await page.goto('/dashboard')
    await expect(application(page).locator('h1')).toBeVisible()
    await page.keyboard.press('?')
    await page.keyboard.press('/')
    // The others still work: by now the two would have.
    await openPalette(page)
    await expect(page.getByRole('dialog')).toHaveCount(1)
    await page.keyboard.type('raccourcis')
    await page.keyboard.press('Enter')
    await expect(shortcuts(page).getByText('(désactivé)')).toHaveCount(2)
    await shortcuts(page).getByRole('switch').check()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    // This screen has no search of its own.
    await page.keyboard.press('/')
    await expect(field(page)).toBeFocused()

    // And with the mouse.
    await page.keyboard.press('Escape')
    await application(page).locator('.account').click()
    await page.getByRole('button', { name: 'Raccourcis clavier' }).click()
    await expect(shortcuts(page)).toBeVisible()
    await shortcuts(page).getByRole('button', { name: 'Fermer' }).click()
    await expect(shortcuts(page)).toBeHidden()
    const button = page.getByRole('complementary', { name: 'Menu' }).getByRole('button', { name: 'Accès rapide' })
    await expect(button).toContainText('Ctrl K')
    await button.click()
    await expect(field(page)).toBeFocused()
    await options(page).filter({ hasText: 'Collectes' }).click()
    await expect(page).toHaveURL('/rides')
  })
})
