// Rows open where they are pressed, and hold what they held before: their menu, their other links, words to be copied.
import type { Locator, Page } from '@playwright/test'
import { anyRow, expect, rows, signIn, test } from './portal.ts'

const cells = ['status', 'delivery', 'appointment'] as const
const cellAt = (row: Locator, cell: (typeof cells)[number]) => row.locator('td').nth(cells.indexOf(cell) + 1)

/** In the middle of its box, whatever stands there. */
async function middleOf(cell: Locator) {
  await cell.scrollIntoViewIfNeeded()
  const box = await cell.boundingBox()
  if (!box) throw new Error('not in sight')
  return [box.x + box.width / 2, box.y + box.height / 2] as const
}

/** A row in which nothing is asked: its delivery is no button. */
const plain = (page: Page) =>
  rows(page)
    .filter({ hasNot: page.locator('.case-list__asking') })
    .first()
const wayOf = async (row: Locator) => (await row.locator('.table__link').getAttribute('href')) ?? ''

test.describe('with a mouse', () => {
  test.beforeEach(async ({ page }) => {
    await signIn(page, 'doctor')
    await expect(rows(page)).toHaveCount(25)
    // What the frame holds and nobody sees at first has come: with it words can be drawn over.
    await expect(page.locator('html')).not.toHaveClass(/fresh/)
  })

  test('a case opens where its status, delivery or appointment is pressed, and its menu above it', async ({ page }) => {
    await anyRow(page).getByRole('button', { name: 'Actions pour' }).click()
    await expect(page.locator('.popover__panel:popover-open .menu__item').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL('/cases')
    for (const cell of cells) {
      const row = plain(page)
      const way = await wayOf(row)
      await page.mouse.click(...(await middleOf(cellAt(row, cell))))
      await expect(page).toHaveURL(way)
      await page.goBack()
      await expect(rows(page)).toHaveCount(25)
    }
  })

  test('a middle press and one with Ctrl open a tab of their own, and words are selected by drawing over them', async ({
    page,
    context,
  }) => {
    const row = plain(page)
    const way = await wayOf(row)
    const place = await middleOf(cellAt(row, 'status'))
    for (const press of ['middle', 'Control'] as const) {
      const opened = context.waitForEvent('page')
      if (press === 'Control') await page.keyboard.down('Control')
      await page.mouse.click(...place, { button: press === 'middle' ? 'middle' : 'left' })
      if (press === 'Control') await page.keyboard.up('Control')
      const tab = await opened
      await expect(tab).toHaveURL(way)
      await tab.close()
    }
    await expect(page).toHaveURL('/cases')

    const words = plain(page).locator('.table__cell--bare .two-lines > :first-child')
    const whole = (await words.textContent()) ?? ''
    const box = await words.evaluate(element => {
      const range = document.createRange()
      range.selectNodeContents(element)
      const { left, right, top, height } = range.getBoundingClientRect()
      return { left, right, middle: top + height / 2 }
    })
    await page.mouse.move(box.left + 1, box.middle)
    await page.mouse.down()
    await page.mouse.move(box.left + 30, box.middle, { steps: 4 })
    await page.mouse.move(box.right - 1, box.middle, { steps: 8 })
    await page.mouse.up()
    await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe(whole)
    await expect(page).toHaveURL('/cases')
    // The next press is a press again.
    await page.mouse.click(...(await middleOf(cellAt(row, 'status'))))
    await expect(page).toHaveURL(way)
  })
})

test.describe('under a thumb', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a card opens where it is pressed, and its menu as its own', async ({ page }) => {
    await signIn(page, 'doctor')
    await expect(rows(page)).toHaveCount(25)
    await anyRow(page).getByRole('button', { name: 'Actions pour' }).tap()
    await expect(page.locator('.popover__panel:popover-open .menu__item').first()).toBeVisible()
    await page.keyboard.press('Escape')
    for (const cell of cells) {
      const row = plain(page)
      const way = await wayOf(row)
      await page.touchscreen.tap(...(await middleOf(cellAt(row, cell))))
      await expect(page).toHaveURL(way)
      await page.goBack()
      await expect(rows(page)).toHaveCount(25)
    }
  })
})

test('a mouse that rests on a case of the laboratory prepares its screen, and has not read it', async ({ page }) => {
  await signIn(page, 'production')
  await page.goto('/staff/cases')
  const read: string[] = []
  page.on('request', request => {
    if (/\/api\/staff\/orders\/[\da-f-]{36}/.test(request.url())) read.push(request.url())
  })
  const prepared = page.waitForRequest(/staff-case-screen/)
  await rows(page).first().hover()
  await (await prepared).response()
  expect(read).toEqual([])
  await rows(page).first().click()
  await expect.poll(() => read.length).toBeGreaterThan(0)
})
