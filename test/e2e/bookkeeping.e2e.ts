// The end of the month, for the laboratory's accountant: entries, their accounts, and the account of a practice.
import { readFileSync } from 'node:fs'
import { addDays, dayInZone } from '#kit/day.ts'
import { openLaboratory, withMaker } from './laboratory.ts'
import { enter } from './ordering.ts'
import { application, expect, expectAccessible, rows, test } from './portal.ts'

const today = dayInZone(new Date(), 'Europe/Paris')
const lastMonth = addDays(`${today.slice(0, 7)}-01`, -1)

const makeBooks = (language: 'fr' | 'en') =>
  withMaker(async make => {
    const { host, laboratory, practice } = await openLaboratory(make, { company_name: 'Labo Test' }, { name: 'Brume' })
    await make.invoice(practice, { issued_on: lastMonth, due_on: lastMonth, amount_cents: 123_450 })
    return { host, practice, accounting: await make.user(laboratory, { role: 'accounting', language }) }
  })

const english = {
  menu: 'Entries',
  download: 'Download the entries',
  whole: 'Total',
  customers: 'Customers',
  wrong: /begins with 4/,
  save: 'Save the accounts',
  saved: 'The accounts are saved',
  thisMonth: 'This month',
  nothing: 'Nothing was issued or received in this period.',
  change: 'Change the customer account…',
  account: 'Account',
  keep: 'Save the account',
}
const french = {
  menu: 'Écritures',
  download: 'Télécharger les écritures',
  whole: 'Total',
  customers: 'Clients',
  wrong: /commence par 4/,
  save: 'Enregistrer les comptes',
  saved: 'Les comptes sont enregistrés',
  thisMonth: 'Ce mois',
  nothing: 'Rien n’a été émis ni reçu dans cette période.',
  change: 'Modifier le compte client…',
  account: 'Compte',
  keep: 'Enregistrer le compte',
}

for (const [language, words, width] of [
  ['fr', french, 1440],
  ['en', english, 390],
] as const)
  test(`who does the books takes last month's entries to the accountant, under the accountant's accounts (${language})`, async ({
    page,
  }) => {
    const { host, practice, accounting } = await makeBooks(language)
    await page.setViewportSize({ width, height: 844 })
    await enter(page, host, accounting, `/staff/billing/practices/${practice.id}`)
    const main = application(page).getByRole('main')
    const dialog = application(page).locator('dialog[open]')

    await main.getByRole('button', { name: words.change }).click()
    await expectAccessible(page)
    await dialog.getByLabel(words.account, { exact: true }).fill('brume 1')
    await dialog.getByRole('button', { name: words.keep }).click()
    await expect(dialog).toHaveCount(0)
    await expect(main.getByText('BRUME1')).toBeVisible()

    await page.goto(new URL('/staff/entries', page.url()).href)
    await expect(main.getByRole('heading', { level: 1, name: words.menu })).toBeVisible()
    await expect(rows(page).last()).toContainText(words.whole)
    await expect(rows(page).last()).toContainText(/1.234[.,]50/)
    await expectAccessible(page)

    const field = main.getByLabel(words.customers, { exact: true })
    await field.fill('clients')
    await main.getByRole('button', { name: words.save }).click()
    await expect(field).toHaveAccessibleDescription(words.wrong)
    await expect(field).toBeFocused()
    await field.fill('411 cli')
    await main.getByRole('button', { name: words.save }).click()
    await expect(page.getByText(words.saved)).toBeVisible()
    await expect(field).toHaveValue('411CLI')
    await expect(rows(page).first()).toContainText('411CLI')

    const downloading = page.waitForEvent('download')
    await main.getByRole('button', { name: words.download }).click()
    const file = await downloading
    expect(file.suggestedFilename()).toMatch(new RegExp(`-${lastMonth}\\.txt$`))
    const [, first = ''] = readFileSync(await file.path(), 'utf8').split('\r\n')
    expect(first.split('\t').slice(4, 8)).toEqual(['411CLI', 'Clients', 'BRUME1', 'Brume'])

    await main.getByRole('link', { name: words.thisMonth }).click()
    await expect(main.getByText(words.nothing)).toBeVisible()
    await expect(main.getByRole('button', { name: words.download })).toHaveCount(0)
    await page.goBack()
    await expect(main.getByRole('button', { name: words.download })).toBeVisible()
  })
