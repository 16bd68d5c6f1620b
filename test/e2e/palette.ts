import type { Page } from '@playwright/test'
import { expect } from './portal.ts'

// Quick access in French, of practices and of the console.

export const palette = (page: Page) => page.getByRole('dialog', { name: 'Accès rapide' })
export const options = (page: Page) => palette(page).getByRole('option')
export const current = (page: Page) => palette(page).getByRole('option', { selected: true })
export const field = (page: Page) => palette(page).getByRole('combobox')

export async function openPalette(page: Page) {
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
}
