// What a laboratory brings from its software before: a catalogue, then practices with their people; and both taken back.
import { setTimeout } from 'node:timers/promises'
import { inTurn } from '../in-turn.ts'
import { at } from './addresses.ts'
import { faultsOfOneDialog } from './dialog-rules.ts'
import { openLaboratory, withMaker } from './laboratory.ts'
import { enter } from './ordering.ts'
import { application, expect, expectAccessible, pressTwice, rows, test } from './portal.ts'

const inFrench = {
  wrong: '2 nouveaux · 0 changé · 0 inchangé · 1 à corriger',
  others: 'Autres colonnes · 16',
  vat: 'TVA',
  fault: 'Un nombre entier est attendu, comme 5.',
  right: '3 nouveaux · 0 changé · 0 inchangé',
  leads: 'Quel est leur délai, en jours ouvrés\u202f?',
  chooseLead: 'Choisissez le délai de ses produits.',
  days: '6 jours ouvrés',
  vats: 'Quelle est leur TVA\u202f?',
  chooseVat: 'Choisissez la TVA de ses produits.',
  exempt: 'exonéré de TVA',
  unsaid: 'le fichier ne le dit pas',
  family: 'Que demandent ces produits ?',
  choose: 'Choisissez ce que ses produits demandent.',
  teethAndShade: 'Dents et teinte',
  roles: /^Ces rôles sont justes/,
  now: /^Inviter maintenant/,
  take: 'Importer 3 lignes',
  takeRight: 'Importer 2 lignes et garder celle à corriger dans un fichier',
  undo: 'Annuler l’import de catalogue.csv',
  undoPractices: 'Annuler l’import de cabinets.csv',
  confirm: 'Annuler l’import',
  undone: 'Annulé',
  kind: 'Ce qu’il contient',
  practices: 'Cabinets et leurs personnes',
  preview: 'Aperçu',
  missing: 'Choisissez la colonne qui le dit, ou',
  lastName: /^Nom \(obligatoire\)/,
  people: '2 nouveaux · 0 changé · 0 inchangé',
  invited: /2 invitations à choisir un mot de passe/,
  invite: /^Inviter /,
  noMails: 'Aucun e‑mail ne part',
  takePeople: 'Importer 2 lignes',
  stays: 'Ana Roux · Cabinet A a choisi un mot de passe',
  close: 'Fermer',
}
const inEnglish: typeof inFrench = {
  wrong: '2 new · 0 changed · 0 unchanged · 1 to correct',
  others: 'Other columns · 16',
  vat: 'VAT',
  fault: 'A whole number is expected, like 5.',
  right: '3 new · 0 changed · 0 unchanged',
  leads: 'In how many working days are they made?',
  chooseLead: 'Choose the lead time of its products.',
  days: '6 working days',
  vats: 'Are they subject to VAT?',
  chooseVat: 'Choose the VAT of its products.',
  exempt: 'exempt from VAT',
  unsaid: 'not said by the file',
  family: 'What do these products ask for?',
  choose: 'Choose what its products ask for.',
  teethAndShade: 'Teeth and shade',
  roles: /^These roles are right/,
  now: /^Invite now/,
  take: 'Import 3 lines',
  takeRight: 'Import 2 lines and keep the one to correct as a file',
  undo: 'Undo the import of catalogue.csv',
  undoPractices: 'Undo the import of cabinets.csv',
  confirm: 'Undo the import',
  undone: 'Undone',
  kind: 'What it holds',
  practices: 'Practices and their people',
  preview: 'Preview',
  missing: 'Choose the column that says it, or',
  lastName: /^Last name \(required\)/,
  people: '2 new · 0 changed · 0 unchanged',
  invited: /2 invitations are mailed to choose a password/,
  invite: /^Invite /,
  noMails: 'Nobody is mailed',
  takePeople: 'Import 2 lines',
  stays: 'Ana Roux · Cabinet A has chosen a password',
  close: 'Close',
}

const csv = (name: string, ...lines: string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\r\n')),
})
const catalogue = (days: string) =>
  csv(
    'catalogue.csv',
    'Référence;Famille;Nom;Délai',
    'COU-1;Fixe;Couronne;6',
    `COU-2;Fixe;Couronne zircone;${days}`,
    'COU-3;Fixe;Facette;4',
  )
/** As a laboratory has one: no lead time. */
const priceList = csv('catalogue.csv', 'Réf;Famille;Désignation;Prix HT', 'COU-1;Fixe;Couronne;149,00 €')
const practices = csv(
  'cabinets.csv',
  'Cabinet;Prénom;Qui;E-mail',
  'Cabinet A;Ana;Roux;ana@a.example',
  'Cabinet B;Noé;Petit;noe@b.example',
)

for (const [language, words, width] of inTurn('imports', [
  ['fr', inFrench, 1440],
  ['en', inEnglish, 390],
] as const))
  test(`a file is understood, corrected, taken whole and taken back (${language}, ${width} px)`, async ({ page }) => {
    test.slow()
    const { host, laboratory, administrator } = await withMaker(async make => {
      const { host, laboratory } = await openLaboratory(make, {})
      return { host, laboratory, administrator: await make.user(laboratory, { language }) }
    })
    await page.setViewportSize({ width, height: 900 })
    const main = application(page).getByRole('main')
    const dialog = application(page).locator('dialog[open]')
    const button = (name: string) => main.getByRole('button', { name, exact: true })
    const give = (file: ReturnType<typeof csv>) => main.locator('input[type=file]').setInputFiles(file)

    // This portal has no mail server: in one of the two languages its answer is changed to say that it has.
    const areMailsSent = language === 'fr'
    await page.route('**/api/staff/imports', async route => {
      const request = route.request()
      const { host, pathname } = new URL(request.url())
      const reply = await route.fetch({ url: at('127.0.0.1', pathname), headers: { ...request.headers(), host } })
      await route.fulfill({ response: reply, json: { ...(await reply.json()), areMailsSent } })
    })

    // A wrong line is named: the others can come in without it, once it is said so.
    await enter(page, host, administrator, '/staff/settings/import')
    await expect(main.getByLabel(words.kind)).toBeVisible()
    await give(catalogue('six'))
    await expect(main.getByText(words.wrong)).toBeVisible()
    await expect(rows(page).filter({ hasText: words.fault })).toContainText('3')
    await expect(button(words.take)).toHaveCount(0)
    await expect(button(words.takeRight)).toBeVisible()
    // One thing is next: another file, and once it can be taken, taking it.
    await expect(main.locator('.button--primary')).toHaveCount(1)
    await expectAccessible(page)
    // What was found is shown, what nothing says is folded; what is chosen there stays there.
    const vat = main.getByLabel(words.vat, { exact: true })
    await expect(vat).toBeHidden()
    await main.getByText(words.others, { exact: true }).click()
    await vat.selectOption({ index: 1 })
    await expect(main.getByText(words.wrong)).toHaveCount(0)
    await expect(main.locator('.import-others').getByLabel(words.vat, { exact: true })).toBeVisible()
    await expectAccessible(page)

    // A price list says no lead time: it is asked for, once for each family.
    await give(priceList)
    const leads = main.getByRole('group', { name: words.leads }).getByLabel('Fixe')
    await expect(leads).toBeVisible()
    await expectAccessible(page)
    // All else is answered: it alone is missing.
    const asked = main.getByRole('group', { name: words.family }).getByLabel('Fixe')
    await asked.selectOption(words.teethAndShade)
    await main.locator('.button--primary').click()
    await expect(leads).toBeFocused()
    await expect(leads).toHaveAccessibleDescription(new RegExp(words.chooseLead))
    await leads.selectOption(words.days)
    await expect(rows(page).filter({ hasText: 'COU-1' })).toContainText(words.days)
    // Nor does it say the VAT, which is asked too, and shown as what the file does not say.
    const vats = main.getByRole('group', { name: words.vats }).getByLabel('Fixe')
    await main.locator('.button--primary').click()
    await expect(vats).toBeFocused()
    await expect(vats).toHaveAccessibleDescription(new RegExp(words.chooseVat))
    await expectAccessible(page)
    await vats.selectOption(words.exempt)
    const vatCell = rows(page).filter({ hasText: 'COU-1' }).getByRole('cell').filter({ hasText: words.exempt })
    await expect(vatCell).toContainText(words.unsaid)

    // Corrected, all of it is; and goes again.
    await give(catalogue('6'))
    await expect(main.getByText(words.right, { exact: true })).toBeVisible()
    // Nothing says what products of a new family ask for: nothing is imported before it is said.
    const families = main.getByRole('group', { name: words.family })
    await expect(families).toBeVisible()
    await vats.selectOption(words.exempt)
    await expect(main.locator('.button--primary')).toHaveText([words.take])
    await button(words.take).click()
    const family = families.getByLabel('Fixe')
    await expect(family).toBeFocused()
    await expect(family).toHaveAccessibleDescription(new RegExp(words.choose))
    await expectAccessible(page)
    // Pressed while the look that the answer began is still under way: it waits for it.
    await page.route('**/api/staff/imports/*/columns', async route => {
      await setTimeout(1000)
      await route.fallback()
    })
    await family.selectOption(words.teethAndShade)
    await expect(family).not.toHaveAccessibleDescription(new RegExp(words.choose))
    await pressTwice(button(words.take), '**/api/staff/imports/*/application')
    await button(words.undo).click()
    expect(await faultsOfOneDialog('imports/web/import-list.tsx', page)).toEqual([])
    await page.unroute('**/api/staff/imports/*/columns')
    await dialog.getByRole('button', { name: words.confirm, exact: true }).click()
    await expect(dialog).toHaveCount(0)
    await expect(rows(page).filter({ hasText: 'catalogue.csv' })).toContainText(words.undone)

    // Practices: one column is not known by its name, and is shown; each of their people is invited.
    await main.getByLabel(words.kind).selectOption(words.practices)
    await give(practices)
    await button(words.preview).click()
    await expect(main.getByLabel(words.lastName)).toHaveAccessibleDescription(new RegExp(words.missing))
    await expectAccessible(page)
    await main.getByLabel(words.lastName).selectOption('Qui')
    await button(words.preview).click()
    await expect(main.getByText(words.people, { exact: true })).toBeVisible()
    await main.getByRole('checkbox', { name: words.roles }).check()
    if (areMailsSent) {
      await main.getByRole('radio', { name: words.now }).check()
      await expect(main.getByText(words.invited)).toBeVisible()
    } else {
      await expect(main.getByText(words.noMails)).toBeVisible()
      await expect(main.getByRole('radio', { name: words.now })).toHaveCount(0)
    }
    await expectAccessible(page)
    await pressTwice(button(words.takePeople), '**/api/staff/imports/*/application')

    // Who has come in meanwhile stays, and is named.
    await expect(button(words.undoPractices)).toBeVisible()
    // Where no mail leaves, nor does an invitation from here.
    await expect(main.getByRole('button', { name: words.invite })).toHaveCount(0)
    await withMaker(make =>
      make.within(laboratory.id, client =>
        client.query("update users set password_hash = '$argon2id$of-mine' where login = 'ana@a.example'"),
      ),
    )
    await button(words.undoPractices).click()
    await dialog.getByRole('button', { name: words.confirm, exact: true }).click()
    await expect(dialog.getByText(words.stays)).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: words.close, exact: true }).click()
    await expect(rows(page).filter({ hasText: 'cabinets.csv' })).toContainText(words.undone)
  })

/** A file that changes what is there says in each cell what it was. */
const raised = csv(
  'tarif.csv',
  'Réf;Famille;Désignation;Prix HT;TVA',
  'COU-1;Fixe;Couronne céramo-céramique stratifiée;149,00 €;20',
  'COU-2;Fixe;Couronne;1 049,00 €;0',
)
for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const)
  test(`what a changed line was can be read in its own cell (${width} px)`, async ({ page }) => {
    const { host, administrator } = await withMaker(async make => {
      const { host, laboratory } = await openLaboratory(make, {})
      const product = { label_fr: 'Couronne', vat: 'exempt' }
      await make.product(laboratory, { ...product, reference: 'COU-1', price_cents: null })
      await make.product(laboratory, { ...product, reference: 'COU-2', price_cents: 104_500 })
      return { host, administrator: await make.user(laboratory, { language: 'fr' }) }
    })
    await page.setViewportSize({ width, height })
    const main = application(page).getByRole('main')
    await enter(page, host, administrator, '/staff/settings/import')
    await main.locator('input[type=file]').setInputFiles(raised)
    await expect(rows(page).filter({ hasText: 'COU-1' })).toContainText('avant : Sans prix')
    await expect(rows(page).filter({ hasText: 'COU-1' })).toContainText('avant : exonéré de TVA')
    // Text that runs out of its cell runs under what the next cell says.
    const cells = rows(page).locator('th, td')
    expect(await cells.evaluateAll(all => all.filter(cell => cell.scrollWidth > cell.clientWidth + 1).length)).toBe(0)
    await expectAccessible(page)
  })
