import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { at } from './addresses.ts'
import { openLaboratory, withMaker } from './laboratory.ts'
import { enter } from './ordering.ts'
import { countCalls, expect, expectAccessible, pressTwice, storedToken, test, withoutEvents } from './portal.ts'

const iban = 'FR7630006000011234567890189'

const makePractice = () =>
  withMaker(async make => {
    const made = await openLaboratory(make, { company_name: 'Labo Test' })
    const brand_id = made.laboratory.id
    await make.insert(brand_id, 'billing_settings', { brand_id, legal_name: 'Labo Test SAS', iban })
    await make.insert(brand_id, 'card_settings', { brand_id, provider: 'sandbox' })
    const { id } = await make.invoice(made.practice, { amount_cents: 30_000 })
    return { ...made, invoiceId: id, user: await make.user(made.practice, { account_type: 'manager' }) }
  })
type Made = Awaited<ReturnType<typeof makePractice>>

/** As the dialog does it, from the same page. Where to see it then. */
async function begin(page: Page, { host, invoiceId }: Made, mode: 'card' | 'transfer', amountCents: number) {
  const headers = {
    authorization: `Bearer ${await storedToken(page)}`,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  }
  const sent = { method: 'POST', headers, body: JSON.stringify({ invoiceIds: [invoiceId], mode, amountCents }) }
  const id = await page.evaluate(async request => {
    const { data } = await (await fetch('/api/payments', request)).json()
    return String(data.id)
  }, sent)
  return at(host, `/invoices/payments/${id}`)
}
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const received = (page: Page, amount: string) => page.getByText(new RegExp(`reçu votre paiement de ${amount}`))
const press = async (page: Page, name: RegExp) => {
  await page.waitForURL('**/sandbox-payments/*')
  await button(page, name).click()
}

test('an invoice is paid in parts: refused, by card, with the tab closed, by transfer, to the last cent', async ({
  page,
  context,
}) => {
  const made = await makePractice()
  const { host, user } = made
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await withoutEvents(page)
  await enter(page, host, user, '/dashboard')

  // Left on the way, come back with Back, gone on; then the card is declined.
  await page.goto(await begin(page, made, 'card', 30_000))
  await button(page, 'Aller à la page de paiement').click()
  await page.waitForURL('**/sandbox-payments/*')
  await expectAccessible(page)
  await page.goBack()
  await button(page, 'Aller à la page de paiement').click()
  await press(page, /Faire refuser/)
  await page.waitForURL('**/invoices/payments/*')
  await expect(page.getByText('Rien n’a été payé.')).toBeVisible()

  // Again, a part of it, in the dialog: too little, too much, then right, pressed twice.
  await button(page, 'Payer de nouveau').click()
  const dialog = page.getByRole('dialog', { name: /^Payer FA-/ })
  await dialog.getByText('Une partie', { exact: true }).click()
  const amount = dialog.getByLabel('Montant en euros')
  const go = dialog.getByRole('button', { name: 'Aller à la page de paiement' })
  await amount.fill('0,99')
  await go.click()
  await expect(dialog.getByText('Montant minimum : 1,00 €'.replace(/ (?=[:€])/g, '\u00a0'))).toBeVisible()
  await amount.fill('300,01')
  await expect(dialog.getByText(/ne peut pas dépasser ce qui est dû/)).toBeVisible()
  await expectAccessible(page)
  await amount.fill('120,5')
  const begun = countCalls(context, '/api/payments', 'POST')
  await pressTwice(go, '**/api/payments')
  await press(page, /^Payer 120,50/)
  await expect(received(page, '120,50')).toBeVisible()
  expect(begun.count()).toBe(1)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectAccessible(page)

  // The tab is closed on the provider's page: the portal hears of it all the same.
  const path = await begin(page, made, 'card', 10_000)
  await page.goto(path)
  await button(page, 'Aller à la page de paiement').click()
  await press(page, /sans revenir/)
  await expect(page.getByText('C’est payé.')).toBeVisible()
  await page.goto(path)
  await expect(received(page, '100,00')).toBeVisible()

  // The rest by transfer: every line can be copied.
  await page.goto(await begin(page, made, 'transfer', 7_950))
  await button(page, 'Copier\u00a0: IBAN').click()
  await expect(page.getByText('Copié\u00a0: IBAN')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(iban)
  await expect(page.getByRole('img', { name: /^Code de ce virement/ })).toBeVisible()
  await expectAccessible(page)
})
