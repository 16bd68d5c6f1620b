import type { Page } from '@playwright/test'
import { at } from './addresses.ts'
import { faultsOfOneDialog } from './dialog-rules.ts'
import {
  attached,
  catalogueSearch,
  check,
  enter,
  fillCrown,
  lastLook,
  makeOrderingPractice,
  openForm,
  patientCode,
  photo,
  registered,
  saved,
  send,
} from './ordering.ts'
import { expect, expectAccessible, refused, test, unreachable } from './portal.ts'

/** What was begun before, on the form of a new request. */
const begun = (page: Page) => page.locator('.notice', { hasText: /^Vous avez .* non envoyée/ })
const cases = (page: Page) =>
  page.getByRole('navigation', { name: 'Où vous êtes' }).getByRole('link', { name: 'Travaux' })
const arrived = (page: Page) => expect(page.getByRole('heading', { level: 1, name: 'Travaux' })).toBeVisible()
const leaving = (page: Page) => page.getByRole('alertdialog', { name: /^Quitter cette demande/ })
/** The same draft, once the address names it. */
async function openAgain(page: Page, other: Page) {
  await expect(page).toHaveURL(/draft=/)
  await other.goto(page.url())
}

test('an order interrupted by closing the tab is resumed and sent', async ({ page, context }) => {
  const practice = await makeOrderingPractice()
  await openForm(page, practice)
  await patientCode(page).fill('P-0412')
  await catalogueSearch(page).fill('brid')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Numéros' }).fill('13-23')
  await page.locator('input[type=file][multiple]').setInputFiles(photo)
  await expect(attached(page)).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await expect(saved(page)).toBeVisible()
  await page.close()
  const next = await context.newPage()
  await next.goto(at(practice.host, '/cases/new'))
  await expect(patientCode(next)).toHaveValue('')
  await begun(next).getByRole('link', { name: 'P-0412 · Bridge 13–23' }).click()
  await expect(patientCode(next)).toHaveValue('P-0412')
  await expect(next.getByText(/^Brouillon de \d\d:\d\d$/)).toBeVisible()
  await expect(next.locator('.summary')).toContainText('Bridge 13–23')
  await expect(attached(next)).toBeVisible()
  await expectAccessible(next)
  await next.getByRole('textbox', { name: 'Teinte', exact: true }).fill('A3.5')
  await next.getByRole('radio', { name: /^Optique/ }).check()
  await check(next).click()
  await expect(lastLook(next)).toContainText(photo.name)
  await send(next).click()
  await registered(next)
  await next.goto(at(practice.host, '/cases/new'))
  await expect(patientCode(next)).toHaveValue('')
  await expect(begun(next)).toHaveCount(0)
})

test('a dialog that is open when the draft gets its address stays open', async ({ page }) => {
  await openForm(page, await makeOrderingPractice())
  const isOpen = Promise.withResolvers<void>()
  await page.route('**/api/order-drafts/*', async route => {
    await isOpen.promise
    await route.continue()
  })
  await page.getByRole('radio', { name: /^Physique/ }).check()
  await page.getByRole('button', { name: 'Programmer une collecte' }).click()
  const day = page.getByRole('dialog', { name: 'Programmer une collecte' }).getByRole('textbox', { name: 'Jour' })
  await expect(day).toBeVisible()
  isOpen.resolve()
  await expect(page).toHaveURL(/draft=/)
  await day.press('Enter')
  await expect(page.getByText(/La collecte du .* prend l’empreinte/).first()).toBeVisible()
})

test('a draft that was emptied again is not spoken of', async ({ page }) => {
  await openForm(page, await makeOrderingPractice())
  const kept = () =>
    page.waitForResponse(answer => answer.request().method() === 'PUT' && answer.url().includes('/api/order-drafts/'))
  for (const words of ['P-1', '']) {
    const answer = kept()
    await patientCode(page).fill(words)
    expect((await answer).status()).toBe(200)
  }
  await page.reload()
  await expect(patientCode(page)).toHaveValue('')
  await expect(page.getByText(/^Brouillon de/)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Recommencer' })).toHaveCount(0)
})

test('a draft outlives a sign-out, waits on another device, and leaves no patient in the browser', async ({
  page,
  browser,
}) => {
  const practice = await makeOrderingPractice()
  await openForm(page, practice)
  await patientCode(page).fill('P-SECRET')
  await page.locator('[name=patient]').fill('Zoé Martin')
  await expect(saved(page)).toBeVisible()
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }) + document.cookie)
  expect(stored).not.toMatch(/P-SECRET|Martin/)
  await page.getByRole('button', { name: /Claire Martin/ }).click()
  await page.getByRole('button', { name: 'Se déconnecter' }).click()
  await page.waitForURL(/\/login/)
  const other = await browser.newContext()
  const elsewhere = await other.newPage()
  await openForm(elsewhere, practice)
  await begun(elsewhere).getByRole('link', { name: 'P-SECRET · Zoé Martin' }).click()
  await expect(patientCode(elsewhere)).toHaveValue('P-SECRET')
  await elsewhere.getByRole('button', { name: 'Recommencer' }).click()
  expect(await faultsOfOneDialog('ordering/web/start-over.tsx', elsewhere)).toEqual([])
  await elsewhere.getByRole('button', { name: 'Supprimer le brouillon' }).click()
  await expect(patientCode(elsewhere)).toHaveValue('')
  await elsewhere.reload()
  await expect(patientCode(elsewhere)).toHaveValue('')
  await other.close()
})

test('leaving an order that is not sent asks: stay, keep it, throw it away; one as it was asks nothing', async ({
  page,
  quiet,
}) => {
  quiet.allow(unreachable)
  await openForm(page, await makeOrderingPractice())
  await patientCode(page).fill('P-1')
  await cases(page).click()
  await expectAccessible(page)
  expect(await faultsOfOneDialog('ordering/web/leave-question.tsx', page)).toEqual([])
  await leaving(page).getByRole('button', { name: 'Continuer la saisie' }).click()
  await expect(leaving(page)).toBeHidden()
  await cases(page).click()
  await leaving(page).getByRole('button', { name: 'Garder le brouillon et quitter' }).click()
  await arrived(page)
  await page.goBack()
  await expect(patientCode(page)).toHaveValue('P-1')
  await cases(page).click()
  await arrived(page)
  await page.getByRole('link', { name: 'Brouillons' }).click()
  await page.getByRole('link', { name: 'P-1' }).click()
  await expect(patientCode(page)).toHaveValue('P-1')

  // What cannot be kept is asked about in other words.
  await page.route('**/api/order-drafts/*', route => route.abort())
  await patientCode(page).fill('P-2')
  await expect(page.getByRole('status').filter({ hasText: 'Le brouillon ne s’enregistre pas' })).toBeVisible()
  await cases(page).click()
  const question = page.getByRole('alertdialog', { name: 'Quitter sans enregistrer ?' })
  await question.getByRole('button', { name: 'Continuer la saisie' }).click()
  await page.unroute('**/api/order-drafts/*')
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect(saved(page)).toBeVisible()
  await cases(page).click()
  await leaving(page).getByRole('button', { name: 'Supprimer le brouillon' }).click()
  await arrived(page)
  await page.getByRole('link', { name: 'Brouillons' }).click()
  await expect(page.getByText('Aucun brouillon').first()).toBeVisible()
})

test('keeping the last words while leaving loses none of them', async ({ page }) => {
  await openForm(page, await makeOrderingPractice())
  await patientCode(page).fill('P-9')
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/order-drafts/*', async route => {
    if (route.request().method() === 'PUT') await promise
    await route.fallback()
  })
  await cases(page).click()
  await leaving(page).getByRole('button', { name: 'Garder le brouillon et quitter' }).click()
  await expect(leaving(page)).toBeVisible()
  resolve()
  await arrived(page)
  await page.goBack()
  await expect(patientCode(page)).toHaveValue('P-9')
})

for (const choice of ['Garder cette page', 'Prendre l’autre version'] as const) {
  test(`two tabs with one draft: "${choice}"`, async ({ page, context, quiet }) => {
    quiet.allow(refused(409))
    const practice = await makeOrderingPractice()
    await openForm(page, practice)
    await patientCode(page).fill('P-1')
    await expect(saved(page)).toBeVisible()
    const other = await context.newPage()
    await openAgain(page, other)
    await expect(patientCode(other)).toHaveValue('P-1')
    await patientCode(other).fill('P-OTHER')
    await expect(saved(other)).toBeVisible()
    await patientCode(page).fill('P-THIS')
    await expect(page.getByText('Ce brouillon a été modifié dans un autre onglet')).toBeVisible()
    if (choice === 'Garder cette page') await expectAccessible(page)
    await page.getByRole('button', { name: choice }).click()
    await expect(saved(page)).toBeVisible()
    const kept = choice === 'Garder cette page' ? 'P-THIS' : 'P-OTHER'
    await expect(patientCode(page)).toHaveValue(kept)
    await page.reload()
    await expect(patientCode(page)).toHaveValue(kept)
  })
}

test('a draft that another tab has sent is not sent again unseen', async ({ page, context, quiet }) => {
  quiet.allow(refused(409))
  const practice = await makeOrderingPractice()
  await openForm(page, practice)
  await fillCrown(page, 'P-1')
  await page.locator('input[type=file][multiple]').setInputFiles(photo)
  await expect(attached(page)).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await expect(saved(page)).toBeVisible()
  const other = await context.newPage()
  await openAgain(page, other)
  await expect(patientCode(other)).toHaveValue('P-1')
  await check(other).click()
  await send(other).click()
  await registered(other)
  await check(page).click()
  await expect(lastLook(page)).toContainText(photo.name)
  await send(page).click()
  const said = lastLook(page).getByRole('alert')
  await expect(said).toContainText('Consultez vos travaux')
  // They went with the draft: another request would come without them.
  await expect(said).toContainText('joignez-les de nouveau')
  await expect(lastLook(page)).not.toContainText(photo.name)
})

test('a catalogue that cannot be had says so and is asked for again', async ({ page, quiet }) => {
  quiet.allow(refused(503))
  const { host, doctor } = await makeOrderingPractice()
  await enter(page, host, doctor, '/cases')
  await page.route('**/api/catalogue', route =>
    route.fulfill({ status: 503, contentType: 'application/problem+json', body: '{"code":"unavailable"}' }),
  )
  await page.locator('.sidebar').getByRole('link', { name: 'Passer commande' }).click()
  await expect(page.getByText('Le catalogue n’a pas pu être chargé')).toBeVisible()
  await page.unroute('**/api/catalogue')
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect(patientCode(page)).toBeVisible()
})
