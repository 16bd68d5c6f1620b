import type { Page } from '@playwright/test'
import { withMaker } from './laboratory.ts'
import {
  catalogueSearch,
  check,
  fillCrown,
  lastLook,
  makeOrderingPractice,
  openForm,
  patientCode,
  registered,
  saved,
  send,
  work,
} from './ordering.ts'
import { expect, expectAccessible, test, withoutEvents } from './portal.ts'

const prescriber = (page: Page) => page.locator('[name=prescriberId]')
const another = (page: Page) => page.locator('[name=prescriberName]')
const contact = (page: Page) => page.locator('.card', { hasText: 'Saisi par' })

const manager = { account_type: 'manager', title: 'Mme', first_name: 'Léa', last_name: 'Roux' }

async function openAs(page: Page, user: Record<string, unknown>, doctors: readonly string[]) {
  const practice = await makeOrderingPractice(user)
  await withMaker(async make => {
    for (const last_name of doctors) await make.user(practice.practice, { last_name })
  })
  await withoutEvents(page)
  await openForm(page, practice)
  return practice
}
const lookFor = async (page: Page, name: string) => {
  await check(page).click()
  await expect(lastLook(page).locator('.descriptions')).toContainText(`Prescripteur${name}`)
}

test('a manager says who prescribes; whom one ordered for last stands first, and the papers name that doctor', async ({
  page,
}) => {
  await openAs(page, manager, ['Adam', 'Brun'])
  await fillCrown(page, 'P-7')
  await check(page).click()
  const link = page.locator('.faults').getByRole('link', { name: 'Choisissez qui prescrit ce travail.' })
  await link.click()
  await expect(prescriber(page)).toBeFocused()
  await expect(prescriber(page)).toHaveAccessibleDescription('Choisissez qui prescrit ce travail.')
  await prescriber(page).selectOption('Dr Claire Brun')
  await expect(page.locator('.faults')).toHaveCount(0)
  await expectAccessible(page)
  // What was chosen is kept with the rest of the draft.
  await expect(saved(page)).toBeVisible()
  await page.reload()
  await expect(prescriber(page).locator('option:checked')).toHaveText('Dr Claire Brun')
  await lookFor(page, 'Dr Claire Brun')
  await send(page).click()
  await registered(page)
  await expect(contact(page)).toContainText('PrescripteurDr Claire Brun')
  await expect(contact(page)).toContainText('Saisi parMme Léa Roux')

  // Ordered again, by the same.
  await page.getByRole('button', { name: 'Autres actions' }).click()
  await page.getByRole('link', { name: 'Commander de nouveau' }).click()
  await expect(patientCode(page)).toHaveValue('P-7')
  await expect(prescriber(page).locator('option:checked')).toHaveText('Dr Claire Brun')
  await expect(prescriber(page).locator('option')).toHaveText([
    'Dr Claire Brun',
    'Dr Claire Adam',
    'Autre prescripteur…',
  ])
  await prescriber(page).selectOption('Autre prescripteur…')
  await check(page).click()
  await page.locator('.faults').getByRole('link', { name: 'Saisissez le nom du prescripteur.' }).click()
  await page.keyboard.type('Dr Anne Leroy')
  await lookFor(page, 'Dr Anne Leroy')
  await send(page).click()
  await registered(page)
  await expect(contact(page)).toContainText('PrescripteurDr Anne Leroy')
  await page.getByRole('navigation', { name: 'Où vous êtes' }).getByRole('link', { name: 'Travaux' }).click()
  await expect(page.getByRole('row', { name: /P-7/ }).filter({ hasText: 'Dr Anne Leroy' })).toBeVisible()
})

test('a doctor alone is not asked, prescribes, and orders for the same patient like last time', async ({ page }) => {
  // As most are: the manager of their practice.
  await openAs(page, { account_type: 'manager' }, [])
  await fillCrown(page, 'P-7')
  await expect(prescriber(page)).toHaveCount(0)
  await lookFor(page, 'Dr Claire Martin')
  await send(page).click()
  await registered(page)
  await expect(page.locator('.card', { hasText: 'PrescripteurDr Claire Martin' })).toBeVisible()
  await expect(contact(page)).toHaveCount(0)

  await page.getByRole('link', { name: 'Passer commande' }).click()
  const comment = page.locator('[name=comment]')
  const like = page.getByRole('button', { name: 'Comme la dernière fois' })
  await comment.fill('Avant')
  await patientCode(page).fill('P-7')
  await page.setViewportSize({ width: 390, height: 480 })
  await like.click()
  const crown = work(page, /zircon/)
  const teeth = crown.getByRole('textbox', { name: 'Numéros' })
  await expect(teeth).toBeFocused()
  // A card higher than the screen has its field in sight all the same.
  const header = await page.locator('header').first().boundingBox()
  const field = await teeth.boundingBox()
  expect(field?.y).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0))
  expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThanOrEqual(480)
  await expect(teeth).toHaveValue('')
  await expect(crown.getByRole('textbox', { name: 'Teinte', exact: true })).toHaveValue('A2')
  await expect(page.getByRole('radio', { name: /^Opti/ })).toBeChecked()
  await expect(comment).toHaveValue('Avant')
  await expect(like).toHaveCount(0)
  await comment.fill('Après')
  await page.locator('.notice').getByRole('button', { name: 'Annuler' }).click()
  await expect(crown).toHaveCount(0)
  await expect(comment).toHaveValue('Après')

  // What is chosen while the case before is on its way is what was meant.
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const earlier = page.waitForResponse(/\/api\/orders\/[0-9a-f-]{36}$/)
  await page.route(/\/api\/orders\/[0-9a-f-]{36}$/, async route => {
    await released
    await route.continue()
  })
  await like.click()
  await catalogueSearch(page).fill('porte')
  await page.keyboard.press('Enter')
  await expect(work(page, 'Porte-empreinte individuel')).toBeVisible()
  release()
  await (await earlier).finished()
  await expect(crown).toHaveCount(0)
  await expect(work(page, 'Porte-empreinte individuel')).toBeVisible()
  await expect(page.locator('.notice').filter({ hasText: 'Annuler' })).toHaveCount(0)
})

test('a doctor among colleagues is chosen already and may name another', async ({ page }) => {
  await openAs(page, {}, ['Adam'])
  await fillCrown(page, 'P-7')
  await expect(prescriber(page).locator('option:checked')).toHaveText('Dr Claire Martin')
  await prescriber(page).selectOption('Dr Claire Adam')
  await lookFor(page, 'Dr Claire Adam')
})

test('a practice whose doctors have no account types the name', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 })
  await openAs(page, manager, [])
  await expect(prescriber(page)).toHaveCount(0)
  await fillCrown(page, 'P-7')
  await check(page).click()
  await expect(another(page)).toHaveAccessibleDescription(/Saisissez le nom du prescripteur\./)
  await another(page).fill('Dr Anne Leroy')
  await expectAccessible(page)
  await lookFor(page, 'Dr Anne Leroy')
  await send(page).click()
  await registered(page)
})
