// The dialog of supplies, sentence by sentence of the specification.
import type { Page } from '@playwright/test'
import { inTurn } from './in-turn.ts'
import { openLaboratory, withMaker } from './laboratory.ts'
import { enter } from './ordering.ts'
import {
  countCalls,
  expect,
  expectAccessible,
  pressTwice,
  refused,
  test,
  withoutEvents,
  withoutPauses,
} from './portal.ts'

const offered = [
  { name: 'pads', position: 1, label_fr: 'Bons de prescription', label_en: 'Prescription pads', options: [2, 5, 10] },
  { name: 'labels', position: 2, label_fr: 'Étiquettes', label_en: 'Address labels', options: [] },
  { name: 'bags', position: 3, label_fr: 'Sachets d’expédition', label_en: 'Shipping bags', options: [20, 50] },
]

const makePractice = (user: Record<string, unknown> = {}, supplies: Record<string, unknown>[] = offered) =>
  withMaker(async make => {
    const made = await openLaboratory(make, { company_name: 'Labo Test' })
    for (const supply of supplies) await make.supply(made.laboratory, supply)
    return { ...made, user: await make.user(made.practice, user) }
  })
type Made = Awaited<ReturnType<typeof makePractice>>

const change = ({ laboratory }: Made, text: string) =>
  withMaker(make => make.within(laboratory.id, client => client.query(text)))

const dialog = (page: Page) =>
  page.locator('dialog[open]').filter({ hasNot: page.getByRole('heading', { name: /^Quitter sans enregistrer/ }) })
const lines = (page: Page) => dialog(page).getByRole('listitem')
const line = (page: Page, label: string) => lines(page).filter({ hasText: label })
const quantity = (page: Page, label: string) => dialog(page).getByRole('combobox', { name: `Quantité de ${label}` })
const add = (page: Page, label: string) => dialog(page).getByRole('button', { name: `Ajouter ${label}` })
const remove = (page: Page, label: string) => dialog(page).getByRole('button', { name: `Retirer ${label}` })
const button = (page: Page, name: string) => dialog(page).locator('footer').getByRole('button', { name })
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Quitter sans enregistrer\u202f?' })
const trigger = (page: Page) => page.locator('.page-head').getByRole('button', { name: 'Demander des fournitures' })

/** The dialog, opened on the screen of pickups. */
async function open(page: Page, made: Made) {
  await enter(page, made.host, made.user, '/rides')
  await trigger(page).click()
  await expect(dialog(page)).toHaveAccessibleName('Demander des fournitures')
  await expect(dialog(page).locator('.skeleton')).toHaveCount(0)
}

/** At the recap of two supplies. */
async function openRecap(page: Page, made: Made) {
  await open(page, made)
  await add(page, 'Bons de prescription').click()
  await quantity(page, 'Bons de prescription').selectOption('5')
  await add(page, 'Étiquettes').click()
  await button(page, 'Continuer').click()
  await expect(dialog(page)).toHaveAccessibleName('Confirmer la demande')
}

for (const [language, words] of inTurn('supplies', [
  [
    'fr',
    {
      menu: 'Nouveau',
      supplies: 'Demander des fournitures',
      goOn: 'Continuer',
      pads: 'Bons de prescription',
      labels: 'Étiquettes',
      add: 'Ajouter',
      of: 'Quantité de',
    },
  ],
  [
    'en',
    {
      menu: 'New',
      supplies: 'Request supplies',
      goOn: 'Continue',
      pads: 'Prescription pads',
      labels: 'Address labels',
      add: 'Add',
      of: 'Quantity of',
    },
  ],
] as const)) {
  test(`the first step lists supplies, each with a toggle and, once it is set, its quantity (${language})`, async ({
    page,
  }) => {
    const made = await makePractice({ language })
    await enter(page, made.host, made.user, '/cases')
    await page.getByRole('button', { name: words.menu }).click()
    await page.getByRole('button', { name: words.supplies }).click()
    await expect(dialog(page)).toHaveAccessibleName(words.supplies)
    await expect(lines(page)).toHaveCount(3)
    await expect(lines(page)).toContainText(offered.map(supply => supply[`label_${language}`]))
    const goOn = button(page, words.goOn)
    await expect(dialog(page).getByRole('combobox')).toHaveCount(0)
    await expect(goOn).toBeDisabled()
    await expectAccessible(page)
    // The default is the first of its options, or one.
    const pads = line(page, words.pads)
    const labels = line(page, words.labels)
    await pads.getByRole('button', { name: `${words.add} ${words.pads}` }).click()
    await expect(pads.getByRole('combobox', { name: `${words.of} ${words.pads}` })).toHaveValue('2')
    await expect(pads.getByRole('option')).toHaveText(['2', '5', '10'])
    await expect(goOn).toBeEnabled()
    await labels.getByRole('button').click()
    await expect(labels.getByRole('combobox')).toHaveValue('1')
    await expect(dialog(page).getByRole('status')).toHaveText(/^2 /)
    await expectAccessible(page)
    // The toggle takes it away again, and its quantity with it.
    await pads.getByRole('button').click()
    await expect(pads.getByRole('combobox')).toHaveCount(0)
    await expect(goOn).toBeEnabled()
    await labels.getByRole('button').click()
    await expect(dialog(page).getByRole('combobox')).toHaveCount(0)
    await expect(goOn).toBeDisabled()
  })
}

test('where the quantity that was chosen is offered no longer, there is one to be selected', async ({ page }) => {
  const made = await makePractice({ language: 'en' })
  await page.clock.install()
  await enter(page, made.host, made.user, '/rides')
  await page.locator('.page-head').getByRole('button', { name: 'Request supplies' }).click()
  await dialog(page).getByRole('button', { name: 'Add Prescription pads' }).click()
  const quantity = dialog(page).getByRole('combobox')
  await change(made, `update supplies set options = '{3,4}' where name = 'pads'`)
  // Back at the window: the list is asked for anew once it is older than five seconds.
  await page.clock.fastForward(6_000)
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
  await expect(quantity.locator('option:checked')).toHaveText('Select quantity')
  await button(page, 'Continue').click()
  await expect(quantity).toBeFocused()
  await expect(quantity).toHaveAccessibleDescription('Select a quantity.')
  await quantity.selectOption('4')
  await button(page, 'Continue').click()
  await expect(dialog(page)).toContainText('Quantity: 4')
})

test('the second step recalls each label with its quantity, whoever presses twice; lines go, and with the last one the step', async ({
  page,
  context,
}) => {
  const orders = countCalls(context, '/api/supply-orders', 'POST')
  await openRecap(page, await makePractice())
  await expect(lines(page)).toHaveCount(2)
  await expect(lines(page)).toContainText(['Bons de prescriptionQuantité\u00a0: 5', 'ÉtiquettesQuantité\u00a0: 1'])
  await expect(dialog(page).locator('footer').getByRole('button')).toHaveText(['Retour', 'Confirmer'])
  await expectAccessible(page)
  // Back keeps what was chosen.
  await button(page, 'Retour').click()
  await expect(quantity(page, 'Bons de prescription')).toHaveValue('5')
  await button(page, 'Continuer').dblclick()
  await expect(dialog(page)).toHaveAccessibleName('Confirmer la demande')
  // The second press, where the button that it lands on has moved under the pointer.
  await button(page, 'Confirmer').dispatchEvent('click', { detail: 2 })
  await remove(page, 'Bons de prescription').click()
  await expect(lines(page)).toHaveCount(1)
  await remove(page, 'Étiquettes').click()
  await expect(dialog(page)).toHaveAccessibleName('Demander des fournitures')
  await expect(dialog(page).getByRole('combobox')).toHaveCount(0)
  await expect(button(page, 'Continuer')).toBeDisabled()
  expect(orders.count()).toBe(0)
})

test('confirming creates a supply order, once; the dialog closes, its form is empty, the history has it', async ({
  page,
}) => {
  await open(page, await makePractice())
  const sent: unknown[] = []
  page.on(
    'request',
    request =>
      request.url().endsWith('/supply-orders') && request.method() === 'POST' && sent.push(request.postDataJSON()),
  )
  // By keyboard alone.
  await add(page, 'Bons de prescription').press('Enter')
  await quantity(page, 'Bons de prescription').press('ArrowDown')
  await expect(quantity(page, 'Bons de prescription')).toHaveValue('5')
  await add(page, 'Sachets d’expédition').press('Space')
  await button(page, 'Continuer').press('Enter')
  await expect(dialog(page)).toHaveAccessibleName('Confirmer la demande')
  await pressTwice(button(page, 'Confirmer'), '**/api/supply-orders')
  await expect(page.locator('dialog[open]')).toHaveCount(0)
  await expect(page.getByText('Vos fournitures sont demandées')).toBeVisible()
  await expect(trigger(page)).toBeFocused()
  expect(sent).toEqual([
    {
      supplies: [
        { name: 'pads', quantity: 5 },
        { name: 'bags', quantity: 20 },
      ],
    },
  ])
  await page.getByRole('link', { name: 'Travaux' }).click()
  await expect(page).toHaveURL(/\/cases$/)
  await page.goBack()
  await trigger(page).click()
  await expect(button(page, 'Continuer')).toBeDisabled()
  await expect(dialog(page).getByRole('combobox')).toHaveCount(0)
  await dialog(page).getByRole('button', { name: 'Demandes précédentes' }).click()
  await expect(lines(page)).toHaveCount(1)
  await expect(lines(page)).toContainText('Par Dr Claire Martin')
  await expect(lines(page)).toContainText('DemandéesBons de prescription × 5, Sachets d’expédition × 20')
})

test('an order that fails is told by a message, and everything is kept for another try', async ({ page, quiet }) => {
  quiet.allow(refused(500))
  await openRecap(page, await makePractice())
  const keys: (string | undefined)[] = []
  await page.route('**/api/supply-orders', async route => {
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 1) return route.fallback()
    await route.fulfill({
      status: 500,
      contentType: 'application/problem+json',
      json: { status: 500, code: 'unexpected' },
    })
  })
  await button(page, 'Confirmer').click()
  const message = page.locator('.toast')
  await expect(message).toContainText('Une erreur est survenue')
  await expect(message).toContainText('Veuillez réessayer plus tard')
  await expect(dialog(page).getByRole('alert')).toContainText('Vos fournitures ne sont pas demandées')
  await expect(lines(page)).toHaveCount(2)
  await expectAccessible(page)
  await button(page, 'Confirmer').click()
  await expect(page.getByText('Vos fournitures sont demandées')).toBeVisible()
  await expect(page.locator('dialog[open]')).toHaveCount(0)
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
})

test('what the laboratory no longer offers is said at its line', async ({ page, quiet }) => {
  quiet.allow(refused(422))
  const made = await makePractice()
  await openRecap(page, made)
  await change(made, `update supplies set is_retired = true where name = 'labels'`)
  await change(made, `update supplies set options = '{2}' where name = 'pads'`)
  await button(page, 'Confirmer').click()
  await expect(dialog(page).getByRole('alert')).toContainText('Le laboratoire a changé sa liste')
  await expect(line(page, 'Bons de prescription')).toContainText('Cette quantité n’est plus proposée')
  await expect(line(page, 'Étiquettes')).toContainText('N’est plus proposée')
  await remove(page, 'Étiquettes').click()
  await button(page, 'Retour').click()
  await button(page, 'Continuer').click()
  await expect(quantity(page, 'Bons de prescription')).toHaveAccessibleDescription('Choisissez une quantité.')
  await quantity(page, 'Bons de prescription').selectOption('2')
  await button(page, 'Continuer').click()
  await button(page, 'Confirmer').click()
  await expect(page.getByText('Vos fournitures sont demandées')).toBeVisible()
})

test('unsaved edits ask before the dialog closes, before leaving, and before the page unloads', async ({ page }) => {
  const made = await makePractice()
  await enter(page, made.host, made.user, '/cases')
  await page.getByRole('link', { name: 'Collectes' }).click()
  await trigger(page).click()
  // Clean, it closes without a question.
  await dialog(page).getByRole('button', { name: 'Fermer' }).click()
  await expect(page.locator('dialog[open]')).toHaveCount(0)
  await trigger(page).click()
  await add(page, 'Bons de prescription').click()
  for (const leave of [
    () => dialog(page).getByRole('button', { name: 'Fermer' }).click(),
    () => page.keyboard.press('Escape'),
    () => button(page, 'Annuler').click(),
    () => page.goBack(),
  ]) {
    await leave()
    await expect(question(page)).toContainText('Votre saisie n’est pas enregistrée et sera perdue.')
    // The event of the time before comes late, when the question stands open again.
    await question(page).dispatchEvent('close')
    await expect(question(page)).toBeVisible()
    await question(page).getByRole('button', { name: 'Continuer la saisie' }).click()
    await expect(quantity(page, 'Bons de prescription')).toHaveValue('2')
  }
  const asked = page.waitForEvent('dialog')
  await page.evaluate(() => setTimeout(() => location.reload()))
  const unload = await asked
  expect(unload.type()).toBe('beforeunload')
  await unload.dismiss()
  // From the second step too. Once confirmed the form is empty again, and the first step is shown.
  await button(page, 'Continuer').click()
  await page.keyboard.press('Escape')
  await question(page).getByRole('button', { name: 'Abandonner ma saisie' }).click()
  await expect(page.locator('dialog[open]')).toHaveCount(0)
  await expect(trigger(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toHaveAccessibleName('Demander des fournitures')
  await expect(button(page, 'Continuer')).toBeDisabled()
  await add(page, 'Étiquettes').click()
  await page.goBack()
  await question(page).getByRole('button', { name: 'Abandonner ma saisie' }).click()
  await expect(page).toHaveURL(/\/cases$/)
  await expect(page.locator('dialog[open]')).toHaveCount(0)
})

test('whoever presses back twice is still asked', async ({ page }) => {
  const made = await makePractice()
  await enter(page, made.host, made.user, '/cases')
  for (const screen of ['Absences', 'Tableau de bord', 'Collectes'])
    await page.getByRole('link', { name: screen }).click()
  await trigger(page).click()
  await add(page, 'Étiquettes').click()
  await page.goBack()
  await expect(question(page)).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(question(page)).toBeVisible()
})

test('an empty list says so, with the way to call; one that could not be had can be asked for again', async ({
  page,
  quiet,
}) => {
  await withoutPauses(page)
  quiet.allow(refused(500))
  await withoutEvents(page)
  const made = await makePractice({}, [])
  await enter(page, made.host, made.user, '/rides')
  await page.route('**/api/available-supplies', route =>
    route.fulfill({ status: 500, contentType: 'application/problem+json', json: { status: 500, code: 'unexpected' } }),
  )
  await trigger(page).click()
  await expect(dialog(page)).toContainText('Les fournitures n’ont pas pu être chargées')
  await expectAccessible(page)
  await page.unroute('**/api/available-supplies')
  await dialog(page).getByRole('button', { name: 'Réessayer' }).click()
  await expect(dialog(page)).toContainText('Aucune fourniture à choisir')
  await expect(dialog(page).getByRole('link', { name: '01 23 45 67 89' })).toBeVisible()
  await expect(button(page, 'Continuer')).toBeDisabled()
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Demandes précédentes' }).click()
  await expect(dialog(page)).toContainText('Aucune demande pour l’instant')
})

test('the history says what became of each request, the latest first', async ({ page }) => {
  const made = await makePractice()
  const statuses = ['requested', 'prepared', 'sent', 'cancelled'] as const
  await withMaker(async make => {
    for (const [days, status] of statuses.entries()) {
      const created_at = new Date(Date.now() - days * 86_400_000).toISOString()
      await make.supplyOrder(made.practice, ['pads'], { status, created_at, created_by: made.user.id })
    }
    for (let more = 4; more < 40; more++) {
      const created_at = new Date(Date.now() - more * 86_400_000).toISOString()
      await make.supplyOrder(made.practice, ['bags'], { created_at, created_by: made.user.id })
    }
  })
  await open(page, made)
  await dialog(page).getByRole('button', { name: 'Demandes précédentes' }).press('Enter')
  await expect(lines(page)).toHaveCount(40)
  for (const [place, words] of ['Demandées', 'Préparées', 'Envoyées', 'Annulées'].entries())
    await expect(lines(page).nth(place)).toContainText(words)
  await expectAccessible(page)
  await button(page, 'Retour').click()
  await expect(lines(page)).toHaveCount(3)
})

test('a DLCPM account finds supplies in the menu, and no new case', async ({ page }) => {
  const made = await makePractice({ is_dlcpm: true })
  await enter(page, made.host, made.user, '/cases')
  await page.getByRole('button', { name: 'Nouveau', exact: true }).click()
  const panel = page.getByRole('group', { name: 'Nouveau', exact: true })
  await expect(panel.getByRole('link')).toHaveCount(0)
  await panel.getByRole('button', { name: 'Demander des fournitures' }).click()
  await expect(lines(page)).toHaveCount(3)
})

test.describe('on a phone, in the dark', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme: 'dark' })

  test('the dialog takes the place of the drawer, and fits', async ({ page }) => {
    const made = await makePractice()
    await change(
      made,
      `update supplies set label_fr = '${'Désinfectant pour empreintes '.repeat(4)}' where name = 'labels'`,
    )
    await enter(page, made.host, made.user, '/cases')
    const opener = page.getByRole('button', { name: 'Ouvrir le menu' })
    await opener.tap()
    await page.getByRole('button', { name: 'Nouveau', exact: true }).tap()
    await page.getByRole('button', { name: 'Demander des fournitures' }).tap()
    await expect(lines(page)).toHaveCount(3)
    await expect(page.locator('.sidebar')).toBeHidden()
    for (const line of await lines(page).all()) await line.getByRole('button').tap()
    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 568 })
    const { width = 0, x = -1 } = (await dialog(page).boundingBox()) ?? {}
    expect(x).toBeGreaterThanOrEqual(0)
    expect(x + width).toBeLessThanOrEqual(320)
    const tooWide = await lines(page).evaluateAll(all => all.filter(line => line.scrollWidth > line.clientWidth).length)
    expect(tooWide).toBe(0)
    await button(page, 'Continuer').tap()
    await expect(button(page, 'Continuer')).toHaveCount(0)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await question(page).getByRole('button', { name: 'Abandonner ma saisie' }).tap()
    await expect(opener).toBeFocused()
  })
})
