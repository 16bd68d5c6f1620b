// What a bank's file says, chosen by a person; and a payment that is taken back.
import { faultsOfOneForm } from './form-rules.ts'
import { openLaboratory, withMaker } from './laboratory.ts'
import { enter } from './ordering.ts'
import { application, expect, expectAccessible, refused, test, unreachable, withoutEvents } from './portal.ts'

/** A practice with two invoices, one of them paid by a cheque. */
const makeBooks = () =>
  withMaker(async make => {
    const { host, laboratory, practice } = await openLaboratory(make, {}, { name: 'Centre dentaire du Canal' })
    await make.insert(laboratory.id, 'billing_settings', { brand_id: laboratory.id, legal_name: 'Labo Test' })
    const [paid] = [
      await make.invoice(practice, { amount_cents: 133_600 }),
      await make.invoice(practice, { amount_cents: 140_000 }),
    ]
    return { host, paid, accounting: await make.user(laboratory, { role: 'accounting' }) }
  })

const question = /^Quitter sans enregistrer/

test('what was chosen of a bank’s file stands there whole, and is asked about before it is lost', async ({ page }) => {
  const { host, accounting } = await makeBooks()
  await page.setViewportSize({ width: 1280, height: 900 })
  await enter(page, host, accounting, '/staff/transfers')
  const table =
    'Date;Libellé;Crédit\n20/11/2026;VIR CENTRE DENTAIRE DU CANAL;1336,00\n20/11/2026;FA-ANNEE-000002;1000,00'
  const year = new Date().getFullYear()
  const file = {
    name: 'banque.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(table.replace('ANNEE', String(year))),
  }
  const main = application(page).getByRole('main')
  const read = () => main.locator('input[type=file]').setInputFiles(file)
  await read()
  const choose = main.getByRole('combobox', { name: /^Ce que règle l’écriture/ })
  await choose.first().selectOption({ index: 1 })
  await expect(
    main
      .locator('p')
      .filter({ hasText: /^FA-.*, Centre dentaire du Canal, 1\s336,00\s€ \(même montant et nom du cabinet\)$/ }),
  ).toBeVisible()
  await choose.last().selectOption({ index: 1 })
  await expect(main.locator('p').filter({ hasText: /\(autre montant\) · il restera 400,00\s€ à payer$/ })).toBeVisible()
  await expectAccessible(page)

  const asking = page.getByRole('alertdialog', { name: question })
  const stay = asking.getByRole('button', { name: 'Continuer la saisie' })
  await read()
  await stay.click()
  expect(await page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })))).toBe(true)
  await page.getByRole('link', { name: 'Facturation', exact: true }).first().click()
  await stay.click()
  await expect(choose.first()).not.toHaveValue('')
  await main.getByRole('button', { name: 'Enregistrer 2 virements' }).click()
  await expect(main.getByText('2 virements enregistrés')).toBeVisible()
  await read()
  await expect(asking).toHaveCount(0)
  await expect(main.getByText('Déjà enregistré').first()).toBeVisible()
})

test('a payment is taken back by a press that says how much, of what; changed after a lost answer, it is another one', async ({
  page,
  quiet,
}) => {
  quiet.allow(unreachable, refused(409))
  const { host, accounting, paid } = await makeBooks()
  await withoutEvents(page)
  await enter(page, host, accounting, `/staff/invoices/${paid.id}`)
  const dialog = application(page).locator('dialog[open]')
  await application(page).getByRole('button', { name: 'Saisir un paiement' }).click()
  await dialog.getByLabel('Moyen', { exact: true }).selectOption({ label: 'Chèque' })
  await dialog.getByRole('button', { name: 'Enregistrer le paiement' }).click()
  await expect(dialog).toHaveCount(0)
  await page.getByRole('link', { name: /^RE-/ }).click()
  // Money has no VAT, and a payment is no feminine noun.
  const main = application(page).getByRole('main')
  await expect(main.getByText('TTC', { exact: true })).toHaveCount(0)
  await expect(main.getByText('Traité', { exact: true })).toBeVisible()
  await main.getByRole('button', { name: 'Rembourser ou annuler…' }).click()
  await expect(dialog.getByText(/redevient dû, sauf ce qu’un avoir en a repris\s: FA-\d{4}-000001\./)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Garder le paiement' })).toBeVisible()

  const keys: string[] = []
  await page.route('**/refunds', async route => {
    keys.push(route.request().postDataJSON().key)
    if (keys.length === 1) await route.abort()
    else await route.continue()
  })
  await dialog.getByRole('radio', { name: /^Rejeté par la banque/ }).check()
  await dialog.getByRole('button', { name: /^Reprendre 1\s336,00\s€$/ }).click()
  await expect(dialog.getByText('Cela n’a pas été fait')).toBeVisible()
  await dialog.getByLabel('Montant en euros').fill('36')
  await dialog.getByRole('button', { name: /^Reprendre 36,00\s€$/ }).click()
  await expect(dialog).toHaveCount(0)
  expect(new Set(keys).size).toBe(2)
  await expect(main.getByText(/^36,00\s€$/).first()).toBeVisible()
})

test('an entry for which nothing was expected is recorded for the practice it comes from, and known to who types it by hand', async ({
  page,
  quiet,
}) => {
  quiet.allow(refused(409))
  const { host, accounting, paid } = await makeBooks()
  await page.setViewportSize({ width: 1280, height: 900 })
  await enter(page, host, accounting, '/staff/transfers')
  const main = application(page).getByRole('main')
  const dialog = application(page).locator('dialog[open]')
  const table = 'Date;Libellé;Crédit\n20/11/2026;VIR SCM DES TILLEULS;777,77'
  const file = { name: 'banque.csv', mimeType: 'text/csv', buffer: Buffer.from(table) }
  await main.locator('input[type=file]').setInputFiles(file)
  await main.getByRole('button', { name: /^Attribuer à un cabinet\s: VIR SCM/ }).click()
  await expectAccessible(page)
  expect(await faultsOfOneForm('payments/web/staff-unexpected-dialog.tsx', dialog.locator('form'))).toEqual([])
  const search = dialog.getByRole('textbox', { name: 'Nom du cabinet' })
  await expect(search).toBeFocused()
  await dialog.getByRole('button', { name: 'Enregistrer le virement' }).click()
  await expect(search).toHaveAccessibleDescription('Cherchez le cabinet et choisissez-le.')
  await search.fill('personne')
  await expect(dialog.getByText('Aucun cabinet de ce nom')).toBeVisible()
  // The only one of that name is chosen.
  await search.fill('canal')
  await expect(dialog.getByRole('radio', { name: /^Centre dentaire du Canal/ })).toBeChecked()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(main.getByText('1 virement enregistré')).toBeVisible()
  await expect(main.getByText('Enregistré', { exact: true })).toBeVisible()
  await main.locator('input[type=file]').setInputFiles(file)
  await expect(main.getByText('Déjà enregistré')).toBeVisible()

  await page.goto(new URL(`/staff/invoices/${paid.id}`, page.url()).href)
  await main.getByRole('button', { name: 'Saisir un paiement' }).click()
  await dialog.getByLabel('Montant en euros').fill('777,77')
  const day = dialog.getByLabel('Reçu le', { exact: true })
  await day.fill('20/11/2026')
  const enterIt = dialog.getByRole('button', { name: 'Enregistrer le paiement' })
  const enterAnyway = dialog.getByRole('button', { name: 'L’enregistrer quand même' })
  await enterIt.click()
  await expect(dialog.getByText(/^Le fichier de la banque a déjà enregistré un paiement de ce montant/)).toBeVisible()
  await expect(enterAnyway).toBeVisible()
  // Of another day nobody has said yet that it is another.
  await day.fill('21/11/2026')
  await enterIt.click()
  await enterAnyway.click()
  await expect(dialog).toHaveCount(0)
})
