import type { Locator, Page } from '@playwright/test'
import { expect, rows } from './portal.ts'

export const codes = (page: Page) => rows(page).locator('th a')
export const search = (page: Page) => page.getByRole('searchbox', { name: 'Rechercher un travail' })
export const filter = (page: Page, name: string) => page.locator('.toolbar').getByRole('button', { name })
export const count = (page: Page) => page.locator('main').getByRole('status')
export const clear = (page: Page) => page.getByRole('link', { name: 'Effacer les filtres' })
export const summary = (page: Page) => page.locator('.pagination__summary')
export const words = async (one: Locator) => (await one.textContent()) ?? ''
export const withoutAccents = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '')

/** The list at an address, once its rows are there. */
export async function openList(page: Page, address = '/cases') {
  await page.goto(address)
  // The picture has rows too, whose places the application's take.
  await expect(page.locator('#root')).toHaveCount(0)
  await expect(rows(page)).not.toHaveCount(0)
}

/** The rows of the address that is shown now, none of an earlier one. */
export async function settled(page: Page) {
  // The address changes before the screen does: that one has come once the tab in use leads to where one is.
  await expect
    .poll(() =>
      page.evaluate(() => {
        const listOf = (address: string) => {
          const { searchParams } = new URL(address)
          searchParams.delete('page')
          searchParams.sort()
          return String(searchParams)
        }
        const tab = document.querySelector<HTMLAnchorElement>('.tabs [aria-current=page]')
        return tab !== null && listOf(tab.href) === listOf(location.href)
      }),
    )
    .toBe(true)
  // How many there are stands there with the answer, and the rows are drawn behind it: looked at before, they would still be those
  // of before, and not busy yet.
  await expect(count(page)).not.toBeEmpty()
  await expect(page.locator('table')).not.toHaveAttribute('aria-busy')
  await expect(page.locator('main .card > [aria-busy]')).toHaveCount(0)
}
