// The bench: from a material in the register to the signed sheet, and back from a lot to the practices.
import type { Page } from '@playwright/test'
import { inTurn } from '../in-turn.ts'
import { faultsOfOneDialog } from './dialog-rules.ts'
import { openLaboratory, withMaker } from './laboratory.ts'
import { enter } from './ordering.ts'
import { application, expect, expectAccessible, pressTwice, refused, rows, test, withoutEvents } from './portal.ts'

/** A practice with a crown in production; who makes it; a lot that is over. */
const makeBench = (language: string) =>
  withMaker(async make => {
    const { host, laboratory, practice } = await openLaboratory(make, {
      company_name: 'Labo Test',
      address: '1 rue des Essais',
      postal_code: '69003',
      city: 'Lyon',
    })
    const order = await make.order(practice, { code: 'T-1', status: 'in_production', delivery_on: '2031-03-03' })
    await make.orderLine(practice, order.id, 'FIX-101', {
      teeth: [26],
    })
    await make.lot(laboratory, { number: 'OLD-1', expires_on: '2026-01-31', material: { name: 'Zircone 3Y' } })
    return {
      host,
      laboratory,
      bench: await make.user(laboratory, { role: 'production', language }),
      driver: await make.user(laboratory, { role: 'driver', language }),
    }
  })

const inFrench = {
  crown: 'Couronne zircone',
  add: 'Ajouter un matériau',
  name: 'Nom',
  maker: 'Fabricant',
  certificate: /^Certificat ou déclaration CE/,
  certificateEnd: /^Valable jusqu’au/,
  endMissing: 'Un certificat va avec son dernier jour.',
  save: 'Enregistrer',
  addLot: 'Saisir un lot',
  number: 'Numéro de lot',
  expiry: /^À utiliser avant/,
  enterLot: 'Saisir le lot',
  unchecked: 'Non contrôlé à l’arrivée',
  check: 'Contrôle à l’arrivée fait',
  usable: 'Utilisable',
  scan: 'Lot pour Couronne zircone',
  expired: 'Ce lot est périmé.',
  noted: 'Le lot Z-4471 est noté',
  sign: 'Signer la fiche',
  checkMissing: 'Le contrôle avant départ manque.',
  checked: 'Contrôlé',
  tick: 'Cochez ce que vous avez contrôlé.',
  notChecked: /^Ne sera pas dit contrôlé\s: Conforme à la prescription, Points de contact/,
  points: ['Adaptation', 'Teinte'],
  signed: /^Déclaration FT-\d\d-\d{4}, version 1, signée par/,
  signedSheet: 'Fiche signée (PDF)',
  takeOff: 'Retirer Zircone 4Y, lot Z-4471',
  namesIt: 'La fiche devra être signée à nouveau',
  keepLot: 'Garder le lot',
  next: 'Fiche suivante',
  allSigned: 'Toutes les fiches sont signées',
  oneCase: '1 travail',
  tell: 'Prévenir les cabinets…',
  because: 'Pourquoi, pour le laboratoire',
  tellOne: 'Bloquer le lot et prévenir (1 travail)',
  notTold: 'Pas encore',
  note: 'Noter une réclamation',
  caseNumber: 'Numéro du travail',
  kind: 'Nature',
  wrong: 'Ce qui ne va pas',
  noteIt: 'Noter',
  decide: 'Qualifier la réclamation sur T-1',
  record: 'Enregistrer la décision',
  choose: 'Choisissez.',
  notSerious: 'Non grave',
  cause: 'D’où elle vient',
  nothingOpen: 'Rien à qualifier',
  file: 'Dossier d’inspection…',
  download: 'Télécharger',
  forbidden: 'Vous n’avez pas accès à cette page',
}
const inEnglish: typeof inFrench = {
  crown: 'Zirconia crown',
  add: 'Add a material',
  name: 'Name',
  maker: 'Maker',
  certificate: /^CE certificate or declaration/,
  certificateEnd: /^Valid until/,
  endMissing: 'A certificate goes with its last day.',
  save: 'Save',
  addLot: 'Enter a lot',
  number: 'Lot number',
  expiry: /^Use before/,
  enterLot: 'Enter the lot',
  unchecked: 'Not checked on arrival',
  check: 'Arrival check done',
  usable: 'Usable',
  scan: 'Lot for Zirconia crown',
  expired: 'This lot has expired.',
  noted: 'Lot Z-4471 is noted',
  sign: 'Sign the sheet',
  checkMissing: 'The release check is missing.',
  checked: 'Checked',
  tick: 'Tick what you have checked.',
  notChecked: /^Will not be said to be checked: /,
  points: ['Fit', 'Shade'],
  signed: /^Statement FT-\d\d-\d{4}, version 1, signed by/,
  signedSheet: 'Signed sheet (PDF)',
  takeOff: 'Remove Zircone 4Y, lot Z-4471',
  namesIt: 'The sheet then has to be signed again',
  keepLot: 'Keep the lot',
  next: 'Next sheet',
  allSigned: 'Every sheet is signed',
  oneCase: '1 case',
  tell: 'Tell the practices…',
  because: 'Why, for the laboratory',
  tellOne: 'Block the lot and tell 1 case',
  notTold: 'Not yet',
  note: 'Note a complaint',
  caseNumber: 'Number of the case',
  kind: 'Kind',
  wrong: 'What is wrong',
  noteIt: 'Note it',
  decide: 'Decide of the complaint on T-1',
  record: 'Record the decision',
  choose: 'Choose one.',
  notSerious: 'Not serious',
  cause: 'Where it comes from',
  nothingOpen: 'Nothing to decide',
  file: 'Inspection file…',
  download: 'Download',
  forbidden: 'You do not have access to this page',
}

for (const [language, words, width] of inTurn('sheets', [
  ['fr', inFrench, 1440],
  ['en', inEnglish, 360],
] as const)) {
  test(`a lot comes, is used, and its sheet is signed, in ${language} at ${width} pixels`, async ({ page, quiet }) => {
    quiet.allow(refused(409))
    const { host, bench, driver } = await makeBench(language)
    await page.setViewportSize({ width, height: 900 })
    await withoutEvents(page)
    const dialog = application(page).locator('dialog[open]')
    const button = (name: string | RegExp) => application(page).getByRole('button', { name, exact: true })

    // The register: a material, and a lot of it as its label says it.
    await enter(page, host, bench, '/staff/materials')
    await expect(rows(page)).toHaveCount(1)
    await expectAccessible(page)
    await button(words.add).click()
    await dialog.getByLabel(words.name, { exact: true }).fill('Zircone 4Y')
    await dialog.getByLabel(words.maker, { exact: true }).fill('Dental Direkt')
    await dialog.getByLabel(words.certificate).fill('CE 0197')
    await button(words.save).click()
    await expect(dialog.getByText(words.endMissing)).toBeVisible()
    await expectAccessible(page)
    await dialog.getByLabel(words.certificateEnd).fill('31/01/2099')
    await pressTwice(dialog.getByRole('button', { name: words.save }), '**/api/staff/materials')
    await expect(dialog).toHaveCount(0)
    await page.getByRole('link', { name: 'Zircone 4Y' }).click()
    await button(words.addLot).first().click()
    await scan(page, words.number, '01040123456789011799043010Z-4471')
    await expect(dialog.getByLabel(words.number)).toHaveValue('Z-4471')
    await expect(dialog.getByLabel(words.expiry)).toHaveValue('30/04/2099')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: words.enterLot }).click()
    await expect(rows(page)).toContainText(words.unchecked)
    await button(/Lot Z-4471/).click()
    await expectAccessible(page)
    await button(words.check).click()
    await expect(rows(page)).toContainText(words.usable)

    // The queue, and the sheet: what is over is refused, what is scanned is noted, what is missing is said.
    await page.goto(new URL('/staff/sheets', page.url()).href)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'T-1' }).click()
    await expectAccessible(page)
    await scan(page, words.scan, 'old-1')
    await expect(page.getByText(words.expired)).toBeVisible()
    await scan(page, words.scan, '01040123456789011799043010Z-4471')
    await expect(page.getByText(words.noted)).toBeVisible()
    await expect(page.getByLabel(words.scan)).toBeFocused()
    await expect(page.getByRole('listitem').filter({ hasText: words.checkMissing })).toBeVisible()
    await button(words.sign).click()
    await expect(page.getByRole('alert').filter({ hasText: words.checkMissing })).toBeVisible()
    await button(words.checked).click()
    await expect(page.getByText(words.tick)).toBeVisible()
    await expectAccessible(page)
    for (const point of words.points) await page.getByRole('checkbox', { name: point }).check()
    // What is left out is named before somebody answers for the rest.
    await expect(page.getByRole('status').filter({ hasText: words.notChecked })).toBeVisible()
    await pressTwice(button(words.checked), '**/release-checks')
    await expect(page.getByText(words.checkMissing)).toHaveCount(0)
    await pressTwice(button(words.sign), '**/statement')
    await expect(page.getByText(words.signed)).toBeVisible()
    await expectAccessible(page)
    // By the keyboard: on a phone the message lies over the button.
    const sheet = page.waitForEvent('download')
    await button(words.signedSheet).press('Enter')
    expect((await sheet).suggestedFilename()).toMatch(/-T-1\.pdf$/)
    // A lot of a signed sheet goes by one press of nobody.
    await button(words.takeOff).click()
    await expect(page.getByRole('alertdialog')).toContainText(words.namesIt)
    await expectAccessible(page)
    expect(await faultsOfOneDialog('traceability/web/lot-removal.tsx', page)).toEqual([])
    await page.getByRole('alertdialog').getByRole('button', { name: words.keepLot }).click()
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await expect(page.getByText(words.signed)).toBeVisible()
    // On a phone the message lies over the way on, and stays while the pointer is on it.
    await page.getByRole('link', { name: words.next }).press('Enter')
    await expect(page.getByText(words.allSigned)).toBeVisible()

    // Back from the lot to the practice; what it complains of is decided; the file for an inspector.
    await page.goto(new URL('/staff/materials?search=Z-4471', page.url()).href)
    await page.getByRole('link', { name: 'Zircone 4Y' }).click()
    await expect(rows(page)).toContainText(words.oneCase)
    await page.getByRole('link', { name: 'Z-4471', exact: true }).click()
    await expect(rows(page)).toContainText('T-1')
    await expectAccessible(page)
    await button(words.tell).click()
    await dialog.getByLabel(words.because).fill('Rappel du fabricant')
    await expectAccessible(page)
    await pressTwice(dialog.getByRole('button', { name: words.tellOne }), '**/recall')
    await expect(button(words.tell)).toHaveCount(0)
    await expect(rows(page)).not.toContainText(words.notTold)
    await page.goto(new URL('/staff/complaints', page.url()).href)
    await button(words.note).click()
    await dialog.getByLabel(words.caseNumber).fill('T-1')
    await dialog.getByLabel(words.kind).selectOption('fit')
    await dialog.getByLabel(words.wrong).fill('Trop serré')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: words.noteIt, exact: true }).click()
    await expect(rows(page)).toContainText('Trop serré')
    await expectAccessible(page)
    await button(words.decide).click()
    await dialog.getByRole('button', { name: words.record }).click()
    await expect(dialog.getByText(words.choose)).toHaveCount(2)
    await dialog.getByText(words.notSerious, { exact: true }).click()
    await dialog.getByLabel(words.cause).selectOption('impression')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: words.record }).click()
    await expect(page.getByText(words.nothingOpen)).toBeVisible()
    await button(words.file).click()
    await expectAccessible(page)
    const downloading = page.waitForEvent('download')
    await dialog.getByRole('button', { name: words.download }).click()
    expect((await downloading).suggestedFilename()).toMatch(/^(dossier-inspection|inspection-file)-.*\.zip$/)

    // Nothing of it for a driver, by menu or by address.
    await enter(page, host, driver, '/staff/sheets')
    await expect(page.getByRole('heading', { name: words.forbidden })).toBeVisible()
  })
}

test('a sheet whose day of delivery is over says so in words, and not by a colour alone', async ({ page }) => {
  const { host, bench } = await withMaker(async make => {
    const { host, laboratory, practice } = await openLaboratory(make, {})
    const order = await make.order(practice, { code: 'T-1', status: 'in_production', delivery_on: '2026-01-05' })
    await make.orderLine(practice, order.id, 'FIX-101', { teeth: [26] })
    return { host, bench: await make.user(laboratory, { role: 'production', language: 'en' }) }
  })
  await enter(page, host, bench, '/staff/sheets')
  await expect(rows(page)).toContainText(/5 Jan.*has passed/)
})

/** As a barcode reader types it, with Enter at the end. */
async function scan(page: Page, label: string, code: string) {
  const field = application(page).getByLabel(label)
  await field.fill(code)
  await field.press('Enter')
}

test('a lot that the register does not know is entered from the sheet where its label was read, and noted on it', async ({
  page,
}) => {
  const { host, bench, laboratory } = await makeBench('fr')
  const other = { name: 'Alliage CoCr', label_code: '04012345678901' }
  await withMaker(make => make.lot(laboratory, { number: 'OLD-2', material: other }))
  await enter(page, host, bench, '/staff/sheets')
  await application(page).getByRole('link', { name: 'T-1' }).click()
  await scan(page, inFrench.scan, '01036612345678901731013110Z-4471')
  await expect(page.getByText('Aucun lot ni matériau ne s’appelle « Z-4471 ».')).toBeVisible()
  const materials = page.getByRole('combobox', { name: /^Est-ce un lot d’un matériau du registre/ })
  // A label that names its article is of no material of another one.
  await expect(materials.getByRole('option')).toHaveText(['Choisir le matériau', /^Zircone 3Y/])
  await materials.selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Saisir le lot Z-4471…' }).click()
  const form = page.getByRole('dialog', { name: 'Un lot de Zircone 3Y' })
  await expect(form.getByLabel('Numéro de lot')).toHaveValue('Z-4471')
  await expect(form.getByLabel(/^À utiliser avant/)).toHaveValue('31/01/2031')
  await form.getByRole('checkbox').check()
  await form.getByRole('button', { name: 'Saisir le lot' }).click()
  await expect(page.getByText('Le lot Z-4471 est noté')).toBeVisible()
  await expect(application(page).getByRole('listitem').filter({ hasText: 'lot Z-4471' })).toHaveCount(1)
  await expectAccessible(page)
})

test('who checks a device by what it was before is shown what it is now, and checks that', async ({ page, quiet }) => {
  quiet.allow(refused(409))
  await withoutEvents(page)
  const { host, bench, order, change } = await withMaker(async make => {
    const { host, laboratory, practice } = await openLaboratory(make, { company_name: 'Labo Test' })
    const order = await make.order(practice, { status: 'in_production' })
    await make.orderLine(practice, order.id, 'FIX-101', { teeth: [26], shade: 'A2' })
    const change = () =>
      withMaker(({ within }) =>
        within(laboratory.id, client =>
          client.query(`update order_products set shade = 'B1' where order_id = $1`, [order.id]),
        ),
      )
    return { host, order, change, bench: await make.user(laboratory, { role: 'production' }) }
  })
  const main = application(page).getByRole('main')
  await enter(page, host, bench, `/staff/sheets/${order.id}`)
  await main.getByRole('checkbox', { name: 'Teinte' }).check()
  await main.getByLabel(/^Remarque/).fill('Au microscope')
  await change()
  await main.getByRole('button', { name: 'Contrôlé', exact: true }).click()
  await expect(main.getByText('Ce travail a été modifié pendant que vous le contrôliez')).toBeVisible()
  await expect(main).toContainText('26 · B1')
  await expectAccessible(page)
  await main.getByRole('button', { name: 'Contrôler de nouveau' }).click()
  await expect(main.getByRole('checkbox', { name: 'Teinte' })).not.toBeChecked()
  await expect(main.getByLabel(/^Remarque/)).toHaveValue('Au microscope')
  await main.getByRole('checkbox', { name: 'Teinte' }).check()
  await main.getByRole('button', { name: 'Contrôlé', exact: true }).click()
  await expect(main).toContainText('Teinte · Au microscope')
})
