// What who does the books mends by themselves: a SIREN said on the telephone; and what asks for no invoice.
import { addDays, dayInZone } from '#kit/day.ts'
import { faultsOfOneForm } from './form-rules.ts'
import { openLaboratory, withMaker } from './laboratory.ts'
import { enter } from './ordering.ts'
import { application, expect, expectAccessible, rows, test } from './portal.ts'

const today = dayInZone(new Date(), 'Europe/Paris')

/** A practice without a SIREN whose work costs something, and one whose work costs nothing. */
const makeBooks = () =>
  withMaker(async make => {
    const { host, laboratory, practice } = await openLaboratory(make, { company_name: 'Labo Test' }, { name: 'Brume' })
    const free = await make.practice(laboratory, { name: 'Aube', rpps_siret_siren: '404833048' })
    const crown = await make.product(laboratory, { price_cents: 15_000 })
    for (const one of [practice, free]) {
      const first = await make.order(one)
      const order = await make.order(one, { status: 'delivered', ...(one === free && { remake_of: first.id }) })
      await make.orderLine(one, order.id, crown.reference, { product_version: crown.version })
      await make.insert(laboratory.id, 'order_events', {
        brand_id: laboratory.id,
        practice_id: one.id,
        order_id: order.id,
        sequence: 1,
        status: 'delivered',
        at: `${addDays(today, -7)}T10:00:00Z`,
      })
    }
    return { host, accounting: await make.user(laboratory, { role: 'accounting' }), free }
  })

test('who does the books enters the SIREN where it is missing', async ({ page }) => {
  const { host, accounting } = await makeBooks()
  await enter(page, host, accounting, '/staff/billing')
  const main = application(page).getByRole('main')
  const dialog = application(page).locator('dialog[open]')
  await main.getByRole('link', { name: /sans SIREN/ }).click()
  await expect(dialog.getByRole('heading', { name: 'SIREN de Brume' })).toBeVisible()
  await expectAccessible(page)
  expect(await faultsOfOneForm('invoices/web/number-dialog.tsx', dialog.locator('form'))).toEqual([])
  const field = dialog.getByRole('textbox', { name: 'SIREN ou SIRET' })
  await field.fill('123')
  await dialog.getByRole('button', { name: 'Enregistrer le SIREN' }).click()
  await expect(field).toHaveAccessibleDescription(/Ce n’est ni un SIREN ni un SIRET/)
  await field.fill('732 829 320')
  await dialog.getByRole('button', { name: 'Enregistrer le SIREN' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(/\/practices\/[^?]+$/)
  await expect(main.getByRole('button', { name: 'Saisir le SIREN' })).toHaveCount(0)
  await expect(main.getByText('Un administrateur du laboratoire complète l’adresse.')).toBeVisible()
})

test('a remake that costs nothing is on no list of what is to be billed, and goes with the next invoice', async ({
  page,
}) => {
  const { host, accounting, free } = await makeBooks()
  await enter(page, host, accounting, '/staff/billing')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('Brume')
  await enter(page, host, accounting, `/staff/billing/practices/${free.id}`)
  await expect(application(page).getByRole('heading', { name: 'Rien à payer' })).toBeVisible()
  await expect(application(page).getByText(/Rien à faire/)).toBeVisible()
  await expectAccessible(page)
})
