// A catalogue of hundreds: a product is found in it and on a price list, and its price changed, without reading all of them.
import { randomUUID } from 'node:crypto'
import { openLaboratory, withMaker } from './laboratory.ts'
import { enter } from './ordering.ts'
import { application, expect, expectAccessible, rows, test } from './portal.ts'

const makeCatalogue = (count: number) =>
  withMaker(async make => {
    const { host, laboratory } = await openLaboratory(make, { company_name: 'Labo Test' })
    for (let place = 1; place <= count; place++)
      await make.product(laboratory, {
        reference: `REF-${place}`,
        label_fr: `Produit ${place}`,
        label_en: `Product ${place}`,
        price_cents: 10_000,
      })
    await make.product(laboratory, { reference: 'Z-77', label_fr: 'Céramique rose', label_en: 'Pink ceramic' })
    const list = randomUUID()
    await make.insert(laboratory.id, 'price_lists', { brand_id: laboratory.id, id: list, name: 'Groupement X' })
    return { host, administrator: await make.user(laboratory), list }
  })

test('a product is searched for in the catalogue, by name or reference; the address keeps it and Back undoes it', async ({
  page,
}) => {
  const { host, administrator } = await makeCatalogue(3)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/staff/catalogue', async route => {
    await released
    await route.continue()
  })
  await enter(page, host, administrator, '/staff/settings/catalogue')
  const search = application(page).getByRole('searchbox', { name: 'Rechercher un produit' })
  // Its room is there before the list, which comes below it.
  await expect(search).toBeVisible()
  const above = await search.boundingBox()
  await expect(rows(page)).toHaveCount(0)
  release()
  await expect(rows(page)).toHaveCount(4)
  expect(await search.boundingBox()).toEqual(above)
  const move = page.locator('[popover]:popover-open').getByRole('button', { name: /^(Monter|Descendre)$/ })
  const menu = application(page).getByRole('button', { name: 'Actions pour Céramique rose' })
  await menu.click()
  await expect(move).not.toHaveCount(0)
  await page.keyboard.press('Escape')
  await search.fill('ceram')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('Céramique rose')
  // Among what is hidden nothing would be seen to move.
  await menu.click()
  await expect(page.getByRole('button', { name: 'Modifier…' })).toBeVisible()
  await expect(move).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expectAccessible(page)
  await expect(page).toHaveURL(/search=ceram/)
  await page.reload()
  await expect(rows(page)).toHaveCount(1)
  await search.fill('ref-2')
  await expect(rows(page)).toContainText('Produit 2')
  await search.fill('rien de tel')
  await page.getByRole('link', { name: 'Effacer la recherche' }).click()
  await expect(rows(page)).toHaveCount(4)
})

test('prices are changed fifty rows at a time, and what was typed stays while another product is searched for', async ({
  page,
}) => {
  const { host, administrator, list } = await makeCatalogue(60)
  await enter(page, host, administrator, `/staff/settings/prices/${list}`)
  await expect(rows(page)).toHaveCount(61)
  const main = application(page).getByRole('main')
  await main.getByRole('searchbox', { name: 'Rechercher un produit' }).fill('z 77')
  await expect(rows(page)).toHaveCount(1)

  await main.getByRole('button', { name: 'Changer les prix…' }).click()
  const dialog = application(page).locator('dialog[open]')
  const field = (name: string) => dialog.getByRole('textbox', { name })
  const search = dialog.getByRole('searchbox', { name: 'Rechercher un produit' })
  await expect(dialog.getByRole('textbox')).toHaveCount(50)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Afficher 11 produits de plus (reste 11)' }).click()
  await expect(dialog.getByRole('textbox')).toHaveCount(61)
  await search.fill('rose')
  await expect(dialog.getByRole('textbox')).toHaveCount(1)
  // Enter searches, and saves nothing.
  await search.press('Enter')
  await field('Céramique rose').fill('120')
  await search.fill('produit 7')
  await field('Produit 7').fill('soixante')
  await search.fill('produit 8')
  // What is wrong does not go out of sight.
  await expect(dialog.getByRole('textbox')).toHaveCount(2)
  await dialog.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(field('Produit 7')).toBeFocused()
  // Nor does it on the way to a right one, under the hand.
  await field('Produit 7').fill('')
  await expect(field('Produit 7')).toBeFocused()
  await field('Produit 7').pressSequentially('60')
  await expect(field('Produit 7')).toHaveValue('60')
  await search.fill('produit 9')
  await expect(dialog.getByRole('textbox')).toHaveCount(1)
  // A price that is none stays in sight as well.
  await field('Produit 9').fill('-5')
  await search.fill('rien de tel')
  await expect(dialog.getByText('Aucun produit trouvé')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(field('Produit 9')).toBeFocused()
  await field('Produit 9').fill('')
  await dialog.getByRole('button', { name: 'Effacer la recherche' }).click()
  await expect(search).toBeFocused()
  await expect(search).toHaveValue('')
  await expect(dialog.getByRole('textbox')).toHaveCount(50)
  await dialog.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(rows(page)).toContainText(/120,00/)
  await main.getByRole('searchbox', { name: 'Rechercher un produit' }).fill('produit 7')
  await expect(rows(page)).toContainText(/60,00/)
})
