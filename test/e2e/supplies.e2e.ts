// The dialog of supplies, sentence by sentence of the specification.
import { inTurn } from '../in-turn.ts'
import { enter } from './ordering.ts'
import { countCalls, expect, expectAccessible, pressTwice, test } from './portal.ts'
import {
  add,
  button,
  change,
  dialog,
  line,
  lines,
  makePractice,
  offered,
  open,
  openRecap,
  quantity,
  remove,
  trigger,
} from './supplies.ts'

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
  await enter(page, made.host, made.user, '/supplies')
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
