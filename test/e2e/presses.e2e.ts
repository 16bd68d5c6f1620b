// People press words and padding, not boxes: with a real mouse and a real finger, at a point of the screen.
import type { Locator, Page } from '@playwright/test'
import { letLeave } from './answers.ts'
import { makeLaboratory } from './laboratory.ts'
import { catalogueSearch, check, enter, fillCrown, makeOrderingPractice, openForm, work } from './ordering.ts'
import { expect, rows, test } from './portal.ts'

type Press = (at: { x: number; y: number }) => Promise<void>

/** A point of a box, in sight. */
async function pointOf(box: Locator, at: (size: { width: number; height: number }) => [x: number, y: number]) {
  await expect(box).toBeVisible()
  await box.scrollIntoViewIfNeeded()
  const { x, y, ...size } = (await box.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const [dx, dy] = at(size)
  return { x: x + dx, y: y + dy }
}
const middle = (box: Locator) => pointOf(box, ({ width, height }) => [width / 2, height / 2])
/** The padding of whatever has one. */
const corner = (box: Locator) => pointOf(box, ({ width, height }) => [width - 5, height - 5])
/** The far end of its row, where nothing is drawn. */
const rowEnd = (box: Locator) => pointOf(box, ({ width, height }) => [width - 6, height / 2])

const panel = (page: Page) => page.locator('.popover__panel:popover-open')

async function openCases(page: Page) {
  const orders = ['in_preparation', 'on_hold', 'shipped'].map(status => ({
    status,
    hold_reason: status === 'on_hold' ? 'other' : null,
  }))
  const { host, user } = await makeLaboratory({ company_name: 'Labo Test' }, orders)
  await enter(page, host, user, '/cases')
  await expect(rows(page)).toHaveCount(3)
}

async function expectFiltersPressed(page: Page, press: Press) {
  await openCases(page)
  const opener = page.locator('.toolbar').getByRole('button', { name: 'Filtrer' })
  if (await opener.isVisible()) await press(await middle(opener))
  const status = page.locator('.toolbar').getByRole('button', { name: 'Statut' })
  await press(await middle(status))
  await press(await middle(panel(page).getByText(/^En attente( \d+)?$/)))
  await expect(panel(page).getByRole('checkbox', { name: 'En attente' })).toBeChecked()
  await expect(rows(page)).toHaveCount(1)
  await press(await rowEnd(panel(page).locator('label', { hasText: 'Expédié' })))
  await expect(rows(page)).toHaveCount(2)
  await press(await corner(panel(page)))
  await expect(panel(page)).toBeVisible()
  await press(await middle(panel(page).getByText(/^En attente( \d+)?$/)))
  await expect(rows(page)).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(status).toBeFocused()

  const delivery = page.locator('.toolbar').getByRole('button', { name: 'Livraison' })
  await press(await middle(delivery))
  await press(await corner(panel(page)))
  await expect(panel(page)).toBeVisible()
  await press(await middle(panel(page).getByText('Au', { exact: true })))
  await expect(panel(page).getByLabel('Au', { exact: true })).toBeFocused()
  await press(await middle(panel(page).getByText('Aujourd’hui', { exact: true })))
  await expect(page).toHaveURL(/deliveryDateFrom=/)
  await expect(panel(page)).toHaveCount(0)
}

async function expectMenusPressed(page: Page, press: Press) {
  await openCases(page)
  const question = rows(page).filter({ hasText: 'En attente' }).locator('.case-list__asking')
  await press(await middle(question))
  // The words above the answers belong to the panel.
  await press(await middle(panel(page).locator('.menu__legend')))
  await expect(panel(page)).toBeVisible()
  await press(await rowEnd(panel(page).getByRole('button', { name: 'Appelez-moi', exact: true })))
  await letLeave(page)
  await expect(page.locator('tbody')).toContainText('Vous avez répondu')

  await press(await middle(page.locator('.toolbar').getByRole('button', { name: 'Trier' })))
  await press(await middle(panel(page).getByText('Trier par', { exact: true })))
  await press(await rowEnd(panel(page).getByRole('link', { name: 'Code patient', exact: true })))
  await expect(page).toHaveURL(/sort_by=patient/)
}

async function expectFormPressed(page: Page, press: Press) {
  await openForm(page, await makeOrderingPractice())
  await fillCrown(page, 'P-1')
  const crown = work(page, /zircon/)

  await press(await middle(crown.getByRole('button', { name: 'Teinte, choisir dans le nuancier' })))
  await press(await middle(panel(page).locator('.shade__guides > p')))
  await expect(panel(page)).toBeVisible()
  await press(await middle(panel(page).getByText('A3,5', { exact: true })))
  await expect(panel(page)).toHaveCount(0)
  await expect(crown.getByRole('textbox', { name: 'Teinte', exact: true })).toHaveValue('A3,5')

  const physical = page.locator('.choice', { hasText: /physique/i })
  await press(await rowEnd(physical))
  await expect(physical.getByRole('radio')).toBeChecked()

  const field = catalogueSearch(page)
  await press(await middle(field))
  await press(await middle(page.locator('.combobox__group')))
  await expect(field).toBeFocused()
  await press(await rowEnd(page.getByRole('option', { name: /Porte-empreinte/ })))
  await expect(work(page, 'Porte-empreinte individuel')).toBeVisible()
  await expect(check(page)).toBeVisible()
}

test.describe('with a mouse, words and padding are pressed', () => {
  const pressWith =
    (page: Page): Press =>
    ({ x, y }) =>
      page.mouse.click(x, y)

  test('in the filters', ({ page }) => expectFiltersPressed(page, pressWith(page)))
  test('in menus', ({ page }) => expectMenusPressed(page, pressWith(page)))
  test('in the form of an order', ({ page }) => expectFormPressed(page, pressWith(page)))
})

test.describe('with a finger, words and padding are pressed', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const pressWith =
    (page: Page): Press =>
    ({ x, y }) =>
      page.touchscreen.tap(x, y)

  test('in the filters', ({ page }) => expectFiltersPressed(page, pressWith(page)))
  test('in menus', ({ page }) => expectMenusPressed(page, pressWith(page)))
  test('in the form of an order', ({ page }) => expectFormPressed(page, pressWith(page)))
})

test('a button that moves away while the mouse is down is pressed, and one that is drawn off is not', async ({
  page,
}) => {
  await openCases(page)
  const status = page.locator('.toolbar').getByRole('button', { name: 'Statut' })
  // Once what the frame brings later is there.
  await expect(page.locator('html.fresh')).toHaveCount(0)
  const { x, y } = await middle(status)
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x, y + 150)
  await page.mouse.up()
  await expect(panel(page)).toHaveCount(0)

  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.locator('main').evaluate(main => {
    const answer = document.createElement('div')
    answer.style.height = '150px'
    main.prepend(answer)
  })
  await page.mouse.up()
  await expect(panel(page).getByText(/^En attente( \d+)?$/)).toBeVisible()
})
