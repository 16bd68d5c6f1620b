import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { addDays, dayInZone } from '#kit/day.ts'
import { unzip } from '../files.ts'
import { inTurn } from '../in-turn.ts'
import { readPdf } from '../pdf.ts'
import { at } from './addresses.ts'
import { openLaboratory, withMaker } from './laboratory.ts'
import { enter } from './ordering.ts'
import { application, expect, expectAccessible, refused, rows, test, withoutAnswers } from './portal.ts'

/** An invoice of a case, long overdue, half paid, in part credited and with a transfer under way; and a pro forma that waits. */
const makePractice = (language: string) =>
  withMaker(async make => {
    const made = await openLaboratory(make, { company_name: 'Labo Test' })
    const { laboratory, practice } = made
    const ofPractice = { brand_id: laboratory.id, practice_id: practice.id }
    await make.insert(laboratory.id, 'billing_settings', {
      brand_id: laboratory.id,
      legal_name: 'Labo Test SAS',
      siren: '732829320',
      vat_number: 'FR44732829320',
      iban: 'FR7630006000011234567890189',
    })
    const order = await make.order(practice, { code: 'T-26-0042', status: 'invoiced' })
    // Counted in days: by hours it is another one late in the evening, with a change of the clocks in between.
    const daysAgo = (days: number) => addDays(dayInZone(new Date(), 'Europe/Paris'), -days)
    const invoice = await make.invoice(practice, {
      amount_cents: 30_000,
      issued_on: daysAgo(88),
      due_on: daysAgo(58),
    })
    const of = { ...ofPractice, invoice_id: invoice.id, order_id: order.id }
    const others = ['T-26-0043', 'T-26-0044'].map(code => make.order(practice, { code, status: 'invoiced' }))
    for (const { id } of [order, ...(await Promise.all(others))])
      await make.insert(laboratory.id, 'invoice_orders', { ...of, order_id: id, type: 'invoice', vat: 'exempt' })
    await make.insert(laboratory.id, 'invoice_lines', {
      ...of,
      position: 2,
      order_code: order.code,
      patient_code: 'P-0412',
      reference: 'MOD-001',
      label_fr: 'Modèle imprimé',
      label_en: 'Printed model',
      quantity: 1,
      unit_price_cents: 0,
      vat: 'exempt',
      vat_rate: 0,
    })
    const credit = await make.invoice(practice, { type: 'credit', amount_cents: -5_000, corrects_id: invoice.id })
    const payment = randomUUID()
    await make.insert(laboratory.id, 'payments', {
      ...ofPractice,
      id: payment,
      mode: 'transfer',
      amount_cents: 10_000,
      provider: 'bank',
      reference: 'RF00000000000042',
      status: 'succeeded',
      settled_at: new Date(),
    })
    const receipt = await make.invoice(practice, { type: 'paiement', amount_cents: -10_000, payment_id: payment })
    for (const [piece, cents] of [
      [credit, 5_000],
      [receipt, 10_000],
    ] as const)
      await make.insert(laboratory.id, 'allocations', {
        ...ofPractice,
        credit_id: piece.id,
        debit_id: invoice.id,
        cents,
      })
    const transfer = randomUUID()
    await make.insert(laboratory.id, 'payments', {
      ...ofPractice,
      id: transfer,
      mode: 'transfer',
      amount_cents: 1_000,
      provider: 'bank',
      reference: 'RF00000000000043',
      status: 'pending',
    })
    const held = { payment_id: transfer, invoice_id: invoice.id, position: 1, cents: 1_000 }
    await make.insert(laboratory.id, 'payment_holds', { ...ofPractice, ...held })
    for (let count = 0; count < 2; count++) await make.invoice(practice, { type: 'pro_forma', amount_cents: 7_000 })
    return { ...made, order, manager: await make.user(practice, { account_type: 'manager', language }) }
  })

const inFrench = {
  due: /150,00\s€/,
  late: 'En retard de 58 jours',
  underWay: /reste 150,00\s€, dont 10,00\s€ en cours/,
  cases: /T-26-0042 et\u00a02\u00a0autres/,
  free: /140,00\s€/,
  negative: /−50,00\s€/,
  half: /100,00\s€/,
  document: /^Télécharger FA-/,
  receipt: /^Reçu de RE-/,
  pay: 'Payer en ligne',
  payOne: /^Payer en ligne\s:/,
  acts: (code: string) => new RegExp(`^Actions pour ${code}-`),
  view: 'Voir la facture',
  viewProForma: 'Voir la pro forma',
  viewReceipt: 'Voir le reçu de paiement',
  receiptFile: /^recu-FA-\d{4}-000001\.pdf$/,
  consult: 'Consulter la facture',
  approve: 'Approuver cette pro forma',
  validated: 'Validée',
  ask: 'Poser une question',
  question: 'Votre question',
  questionMissing: 'Écrivez votre question.',
  send: 'Envoyer la question',
  asked: 'Vous avez demandé au laboratoire',
  exports: 'Exporter',
  archive: 'Tous les documents (ZIP)',
  statement: 'Relevé de compte',
  missing: 'Pièce introuvable',
  pastTheEnd: 'Il y a moins de pages à présent',
  firstPage: 'Première page',
  summaryFailed: 'Votre solde n’a pas pu être chargé',
  retry: 'Réessayer',
}
const inEnglish: typeof inFrench = {
  due: /€150\.00/,
  late: '58 days overdue',
  underWay: /€150\.00 still due, of which €10\.00 under way/,
  cases: /T-26-0042 and\u00a02\u00a0more/,
  free: /€140\.00/,
  negative: /−€50\.00/,
  half: /€100\.00/,
  document: /^Download FA-/,
  receipt: /^Receipt of RE-/,
  pay: 'Pay online',
  payOne: /^Pay online:/,
  acts: (code: string) => new RegExp(`^Actions for ${code}-`),
  view: 'View invoice',
  viewProForma: 'View pro forma',
  viewReceipt: 'View payment receipt',
  receiptFile: /^receipt-FA-\d{4}-000001\.pdf$/,
  consult: 'Consult invoice',
  approve: 'Approve this pro forma',
  validated: 'Validated',
  ask: 'Ask a question',
  question: 'Your question',
  questionMissing: 'Write your question.',
  send: 'Send the question',
  asked: 'You asked the laboratory',
  exports: 'Export',
  archive: 'All documents (ZIP)',
  statement: 'Statement of account',
  missing: 'No such piece',
  pastTheEnd: 'There are fewer pages now',
  firstPage: 'First page',
  summaryFailed: 'Your balance could not be loaded',
  retry: 'Retry',
}

for (const [language, words, width, colorScheme] of inTurn('invoices', [
  ['fr', inFrench, 1440, 'light'],
  ['en', inEnglish, 390, 'dark'],
] as const)) {
  test(`a practice looks at its pieces, files their documents and answers a pro forma (${language}, ${width} px)`, async ({
    page,
    quiet,
  }) => {
    const { host, manager, order } = await makePractice(language)
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    await enter(page, host, manager, '/invoices')
    await expect(rows(page)).toHaveCount(5)
    await expect(rows(page).filter({ hasText: 'AV-' })).toContainText(words.negative)

    // What is late says so, and by how much; what was announced is on its way.
    const late = rows(page).filter({ hasText: words.late })
    await expect(late).toHaveCount(1)
    await expect(late).toContainText(words.underWay)
    await expect(late.getByText(words.late)).toHaveClass(/tone--late/)
    // Of its cases one is named, the others are counted.
    await expect(late.locator('.invoice-number', { hasText: 'T-26-' })).toHaveText(['T-26-0042'])
    expect(await late.textContent()).toMatch(words.cases)

    // What there is to do stands below the status, on a phone at the foot of the card, where it has the room of its words.
    const pay = await late.getByRole('button', { name: words.payOne }).boundingBox()
    const amount = await late.getByText(words.underWay).boundingBox()
    if (width === 390) expect(pay?.y).toBeGreaterThan((amount?.y ?? 0) + (amount?.height ?? 0))
    else expect(pay?.x).toBeGreaterThan((amount?.x ?? 0) + (amount?.width ?? 0))

    // What there is to do with one of them: look at it, and have the receipt where something was paid.
    const acts = (code: string) => page.getByRole('button', { name: words.acts(code) }).first()
    await acts('PF').click()
    await expect(page.getByRole('link', { name: words.viewProForma })).toBeVisible()
    await expect(page.getByRole('button', { name: words.viewReceipt })).toBeHidden()
    await page.keyboard.press('Escape')
    await acts('FA').click()
    await expectAccessible(page)
    const ofInvoice = await saved(page, () => page.getByRole('button', { name: words.viewReceipt }).click())
    expect(ofInvoice.name).toMatch(words.receiptFile)
    expect((await readPdf(ofInvoice.bytes)).text).toContain('RE-')
    await acts('FA').click()
    await page.getByRole('link', { name: words.view }).click()
    await expect(heading(page)).toHaveText(/^FA-/)
    await page.goBack()

    // From the list by keyboard, then along what belongs together, and back.
    const piece = (code: string) => page.getByRole('link', { name: new RegExp(`^${code}-`) })
    await piece('FA').focus()
    await page.keyboard.press('Enter')
    await expect(heading(page)).toHaveText(/^FA-/)
    await expect(page.locator('.widget').filter({ hasText: words.due })).toBeVisible()
    await expect(page.getByRole('link', { name: order.code })).toBeVisible()
    await expectAccessible(page)
    await piece('AV').first().click()
    await expect(heading(page)).toHaveText(/^AV-/)
    await piece('FA').first().click()
    await expect(heading(page)).toHaveText(/^FA-/)

    const invoice = await saved(page, () => page.getByRole('button', { name: words.document }).click())
    expect(invoice.name).toMatch(/^FA-\d{4}-000001-\d{4}-\d\d-\d\d\.pdf$/)
    expect((await readPdf(invoice.bytes)).text).toContain('Labo Test SAS')
    const receipt = await saved(page, () => page.getByRole('button', { name: words.receipt }).click())
    expect(receipt.name).toMatch(/^RE-\d{4}-000001-/)
    await page.getByRole('button', { name: words.pay }).click()
    await expect(page.getByRole('dialog')).toContainText(words.free)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()

    // The case, and from it to its invoice.
    await page.getByRole('link', { name: order.code }).click()
    // On a phone it stands in the menu of the case.
    if (width === 390) await page.getByRole('button', { name: 'Other actions' }).click()
    await page.getByRole('link', { name: words.consult }).click()
    await expect(heading(page)).toHaveText(/^FA-/)

    // Two pro formas: one is asked about, one approved.
    const drafts = async () => {
      await page.goto(at(host, '/invoices?statuses=["to_validate"]'))
      await piece('PF').first().click()
    }
    await drafts()
    await page.getByRole('button', { name: words.ask }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: words.send }).click()
    await expect(dialog.getByText(words.questionMissing)).toBeVisible()
    await dialog.getByLabel(words.question).fill('Deux fois ?')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: words.send }).click()
    await expect(page.getByText(words.asked)).toBeVisible()
    await expect(page.getByText('Deux fois ?')).toBeVisible()
    await drafts()
    await page.getByRole('button', { name: words.approve }).click()
    await expect(page.locator('.pill').getByText(words.validated)).toBeVisible()
    await expect(page.getByRole('button', { name: words.approve })).toBeHidden()

    // The account on paper, and all of it in one file.
    await page.goto(at(host, '/invoices'))
    const saves = async (file: string) => {
      await page.getByRole('button', { name: words.exports }).click()
      return saved(page, () => page.getByRole('button', { name: file }).click())
    }
    const statement = await saves(words.statement)
    expect((await readPdf(statement.bytes)).text).toContain('Labo Test SAS')
    const archive = await saves(words.archive)
    expect([...unzip(archive.bytes).keys()].map(name => name.slice(0, 2)).toSorted()).toEqual([
      'AV',
      'FA',
      'PF',
      'PF',
      'RE',
    ])

    // An address of a page that there is no more; a balance that cannot be had, while the list can.
    await page.goto(at(host, '/invoices?page=9'))
    await expect(page.getByText(words.pastTheEnd)).toBeVisible()
    await page.getByRole('link', { name: words.firstPage }).click()
    await expect(rows(page)).toHaveCount(5)
    quiet.allow(refused(500))
    await withoutAnswers(page)
    await page.route('**/api/invoices/summary', route => route.fulfill({ status: 500 }))
    await page.reload()
    // Where the application already stands: what it takes over from the picture it asks for once more by itself.
    await expect(application(page).getByText(words.summaryFailed)).toBeVisible()
    await expect(rows(page)).toHaveCount(5)
    await page.unroute('**/api/invoices/summary')
    await application(page).getByRole('button', { name: words.retry }).click()
    await expect(page.getByText(words.summaryFailed)).toBeHidden()

    quiet.allow(refused(404))
    await page.goto(at(host, `/invoices/${randomUUID()}`))
    await expect(page.getByRole('heading', { name: words.missing })).toBeVisible()
    await expectAccessible(page)
  })
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

async function saved(page: Page, press: () => Promise<void>) {
  const started = page.waitForEvent('download')
  await press()
  const download = await started
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) }
}
