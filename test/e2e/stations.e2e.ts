import type { Page } from '@playwright/test'
import { openLaboratory, withMaker } from './laboratory.ts'
import { enter } from './ordering.ts'
import { application, expect, expectAccessible, refused, test } from './portal.ts'

test('at the place where a device stands a scan opens its case and checks it in, in the place of what was there', async ({
  page,
  quiet,
}) => {
  const { host, bench, codes } = await withMaker(async make => {
    const { host, laboratory, practice } = await openLaboratory(make, { company_name: 'Labo Test' })
    const cases = [await make.order(practice), await make.order(practice)]
    const bench = await make.user(laboratory, { role: 'production', language: 'en' })
    return { host, bench, codes: cases.map(({ code }) => code) as [string, string] }
  })
  const label = page.getByRole('textbox', { name: 'Number on the label' })
  const place = page.getByRole('combobox', { name: 'Place (optional)' })
  const scan = async (code: string) => {
    await label.fill(code)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/staff\/cases\/[\w-]+$/)
  }
  await enter(page, host, bench, '/staff/scan')
  await place.fill('Milling')
  await expectAccessible(page)
  await scan(codes[0])
  await expect(page.getByText(`${codes[0]} is now at: Milling`)).toBeVisible()
  await expectAccessible(page)
  await menu(page, 'Scan')
  await expect(place).toHaveValue('Milling')
  await expect(label).toBeFocused()
  // Whoever holds a reader does not look where it types: the press beside the field takes nothing away.
  await page.getByRole('heading', { name: 'Scan', exact: true }).click()
  await expect(label).not.toBeFocused()
  await page.keyboard.type(`${codes[1]}\n`)
  await expect(page).toHaveURL(/\/staff\/cases\/[\w-]+$/)
  await expect(page.getByText(`${codes[0]} is there no more.`)).toBeVisible()
  // The next bag is scanned on the case of the one before.
  await expect(page.getByRole('heading', { name: codes[1], exact: true })).toBeVisible()
  quiet.allow(refused(404))
  await page.keyboard.type('NONE\n')
  await expect(page.getByText('No case has the number NONE.')).toBeVisible()
  await expect(label).toBeFocused()
  await scan(codes[1])
  await expect(page.getByRole('heading', { name: codes[1], exact: true })).toBeVisible()
  await page.keyboard.type(`${codes[0]}\n`)
  await expect(page.getByRole('heading', { name: codes[0], exact: true })).toBeVisible()
  await expect(page.getByText(`${codes[0]} is now at: Milling`)).toBeVisible()
  // At no place a scan only opens.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goBack()
  await place.fill('')
  await expectAccessible(page)
  await scan(codes[0])
  await expect(page.getByText(/is now at/)).toHaveCount(0)
})

/** Its form and its question: 'stations/web/station-list.tsx'. */
test('a scan that was a mistake is undone, and a place that is misspelt put right, by whoever may', async ({
  page,
}) => {
  const { host, bench, administrator, codes } = await withMaker(async make => {
    const { host, laboratory, practice } = await openLaboratory(make, { company_name: 'Labo Test' })
    const cases = [await make.order(practice), await make.order(practice), await make.order(practice)]
    const codes = cases.map(({ code }) => code) as [string, string, string]
    const bench = await make.user(laboratory, { role: 'production', language: 'en' })
    return { host, bench, administrator: await make.user(laboratory, { language: 'en' }), codes }
  })
  const label = page.getByRole('textbox', { name: 'Number on the label' })
  const place = page.getByRole('combobox', { name: 'Place (optional)' })
  const places = page.getByRole('table', { name: 'Places' })
  const dialog = application(page).locator('dialog[open]')
  const scanAt = async (name: string, code: string) => {
    await place.fill(name)
    await label.fill(code)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/staff\/cases\/[\w-]+$/)
  }
  const acts = (name: string) => page.getByRole('button', { name: `Actions for ${name}` })
  const choose = (name: string) => page.getByRole('button', { name, exact: true }).click()

  await enter(page, host, bench, '/staff/scan')
  await scanAt('Milling', codes[0])
  await expect(page.getByText(/^Milling · since \d\d:\d\d$/)).toBeVisible()
  await menu(page, 'Scan')
  await scanAt('Milling', codes[1])
  await page.getByRole('button', { name: 'Undo the scan' }).click()
  await expect(page.getByText(`${codes[1]}: the scan is undone`)).toBeVisible()
  await expect(page.getByText(/^Milling · since/)).toHaveCount(0)
  await menu(page, 'Board')
  await expect(page.getByRole('listitem').filter({ hasText: codes[0] })).toContainText(/Milling · since/)
  await menu(page, 'Cases')
  await expect(page.getByRole('row').filter({ hasText: codes[0] })).toContainText(/Milling · since/)
  await menu(page, 'Scan')
  await scanAt('Miling', codes[2])
  await menu(page, 'Scan')
  await expect(places.getByRole('row').filter({ hasText: 'Miling' })).toContainText(codes[2])
  await expectAccessible(page)
  // Whoever works on cases undoes a scan there too, and renames nothing.
  await acts('Miling').click()
  const offered = page.getByRole('group', { name: 'Actions for Miling' }).getByRole('button')
  await expect(offered).toHaveText(['Undo the scan'])
  await expect(page.getByRole('button', { name: 'Rename…' })).toHaveCount(0)
  await page.keyboard.press('Escape')

  await enter(page, host, administrator, '/staff/scan')
  await acts('Miling').click()
  await choose('Rename…')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('milling')
  await expect(dialog.getByRole('status')).toContainText('the two become one')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Rename', exact: true }).click()
  await expect(page.getByText('The place is called Milling')).toBeVisible()
  await expect(acts('Miling')).toHaveCount(0)
  // The one that came later is there.
  await expect(places.getByRole('row').filter({ hasText: 'Milling' })).toContainText(codes[2])
  // On a phone.
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  await acts('Milling').click()
  await choose('Remove…')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Remove Milling' }).click()
  await expect(page.getByText('The place is removed')).toBeVisible()
  await expect(places).toHaveCount(0)
})

const menu = (page: Page, name: string) =>
  application(page).getByRole('complementary', { name: 'Menu' }).getByRole('link', { name, exact: true }).click()
