// What who does the books mends by themselves: a SIREN said on the telephone, the settings; and what asks for no invoice.
import { addDays, dayInZone } from '#kit/day.ts'
import { faultsOfOneForm } from './form-rules.ts'
import { openLaboratory, withMaker } from './laboratory.ts'
import { enter } from './ordering.ts'
import { application, expect, expectAccessible, rows, test, unreachable } from './portal.ts'

const today = dayInZone(new Date(), 'Europe/Paris')

/** A practice without a SIREN whose work costs something, one whose work costs nothing, and one that has said its RPPS. */
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
    const doctor = await make.practice(laboratory, { name: 'Cendre', rpps_siret_siren: '10003456789' })
    return { host, accounting: await make.user(laboratory, { role: 'accounting' }), free, doctor }
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

test('an RPPS is no beginning of a SIREN; and a dialog that cannot be had is told, and comes with the next press', async ({
  page,
  context,
  quiet,
}) => {
  quiet.allow(unreachable)
  const { host, accounting, doctor } = await makeBooks()
  await enter(page, host, accounting, `/staff/billing/practices/${doctor.id}`)
  const button = application(page).getByRole('button', { name: 'Saisir le SIREN' })
  const dialog = application(page).locator('dialog[open]')
  await expect(button).toBeVisible()
  await context.setOffline(true)
  await button.click()
  await expect(page.getByRole('alert').filter({ hasText: 'Une erreur est survenue' })).toBeVisible()
  await context.setOffline(false)
  await expect(dialog).toHaveCount(0)
  await button.click()
  await expect(dialog.getByRole('textbox', { name: 'SIREN ou SIRET' })).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(button).toBeFocused()
})

test('who saves the settings again before they are read anew is not in their own way', async ({ page }) => {
  const { host, accounting } = await makeBooks()
  await enter(page, host, accounting, '/staff/billing/settings')
  const field = (name: string) => application(page).locator(`[name=${name}]`)
  const save = application(page).getByRole('button', { name: 'Enregistrer les réglages' })
  const saved = () =>
    page.waitForResponse(answer => answer.request().method() === 'PUT' && answer.url().endsWith('/billing/settings'))
  await field('siren').fill('732 829 320')
  await application(page).getByText('Il n’en a pas').click()
  await field('iban').fill('FR76 3000 6000 0112 3456 7890 189')
  // What it is reminded of by is opened, changed, and closed again.
  await field('reminds').check()
  await field('everyDays').fill('21')
  await field('reminds').uncheck()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/staff/billing/settings', async route => {
    if (route.request().method() === 'GET') await released
    await route.continue()
  })
  for (const days of ['30', '45', '20']) {
    await field('paymentDays').fill(days)
    const [answer] = await Promise.all([saved(), save.click()])
    expect(answer.status()).toBe(200)
  }
  release()
  await expect(field('siren')).toHaveValue('732829320')
  await expect(field('paymentDays')).toHaveValue('20')
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
