// The books of a laboratory, from its first settings to a payment by hand.
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { addDays, dayInZone } from '#kit/day.ts'
import { unzip } from '../files.ts'
import { inTurn } from '../in-turn.ts'
import { faultsOfOneDialog } from './dialog-rules.ts'
import { signedInElsewhere } from './elsewhere.ts'
import { openLaboratory, withMaker } from './laboratory.ts'
import { enter } from './ordering.ts'
import { application, expect, expectAccessible, pressTwice, refused, rows, test, withoutEvents } from './portal.ts'

const today = dayInZone(new Date(), 'Europe/Paris')

/** A practice with two delivered cases, one of them with a work that has no price; who does the books; a manager. */
const makeBooks = (language: string) =>
  withMaker(async make => {
    const { host, laboratory, practice } = await openLaboratory(make, {
      company_name: 'Labo Test',
      address: '1 rue des Essais',
      postal_code: '69003',
      city: 'Lyon',
    })
    const crown = await make.product(laboratory, { price_cents: 15_000 })
    const unpriced = await make.product(laboratory, { price_cents: null })
    for (const [code, product] of [
      ['T-1', crown],
      ['T-2', unpriced],
    ] as const) {
      const order = await make.order(practice, { code, status: 'delivered' })
      const ofOrder = { brand_id: laboratory.id, practice_id: practice.id, order_id: order.id }
      await make.orderLine(practice, order.id, product.reference, { product_version: product.version })
      const at = `${addDays(today, -7)}T10:00:00Z`
      await make.insert(laboratory.id, 'order_events', { ...ofOrder, sequence: 1, status: 'delivered', at })
    }
    return {
      host,
      accounting: await make.user(laboratory, { role: 'accounting', language }),
      production: await make.user(laboratory, { role: 'production', language }),
      manager: await make.user(practice, { account_type: 'manager', language }),
    }
  })

const inFrench = {
  practice: 'Cabinet d’essai',
  gap: /sans SIREN|adresse incomplète/,
  missing: /Rien ne peut encore être émis/,
  complete: 'Compléter les réglages',
  iban: 'IBAN',
  ibanWrong: /Cet IBAN comporte une erreur/,
  first: 'D’abord une pro forma',
  noNumber: /Il n’en a pas/,
  save: 'Enregistrer les réglages',
  saved: 'Réglages enregistrés',
  remind: 'Relancer les cabinets des factures échues',
  reminded: /relancée 7 et 21 jours/,
  statement: 'Relevé de compte',
  exports: 'Exporter',
  archive: 'Tous les documents (ZIP)',
  download: 'Télécharger le relevé',
  toBilling: 'Facturation',
  setPrice: /^Saisir le prix de Couronne zircone, travail T-2/,
  price: /^Prix unitaire HT/,
  savePrice: 'Enregistrer le prix',
  changePrice: (code: string) => `Modifier le prix du travail ${code}`,
  untilNow: /Jusqu’ici 150,00/,
  creditedAgain: 'Repris par un avoir, à facturer de nouveau',
  offer: 'Offrir ce travail',
  run: /^Facturer 1 cabinet · 350,00/,
  begin: 'Facturer 1 cabinet',
  waits: 'Attend le cabinet',
  over: /^Campagne terminée\s: 1 pièce, 350,00\s€ TTC$/,
  answer: /^Répondre à la pro forma/,
  reply: 'Répondre…',
  yourAnswer: /^Votre réponse/,
  submitAgain: 'Répondre et soumettre de nouveau',
  approve: 'Approuver cette pro forma',
  approved: /est approuvée/,
  issue: /^Émettre la facture de PF-/,
  issueIt: /^Émettre/,
  issued: '1 facture émise',
  owed: 'Ce que doivent les cabinets',
  takings: /^Facturé et encaissé en \d{4}$/,
  agedBalance: 'Balance âgée (CSV)',
  pieces: 'Pièces',
  credit: 'Faire un avoir…',
  some: 'Certaines lignes',
  noLine: 'Choisissez au moins une ligne.',
  required: 'Remplissez ce champ.',
  reason: /^Motif/,
  issueCredit: 'Émettre l’avoir',
  pay: 'Saisir un paiement',
  amount: 'Montant en euros',
  means: 'Moyen',
  check: 'Chèque',
  reference: /^Sa référence/,
  enter: 'Enregistrer le paiement',
  paid: 'Payée',
  forbidden: 'Vous n’avez pas accès à cette page',
}
const inEnglish: typeof inFrench = {
  gap: /no SIREN|incomplete address/,
  practice: 'Cabinet d’essai',
  missing: /Nothing can be issued yet/,
  complete: 'Complete the settings',
  iban: 'IBAN',
  ibanWrong: /This IBAN has a typing error/,
  first: 'A pro forma first',
  noNumber: /It has none/,
  save: 'Save the settings',
  saved: 'Settings saved',
  remind: 'Remind practices of overdue invoices',
  reminded: /reminded of 7 and 21 days/,
  statement: 'Statement of account',
  exports: 'Export',
  archive: 'All documents (ZIP)',
  download: 'Download the statement',
  toBilling: 'Invoicing',
  setPrice: /^Type the price of Zirconia crown, case T-2/,
  price: /^Price of one/,
  savePrice: 'Save the price',
  changePrice: code => `Change the price of case ${code}`,
  untilNow: /Until now €150.00/,
  creditedAgain: 'Credited, to be invoiced again',
  offer: 'Offer this case',
  run: /^Invoice 1 practice · €350\.00/,
  begin: 'Invoice 1 practice',
  waits: 'Waits for the practice',
  over: /^Run over: 1 piece, €350\.00 with VAT$/,
  answer: /^Answer to pro forma/,
  reply: 'Answer…',
  yourAnswer: /^Your answer/,
  submitAgain: 'Answer and submit again',
  approve: 'Approve this pro forma',
  approved: /is approved/,
  issue: /^Issue the invoice of PF-/,
  issueIt: /^Issue/,
  issued: '1 invoice issued',
  owed: 'What practices owe',
  takings: /^Invoiced and received in \d{4}$/,
  agedBalance: 'Aged balance (CSV)',
  pieces: 'Pieces',
  credit: 'Credit note…',
  some: 'Some lines',
  noLine: 'Choose at least one line.',
  required: 'Fill this in.',
  reason: /^Reason/,
  issueCredit: 'Issue the credit note',
  pay: 'Enter a payment',
  amount: 'Amount in euros',
  means: 'How',
  check: 'Cheque',
  reference: /^Its reference/,
  enter: 'Enter the payment',
  paid: 'Paid',
  forbidden: 'You do not have access to this page',
}

for (const [language, words, width] of inTurn('billing', [
  ['fr', inFrench, 1440],
  ['en', inEnglish, 390],
] as const)) {
  test(`who does the books invoices delivered work, corrects it and enters what came (${language}, ${width} px)`, async ({
    page,
  }) => {
    test.slow()
    const { host, accounting, production, manager } = await makeBooks(language)
    await page.setViewportSize({ width, height: 900 })
    await withoutEvents(page)
    const dialog = application(page).locator('dialog[open]')
    const button = (name: string | RegExp) => application(page).getByRole('button', { name })

    // What is missing is said, and completed.
    await enter(page, host, accounting, '/staff/billing')
    await expect(page.getByText(words.missing)).toBeVisible()
    await expect(rows(page).filter({ has: page.locator('.billing-choice') })).toHaveCount(1)
    // Place and what is missing, with nothing left between them where a line ends.
    await expect(rows(page).locator('.two-lines__sub').first()).toContainText(words.gap)
    await expect(rows(page).locator('.two-lines__sub').first()).not.toContainText('·')
    await expectAccessible(page)
    await expect(application(page).locator('.billing-sum')).toBeVisible()
    await expect(button(/^(Facturer|Invoice) \d/)).toHaveCount(0)
    await page.getByRole('link', { name: words.complete }).click()
    await field(page, 'siren').fill('732 829 320')
    await page.getByText(words.noNumber).click()
    await field(page, 'iban').fill('FR76 3000 6000 0112 3456 7890 198')
    await page.getByText(words.first, { exact: true }).click()
    await button(words.save).click()
    await expect(page.getByText(words.ibanWrong)).toBeVisible()
    await expect(field(page, 'iban')).toBeFocused()
    await expectAccessible(page)
    await field(page, 'iban').fill('FR76 3000 6000 0112 3456 7890 189')
    await page.getByText(words.remind).click()
    await expect(page.getByText(words.reminded)).toBeVisible()
    await expectAccessible(page)
    await button(words.save).click()
    await expect(page.getByText(words.saved)).toBeVisible()
    await page.reload()
    await expect(field(page, 'reminds')).toBeChecked()

    // A price is typed in place, and all is billed in a run: a pro forma.
    await application(page).getByRole('main').getByRole('link', { name: words.toBilling, exact: true }).click()
    await page.getByRole('link', { name: words.practice }).click()
    await button(words.setPrice).click()
    await dialog.getByLabel(words.price).fill('180')
    await dialog.getByRole('button', { name: words.savePrice }).click()
    await expect(button(words.setPrice)).toHaveCount(0)
    // Another one is corrected, with the old price in sight.
    await button(words.changePrice('T-1')).click()
    await expect(dialog).toContainText(words.untilNow)
    await expectAccessible(page)
    await dialog.getByLabel(words.price).fill('170')
    await dialog.getByRole('button', { name: words.savePrice }).click()
    await expect(dialog).toHaveCount(0)
    await expectAccessible(page)
    await button(words.statement).click()
    await expectAccessible(page)
    const downloading = page.waitForEvent('download')
    await dialog.getByRole('button', { name: words.download }).click()
    expect((await downloading).suggestedFilename()).toMatch(/^(releve|statement)-.*\.pdf$/)
    await expect(dialog).toHaveCount(0)
    await page.goBack()
    await button(words.run).click()
    await expectAccessible(page)
    await pressTwice(dialog.getByRole('button', { name: words.begin }), '**/api/staff/billing/runs')
    await expect(page.getByText(words.over)).toBeVisible({ timeout: 20_000 })
    await expect(page.getByText(words.waits)).toBeVisible({ timeout: 20_000 })

    // The practice asks (how, invoices.e2e.ts tells), the laboratory answers and submits it again, the practice reads it
    // and approves.
    const ofPractice = await signedInElsewhere(page, host, manager)
    const [{ id: draft }] = (await (await ofPractice('GET', '/api/invoices')).json()).data
    const asked = { answer: 'question', question: 'Pourquoi deux ?' }
    expect((await ofPractice('POST', `/api/invoices/${draft}/answer`, asked)).status()).toBe(204)
    await page.reload()
    await expect(page.getByText('Pourquoi deux ?')).toBeVisible()
    await page.getByRole('link', { name: /^PF-/ }).click()
    await button(words.reply).click()
    await expect(dialog).toContainText('Pourquoi deux ?')
    await dialog.getByLabel(words.yourAnswer).fill('Une par arcade.')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: words.submitAgain }).click()
    await expect(button(words.reply)).toHaveCount(0)
    await enter(page, host, manager, '/invoices')
    await page.getByRole('link', { name: words.answer }).click()
    await expect(page.getByText('Une par arcade.')).toBeVisible()
    await button(words.approve).click()
    await expect(page.getByText(words.approved)).toBeVisible()

    // The invoice; a line of it is taken back; the rest is paid by cheque.
    await enter(page, host, accounting, '/staff/billing')
    await button(words.issue).click()
    expect(await faultsOfOneDialog('invoices/web/open-pro-formas.tsx', page)).toEqual([])
    await page.getByRole('alertdialog').getByRole('button', { name: words.issueIt }).click()
    await expect(page.getByText(words.issued)).toBeVisible()

    // What it adds to what comes in and to what is owed is seen below.
    const card = (title: string | RegExp) =>
      application(page)
        .locator('section, .card')
        .filter({ has: page.getByRole('heading', { name: title }) })
        .last()
    await expect(card(words.owed).getByRole('row').last()).toContainText(/350,00|350\.00/)
    await expect(card(words.takings).getByRole('row').last()).toContainText(/350,00|350\.00/)
    await expectAccessible(page)
    const aged = page.waitForEvent('download')
    await button(words.agedBalance).click()
    expect((await aged).suggestedFilename()).toMatch(/^(balance-agee|aged-balance)-.*\.csv$/)
    await page.goto(new URL('/staff/invoices', page.url()).href)
    const filing = page.waitForEvent('download')
    await button(words.exports).click()
    await button(words.archive).click()
    const filed = unzip(readFileSync(await (await filing).path()))
    expect([...filed.keys()].map(name => name.slice(0, 2)).toSorted()).toEqual(['FA', 'PF'])
    await page.getByRole('link', { name: /^FA-/ }).click()
    await expectAccessible(page)
    const invoice = page.url()
    await button(words.credit).click()
    await dialog.getByText(words.some, { exact: true }).click()
    // What is missing is said of the lines and of the reason at once.
    await dialog.getByRole('button', { name: words.issueCredit }).click()
    await expect(dialog.getByText(words.noLine)).toBeVisible()
    await expect(dialog.getByText(words.required)).toBeVisible()
    await dialog.getByRole('checkbox', { name: /T-2/ }).check()
    await dialog.getByLabel(words.reason).fill('Refait à nos frais')
    await expectAccessible(page)
    await pressTwice(dialog.getByRole('button', { name: words.issueCredit }), '**/credit')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('AV-')
    await page.goto(invoice)
    await button(words.pay).click()
    await expect(dialog.getByLabel(words.amount)).toHaveValue(language === 'fr' ? '170,00' : '170.00')
    await dialog.getByLabel(words.means, { exact: true }).selectOption({ label: words.check })
    await dialog.getByLabel(words.reference).fill('0042')
    await expectAccessible(page)
    await pressTwice(dialog.getByRole('button', { name: words.enter }), '**/api/staff/payments')
    await expect(page.getByText(words.paid, { exact: true })).toBeVisible()
    await page.getByRole('link', { name: /^RE-/ }).click()
    await expect(page.getByText('0042')).toBeVisible()

    // What was taken back stands apart, chosen by nobody; it was a gift.
    await page.goto(new URL('/staff/billing', page.url()).href)
    await page.getByRole('link', { name: words.practice }).click()
    await expect(page.getByRole('heading', { name: words.creditedAgain })).toBeVisible()
    await expect(page.getByRole('link', { name: /AV-/ })).toBeVisible()
    await expect(page.getByRole('checkbox', { name: /T-2/ })).not.toBeChecked()
    await expectAccessible(page)
    await button(words.changePrice('T-2')).click()
    await pressTwice(dialog.getByRole('button', { name: words.offer }), '**/prices')
    await expect(page.getByRole('heading', { name: words.creditedAgain })).toHaveCount(0)

    // Nothing of it for production, by menu or by address.
    await enter(page, host, production, '/staff/billing')
    await expect(page.getByRole('heading', { name: words.forbidden })).toBeVisible()
    await expect(page.getByRole('link', { name: words.pieces })).toHaveCount(0)
  })
}

test('what practices have approved stands first and is issued altogether, also what the card does not show', async ({
  page,
}) => {
  test.slow()
  const { host, accounting } = await withMaker(async make => {
    const { host, laboratory, practice } = await openLaboratory(make, {
      company_name: 'Labo Test',
      address: '1 rue des Essais',
      postal_code: '69003',
      city: 'Lyon',
    })
    const settings = { legal_name: 'Labo Test SARL', siren: '732829320', vat_number: 'FR44732829320' }
    await make.insert(laboratory.id, 'billing_settings', { brand_id: laboratory.id, asks_approval: true, ...settings })
    for (let made = 0; made < 27; made += 1) await make.invoice(practice, { type: 'pro_forma', decision: 'validated' })
    for (let made = 0; made < 3; made += 1) await make.invoice(practice, { type: 'pro_forma' })
    return { host, accounting: await make.user(laboratory, { role: 'accounting', language: 'fr' }) }
  })
  await withoutEvents(page)
  const button = (name: string | RegExp) => application(page).getByRole('button', { name })
  await enter(page, host, accounting, '/staff')
  await page.getByRole('link', { name: /Pro forma approuvées/ }).click()
  await expect(page.getByText('25 sur 30', { exact: true })).toBeVisible()
  await expect(page.getByText('Approuvée', { exact: true })).toHaveCount(25)
  await expect(page.getByRole('link', { name: 'Toutes celles qui attendent' })).toHaveAttribute('href', /statuses/)
  await button('Émettre les 27 approuvées').click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Émettre 27 factures')
  await expect(question).toContainText(/2\s700,00/)
  await question.getByRole('button', { name: 'Émettre la facture' }).click()
  await expect(page.getByText('27 factures émises')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('Attend le cabinet')).toHaveCount(3)
  await expect(button('Émettre les 27 approuvées')).toHaveCount(0)
})

const field = (page: Page, name: string) => application(page).locator(`[name=${name}]`)

test('who does the books reminds a practice of what is overdue from the piece itself, once a day', async ({
  page,
  quiet,
}) => {
  quiet.allow(refused(409))
  const { host, accounting, piece } = await withMaker(async make => {
    const { host, laboratory, practice } = await openLaboratory(make, {})
    await make.user(practice, { account_type: 'manager' })
    const [issued_on, due_on] = [addDays(today, -40), addDays(today, -10)]
    const piece = await make.invoice(practice, { issued_on, due_on, amount_cents: 14_900 })
    await make.invoice(practice, { issued_on, due_on: addDays(today, -5), amount_cents: 499 })
    return { host, piece, accounting: await make.user(laboratory, { role: 'accounting', language: 'fr' }) }
  })
  await enter(page, host, accounting, '/staff/invoices')
  await rows(page).filter({ hasText: 'En retard de 10 jours' }).getByRole('link').first().click()
  const button = (name: string) => application(page).getByRole('button', { name, exact: true })
  await button('Relancer…').click()
  const question = page.getByRole('alertdialog', { name: /^Relancer le cabinet pour/ })
  await expect(question).not.toContainText('ne relance personne')
  await expect(question).toContainText(/reçoit un e.mail\s: 149,00\s€ à régler/)
  await expectAccessible(page)
  await pressTwice(
    question.getByRole('button', { name: 'Envoyer la relance' }),
    `**/api/staff/invoices/${piece.id}/reminder`,
  )
  await expect(question).toHaveCount(0)
  await expect(page.getByText('Relance envoyée')).toBeVisible()
  await expect(application(page).getByText('Relancée le')).toBeVisible()
  await button('Relancer…').click()
  await question.getByRole('button', { name: 'Envoyer la relance' }).click()
  await expect(question.getByRole('alert')).toContainText('déjà été relancé aujourd’hui')
  await question.getByRole('button', { name: 'Annuler' }).click()
  await page.goBack()
  await rows(page).filter({ hasText: 'En retard de 5 jours' }).getByRole('link').first().click()
  await button('Relancer…').click()
  await expect(question).toContainText(/4,99\s€ à régler.*ne relance personne pour moins de 5,00\s€/)
})
