import type { Page } from '@playwright/test'
import { openLaboratory, withMaker } from './laboratory.ts'
import { enter } from './ordering.ts'
import { expect, refused, test } from './portal.ts'

const question = (page: Page) => page.getByRole('alertdialog', { name: /^Quitter sans enregistrer/ })
const dialog = (page: Page) => page.locator('dialog[open]').filter({ has: page.locator('[name=from]') })
const add = (page: Page) => page.locator('.page-head').getByRole('button', { name: 'Déclarer une absence' })
const from = (page: Page) => page.locator('[name=from]')

test('where the dialog that asks cannot be had the browser asks, until it can', async ({ page, quiet }) => {
  quiet.allow(refused(404), /Failed to fetch dynamically imported module|No \/assets/)
  const parts = /\/assets\/later-[^/]*\.js$/
  // From here on: over what is typed to sign in, the page would not be loaded anew.
  const { host, user } = await withMaker(async make => {
    const { host, practice } = await openLaboratory(make, {})
    return { host, user: await make.user(practice) }
  })
  await enter(page, host, user, '/absences')
  await page.route(parts, route => route.fulfill({ status: 404 }))
  await page.goto(page.url())
  // The page is loaded anew for it once, in vain.
  const isMissed = () => {
    const [loading] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const missed = ({ name, responseStatus }: PerformanceResourceTiming) =>
      /\/assets\/later-[^/]*\.js$/.test(name) && responseStatus === 404
    const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    return loading?.type === 'reload' && loaded.some(missed)
  }
  let at = 1
  await expect
    .poll(async () => {
      // Touched, a page fetches at once what comes later.
      at += 1
      await page.mouse.move(at, at)
      return page.evaluate(isMissed).catch(() => false)
    })
    .toBe(true)
  await expect(page.locator('.state')).toBeVisible()
  await page.getByRole('link', { name: 'Toutes' }).click()
  await expect(page).toHaveURL(/tab=all/)

  const asked: string[] = []
  let isAgreed = false
  page.on('dialog', async dialog => {
    asked.push(`${dialog.type()}: ${dialog.message()}`)
    await (isAgreed ? dialog.accept() : dialog.dismiss())
  })
  const cancel = () => dialog(page).getByRole('button', { name: 'Annuler' }).click()
  await add(page).click()
  await from(page).fill('3/5')
  await cancel()
  await expect.poll(() => asked).toEqual(['confirm: Votre saisie n’est pas enregistrée et sera perdue.'])
  await page.goBack()
  await expect.poll(() => asked.length).toBe(2)
  await expect(from(page)).toHaveValue(/^0?3\/0?5/)
  isAgreed = true
  await cancel()
  await expect(page.locator('dialog[open]')).toHaveCount(0)
  expect(asked).toHaveLength(3)

  await page.unroute(parts)
  // What listens to the laboratory stands in the same part as what asks.
  const come = page.waitForRequest('**/api/events')
  await add(page).click()
  await come
  await from(page).fill('3/5')
  isAgreed = false
  await cancel()
  await expect(question(page)).toBeVisible()
  await question(page).getByRole('button', { name: 'Abandonner ma saisie' }).click()
  await expect(page.locator('dialog[open]')).toHaveCount(0)
})
