import type { Page } from '@playwright/test'
import { inTurn } from '../in-turn.ts'
import { at } from './addresses.ts'
import { openLaboratory, withMaker } from './laboratory.ts'
import { enter } from './ordering.ts'
import { application, countCalls, expect, expectAccessible, pressTwice, rows, test, withoutEvents } from './portal.ts'

const iban = 'FR7630006000011234567890189'

/** Three invoices of different amounts, a credit note, a manager and a practice doctor. */
const makePractice = (language: string) =>
  withMaker(async make => {
    const made = await openLaboratory(make, { company_name: 'Labo Test' })
    const brand_id = made.laboratory.id
    await make.insert(brand_id, 'billing_settings', { brand_id, legal_name: 'Labo Test SAS', iban })
    await make.insert(brand_id, 'card_settings', { brand_id, provider: 'sandbox' })
    const corrected = await make.invoice(made.practice, { amount_cents: 30_000 })
    for (const amount_cents of [20_000, 10_000]) await make.invoice(made.practice, { amount_cents })
    await make.invoice(made.practice, { type: 'credit', amount_cents: -5_000, corrects_id: corrected.id })
    return {
      ...made,
      accounting: await make.user(made.laboratory, { role: 'accounting', language }),
      manager: await make.user(made.practice, { account_type: 'manager', language }),
      practiceDoctor: await make.user(made.practice, { is_practice_doctor: true, language }),
    }
  })

const inFrench = {
  invoices: 'Factures',
  payOnline: 'Payer en ligne',
  paid: 'Payée',
  chosen: /^2 factures choisies/,
  part: 'Une partie',
  amount: 'Montant en euros',
  tooLittle: 'Montant minimum\u00a0: 1,00\u00a0€',
  tooMuch: /ne peut pas dépasser ce qui est dû/,
  transfer: /^Virement/,
  toCardPage: 'Aller à la page de paiement',
  toTransfer: 'Annoncer un virement',
  comesNext: /^La référence pour votre banque vient ensuite\. .* en cours de paiement\.$/,
  received: /reçu votre paiement de 300,00/,
  notPaid: /^Rien n’a été payé\./,
  again: 'Payer de nouveau',
  back: 'Revenir aux factures',
  decline: 'Faire refuser la carte',
  pay: /^Payer \S*\d/,
  payAndClose: /^Payer sans revenir/,
  closed: /^C’est payé\./,
  inFavour: /Vous avez 50,00\s€ en votre faveur/,
  wouldPay: /79,50\s€ dus, il resterait 29,50\s€ à payer/,
  spend: /^Utiliser 50,00\s€ pour FA-/,
  rest: /29,50\s€/,
  copyIban: 'Copier\u00a0: IBAN',
  copied: 'Copié\u00a0: IBAN',
  underWay: 'Un paiement est en cours',
  enterPayment: 'Saisir un paiement',
  isReceived: /^Reçu/,
  announced: /^Virement annoncé de 29,50/,
  record: 'Enregistrer le paiement',
  recorded: 'Paiement enregistré',
  forbidden: 'Vous n’avez pas accès à cette page',
}
const inEnglish: typeof inFrench = {
  invoices: 'Invoices',
  payOnline: 'Pay online',
  paid: 'Paid',
  chosen: /^2 invoices chosen/,
  part: 'A part',
  amount: 'Amount in euros',
  tooLittle: 'Minimum amount: 1.00€',
  tooMuch: /cannot exceed what is due/,
  transfer: /^Transfer/,
  toCardPage: 'Go to the payment page',
  toTransfer: 'Announce a transfer',
  comesNext: /^The reference for your bank comes next\. .* being paid\.$/,
  received: /received your payment of €300\.00/,
  notPaid: /^Nothing was paid\./,
  again: 'Pay again',
  back: 'Back to the invoices',
  decline: 'Have the card declined',
  pay: /^Pay \S*\d/,
  payAndClose: /^Pay without returning/,
  closed: /^Paid\./,
  inFavour: /You have €50\.00 in your favour/,
  wouldPay: /€79\.50 due, €29\.50 would be left to pay/,
  spend: /^Use €50\.00 for FA-/,
  rest: /€29\.50/,
  copyIban: 'Copy: IBAN',
  copied: 'Copied: IBAN',
  underWay: 'A payment is under way',
  enterPayment: 'Enter a payment',
  isReceived: /^Received/,
  announced: /^Announced transfer of €29\.50/,
  record: 'Enter the payment',
  recorded: 'Payment entered',
  forbidden: 'You do not have access to this page',
}

for (const [language, words, width] of inTurn('payments', [
  ['fr', inFrench, 1440],
  ['en', inEnglish, 390],
] as const)) {
  test(`a practice pays its invoices: one in full, two in part, the rest by transfer (${language}, ${width} px)`, async ({
    page,
    context,
  }) => {
    const { host, manager, accounting, practice, practiceDoctor } = await makePractice(language)
    await page.setViewportSize({ width, height: 900 })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await withoutEvents(page)
    await enter(page, host, manager, '/invoices')
    await expect(rows(page)).toHaveCount(4)
    await expectAccessible(page)
    // What is chosen with is not for paper.
    await expect(rows(page).getByRole('checkbox').first()).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(rows(page).getByRole('checkbox').first()).toBeHidden()
    await page.emulateMedia({ media: null })

    // One in full: Back on the payment page, gone on, declined, again, paid.
    const dialog = application(page).locator('dialog[open]')
    await row(page, '300').getByRole('button', { name: words.payOnline }).click()
    const oldestFirst = dialog.getByText(/plus ancienne est payée|oldest invoice is paid/)
    await dialog.getByText(words.part, { exact: true }).click()
    await expect(dialog.getByLabel(words.amount)).toBeVisible()
    await expect(oldestFirst).toHaveCount(0)
    await dialog.getByRole('radio', { name: /^(La totalité|All of it)/ }).check()
    await pressTwice(button(dialog, words.toCardPage), '**/api/payments')
    await onCardPage(page)
    await page.goBack()
    await button(page, words.toCardPage).click()
    await onCardPage(page)
    await expectAccessible(page)
    await button(page, words.decline).click()
    await expect(page.getByText(words.notPaid)).toBeVisible()
    await button(page, words.again).click()
    await button(dialog, words.toCardPage).click()
    await onCardPage(page)
    await button(page, words.pay).click()
    await expect(page.getByText(words.received)).toBeVisible()
    await page.getByRole('link', { name: words.back }).click()
    await expect(row(page, '300')).toContainText(words.paid)

    // Two together, in part: too little, too much, then right; and the tab is closed before anything comes back.
    for (const amount of ['200', '100']) await row(page, amount).getByRole('checkbox').check()
    await expect(page.getByText(words.chosen)).toBeVisible()
    await page.getByRole('button', { name: words.payOnline, exact: true }).click()
    await dialog.getByText(words.part, { exact: true }).click()
    await expect(oldestFirst).toBeVisible()
    const amount = dialog.getByLabel(words.amount)
    await amount.fill('0,99')
    await button(dialog, words.toCardPage).click()
    await expect(dialog.getByText(words.tooLittle)).toBeVisible()
    await amount.fill('300,01')
    await expect(dialog.getByText(words.tooMuch)).toBeVisible()
    await expectAccessible(page)
    await amount.fill('120,5')
    const begun = countCalls(context, '/api/payments', 'POST')
    await pressTwice(button(dialog, words.toCardPage), '**/api/payments')
    await onCardPage(page)
    expect(begun.count()).toBe(1)
    await button(page, words.payAndClose).click()
    await expect(page.getByText(words.closed)).toBeVisible()
    await page.goto(at(host, '/invoices'))
    await expect(rows(page).filter({ hasText: /79[,.]50/ })).toHaveCount(1)

    // The rest of one by what lies in its favour and by transfer: what the bank asks can be copied, and the list knows of it.
    await rows(page)
      .filter({ hasText: /79[,.]50/ })
      .getByRole('button', { name: words.payOnline })
      .click()
    await expect(dialog).toContainText(words.inFavour)
    // What it would pay is shown before the press that does it.
    await expect(dialog.getByText(words.wouldPay)).toBeVisible()
    await expectAccessible(page)
    await button(dialog, words.spend).click()
    await expect(dialog.getByText(words.rest).first()).toBeVisible()
    await expect(button(dialog, words.spend)).toHaveCount(0)
    await dialog.getByText(words.transfer).click()
    // Where the money goes can be read before anything is announced, and what announcing does.
    await expect(dialog.getByRole('definition').filter({ hasText: 'FR76 3000 6000' })).toBeVisible()
    await expect(dialog.getByText(words.comesNext)).toBeVisible()
    await expectAccessible(page)
    await button(dialog, words.toTransfer).click()
    await button(page, words.copyIban).click()
    await expect(page.getByText(words.copied)).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(iban)
    await expectAccessible(page)
    await page.getByRole('link', { name: words.back }).click()
    await expect(page.getByText(words.underWay)).toBeVisible()

    // Who does the books is offered what was announced, and it is settled by that.
    await enter(page, host, accounting, `/staff/billing/practices/${practice.id}`)
    await button(page, words.enterPayment).click()
    await expect(dialog.getByRole('radio', { name: words.announced })).toBeChecked()
    await page.keyboard.press('Escape')
    await page.goto(at(host, '/staff/transfers'))
    await button(page, words.isReceived).click()
    await expect(dialog.getByRole('radio', { name: words.announced })).toBeChecked()
    await expect(dialog.getByLabel(words.amount)).toHaveValue(/^29[.,]50$/)
    await expectAccessible(page)
    await button(dialog, words.record).click()
    await expect(page.getByText(words.recorded)).toBeVisible()
    await page.goto(at(host, '/staff/transfers'))
    await expect(page.getByText(/29[,.]50/)).toHaveCount(0)

    // Nothing of it for a practice doctor, by menu or by address.
    await enter(page, host, practiceDoctor, '/invoices')
    await expect(page.getByRole('heading', { name: words.forbidden })).toBeVisible()
    await expect(page.getByRole('link', { name: words.invoices })).toHaveCount(0)
  })
}

test('a part is typed where it is chosen, and stays a part on the screen of its payment', async ({ page }) => {
  const words = inFrench
  const { host, manager } = await makePractice('fr')
  await withoutEvents(page)
  await enter(page, host, manager, '/invoices')
  await row(page, '300').getByRole('button', { name: words.payOnline }).click()
  const dialog = application(page).locator('dialog[open]')
  await dialog.getByText(words.transfer).click()
  // Keys pass over the choices without leaving them.
  await dialog.getByRole('radio', { name: /^La totalité/ }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(dialog.getByRole('radio', { name: words.part })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(dialog.getByLabel(words.amount)).toBeFocused()
  await dialog.getByText('La totalité').click()
  await dialog.getByText(words.part, { exact: true }).click()
  await page.keyboard.type('100')
  await expect(dialog.getByLabel(words.amount)).toHaveValue('100')
  await button(dialog, words.toTransfer).click()
  await expect(page.getByText('Règlement partiel de')).toBeVisible()
  await expect(page.getByText(/^FA-\S+ · reste 200,00\s€$/)).toBeVisible()
  // Given up, it pays no part of anything.
  await button(page, 'Je ne ferai pas ce virement').click()
  await expect(page.getByText('Règlement partiel de')).toHaveCount(0)
})

const button = (within: Page | ReturnType<Page['locator']>, name: string | RegExp) =>
  within.getByRole('button', { name })
/** Of the invoice of so many euros, whatever was paid of it. */
const row = (page: Page, euros: string) => rows(page).filter({ hasText: new RegExp(`FA-.*(?<!\\d)${euros}[,.]00`) })
const onCardPage = (page: Page) => page.waitForURL('**/sandbox-payments/*')
