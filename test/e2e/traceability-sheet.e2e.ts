import { readFileSync } from 'node:fs'
import type { Download, Page } from '@playwright/test'
import { readPdf } from '../pdf.ts'
import { at } from './addresses.ts'
import {
  anyCase,
  anyRow,
  countCalls,
  expect,
  expectAccessible,
  refused,
  rows,
  signIn,
  test,
  withoutPauses,
} from './portal.ts'

const code = async (page: Page) => (await anyCase(page).textContent()) ?? ''
const button = (page: Page, name = 'Télécharger la fiche de traçabilité') => page.getByRole('button', { name })
const sheets = '**/api/orders/*/traceability-sheet'
const failure = 'Le portail est momentanément indisponible. Réessayez dans quelques secondes.'

const sheetOf = async (download: Download) => ({
  name: download.suggestedFilename(),
  ...(await readPdf(readFileSync(await download.path()))),
})

async function openMenu(page: Page) {
  await anyRow(page).getByRole('button').click()
  await expect(anyRow(page).locator('.menu__item:focus')).toBeVisible()
}

test('is downloaded from the row of a case, in French, and asked for once, however often the button is pressed', async ({
  page,
  context,
}) => {
  await signIn(page, 'doctor')
  await expect(rows(page)).toHaveCount(25)
  await openMenu(page)
  const started = page.waitForEvent('download')
  await button(page).click()
  const { name, title, language, text } = await sheetOf(await started)
  const number = await code(page)
  expect(name).toBe(`fiche-de-tracabilite-${number}.pdf`)
  expect([title, language]).toEqual([`Fiche de traçabilité ${number}`, 'fr'])
  expect(text).toContain(number)
  await expect(button(page)).toBeHidden()
  await expect(anyRow(page).getByRole('button')).toBeFocused()

  await anyCase(page).click()
  await expect(page.locator('.timeline')).toBeVisible()
  const calls = countCalls(context, `/api/orders/${new URL(page.url()).pathname.split('/').at(-1)}/traceability-sheet`)
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(sheets, async route => {
    await promise
    await route.continue()
  })
  const startedAgain = page.waitForEvent('download')
  await button(page).dblclick()
  await expect(button(page)).toHaveAttribute('aria-busy', 'true')
  await button(page).press('Enter')
  resolve()
  await startedAgain
  await expect(button(page)).not.toHaveAttribute('aria-busy')
  expect(calls.count()).toBe(1)
})

test('is downloaded from the page of a case, in English', async ({ page }) => {
  await signIn(page, 'manager', at('ivoire.localhost', '/cases'))
  const number = await code(page)
  await anyCase(page).click()
  const started = page.waitForEvent('download')
  await button(page, 'Download the traceability sheet').click()
  const { name, title, language, text } = await sheetOf(await started)
  expect(name).toBe(`traceability-sheet-${number}.pdf`)
  expect([title, language]).toEqual([`Traceability sheet ${number}`, 'en'])
  expect(text).toContain(number)
})

test('that cannot be had says why where it was asked for, and may be asked for again', async ({ page, quiet }) => {
  await withoutPauses(page)
  quiet.allow(refused(503))
  await signIn(page, 'doctor')
  await expect(rows(page)).toHaveCount(25)
  const number = await code(page)
  const refuse = () =>
    page.route(sheets, route =>
      route.fulfill({
        status: 503,
        contentType: 'application/problem+json',
        headers: { 'retry-after': '1' },
        json: { status: 503, code: 'unavailable' },
      }),
    )
  await refuse()
  await openMenu(page)
  await button(page).click()
  await expect(anyRow(page).getByRole('alert')).toHaveText(failure)
  // Beside its sentence, a toast would only cover it.
  await expect(page.locator('.toasts')).not.toContainText(number)
  await expectAccessible(page)
  await page.unroute(sheets)
  const fromRow = page.waitForEvent('download')
  await button(page).click()
  await fromRow
  await openMenu(page)
  await expect(anyRow(page).getByRole('alert')).toBeHidden()
  await page.keyboard.press('Escape')

  await page.route(sheets, async route => {
    await page.keyboard.press('Escape')
    await route.fulfill({ status: 503 })
  })
  await openMenu(page)
  await button(page).click()
  await expect(page.locator('.toasts')).toContainText(
    `La fiche de traçabilité de ${number} n’a pas pu être téléchargée`,
  )
  await page.unroute(sheets)

  await refuse()
  await anyCase(page).click()
  await button(page).click()
  const notice = page.locator('main .notice').filter({ hasText: failure })
  await expect(notice).toContainText(number)
  await expectAccessible(page)
  await page.unroute(sheets)
  const fromPage = page.waitForEvent('download')
  await button(page).click()
  await fromPage
  await expect(notice).toBeHidden()
})
