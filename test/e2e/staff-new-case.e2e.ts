import { at } from './addresses.ts'
import { faultsOfOneDialog } from './dialog-rules.ts'
import { openLaboratory, withMaker } from './laboratory.ts'
import { enter, fillCrown, patientCode, registered, typed, work } from './ordering.ts'
import { application, expect, expectAccessible, refused, test, unreachable } from './portal.ts'
import { broken, fail } from './refusals.ts'

test('what came on paper is entered by keyboard for one practice after another was chosen, and stands with it as its own', async ({
  page,
  quiet,
}) => {
  const { host, bench, doctor } = await withMaker(async make => {
    const { host, laboratory } = await openLaboratory(make, { company_name: 'Labo Test' })
    const practice = await make.practice(laboratory, { name: 'Cabinet des Lilas' })
    const port = await make.practice(laboratory, { name: 'Cabinet du Port' })
    await make.order(port, { patient_code: 'P-0412', patient: 'Zoé du Port', status: 'delivered' })
    await make.product(laboratory)
    const doctor = await make.user(practice, { title: 'Dr', first_name: 'Anne', last_name: 'Petit', language: 'en' })
    return { host, doctor, bench: await make.user(laboratory, { role: 'production' }) }
  })
  const practice = page.getByRole('combobox', { name: 'Pour quel cabinet' })
  const check = page.getByRole('button', { name: 'Vérifier' })
  const look = page.getByRole('dialog', { name: /^Saisir ceci pour Cabinet des Lilas/ })
  await enter(page, host, bench, '/staff/cases')
  // Whoever is quicker than the list: it is not said that there is no such practice, and Enter waits for it.
  const slow = Promise.withResolvers<void>()
  const names = '**/api/staff/orders/filters'
  await page.route(names, async route => {
    await slow.promise
    await route.fallback()
  })
  await page.reload()
  await application(page).getByRole('link', { name: 'Saisir un travail' }).click()
  await practice.fill('port')
  await page.keyboard.press('Enter')
  await expect(page.locator('.combobox__list', { hasText: 'Chargement' })).toBeVisible()
  await expect(page.getByText('Aucun cabinet ne s’appelle')).toHaveCount(0)
  await expectAccessible(page)
  slow.resolve()
  await expect(page.getByRole('heading', { name: 'Cabinet du Port' })).toBeVisible()
  await expect(patientCode(page)).toBeFocused()
  await page.keyboard.type('P-0412')
  const patient = application(page).locator('[name=patient]')
  await expect(patient).toHaveValue('Zoé du Port')
  await expectAccessible(page)

  // The wrong practice: what has been typed stays.
  await page.getByRole('button', { name: 'Choisir un autre cabinet' }).click()
  await expect(page.getByText('Ce que vous avez saisi reste.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Garder Cabinet du Port' })).toBeVisible()
  await practice.fill('lilas')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Cabinet des Lilas' })).toBeVisible()
  await expect(patientCode(page)).toHaveValue('P-0412')
  // But for the name that was filled in: it is another practice's patient.
  await expect(patient).toHaveValue('')
  await check.click()
  const summary = page.getByRole('region', { name: /à corriger$/ })
  await expect(summary).toBeFocused()
  await summary.getByRole('link', { name: 'Choisissez le travail à réaliser.' }).press('Enter')
  await page.keyboard.type('zirc')
  await page.keyboard.press('Enter')
  const crown = work(page, /zircon/)
  await crown.getByRole('textbox', { name: 'Numéros' }).fill('26')
  await crown.getByRole('textbox', { name: 'Teinte' }).fill('A2')
  await page.getByRole('radio', { name: /^Ici, dans le sachet/ }).check()
  // Before anything is entered: too late for the patient.
  await page.locator('[name=appointmentDay]').fill(typed(1))
  await page.locator('[name=appointmentTime]').fill('9h30')
  await expect(page.getByText(/trop tard pour le rendez-vous$/)).toBeVisible()
  await page.locator('[name=appointmentDay]').fill(typed(40))
  await page.getByRole('textbox', { name: /^Commentaire du cabinet/ }).fill('Contact léger')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  await check.click()
  await expect(look).toContainText('Ici, dans le sachet')
  await expect(look).toContainText('Contact léger')
  await expect(look).toContainText('avant le rendez-vous')
  await expectAccessible(page)
  expect(await faultsOfOneDialog('ordering/web/staff-look.tsx', page)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 900 })

  // A refusal is said there, and nothing of it is lost.
  await page.route('**/api/staff/practices/*/orders', route => fail(route, broken), { times: 1 })
  quiet.allow(refused(500))
  await look.getByRole('button', { name: 'Saisir le travail' }).click()
  await expect(look.getByText('Le travail n’a pas été saisi')).toBeVisible()

  // The next slip of the same practice lies there.
  await look.getByRole('button', { name: 'Saisir, puis le suivant' }).click()
  await expect(page.getByText(/^Accepté pour le /)).toBeVisible()
  await expect(patientCode(page)).toBeFocused()
  await expect(patientCode(page)).toHaveValue('')
  // The same slip once more: it is here already, which is said at once and before it counts.
  const isHere = /Déjà un travail en cours pour ce patient\s: T-/
  await fillCrown(page, 'p-0412', 'Un scan')
  await expect(page.getByRole('status').filter({ hasText: isHere })).toBeVisible()
  await check.click()
  await expect(look).toContainText(isHere)
  await look.getByRole('button', { name: 'Modifier' }).click()
  await patientCode(page).fill('P-0413')
  await expect(page.getByRole('status').filter({ hasText: isHere })).toHaveCount(0)
  await check.click()
  await look.getByRole('button', { name: 'Saisir le travail' }).click()
  await registered(page)
  await expect(page.getByText(/^Calculé pour le .*: acceptez-le/)).toBeVisible()
  const code = await application(page).getByRole('heading', { level: 1 }).textContent()

  await enter(page, host, doctor, '/cases')
  await application(page)
    .getByRole('link', { name: code?.trim() ?? '', exact: true })
    .click()
  await registered(page)
  await expect(application(page).getByRole('main')).toContainText('Dr Anne Petit')
  await expect(application(page).getByRole('main')).toContainText(
    'Entered by the laboratory, from the slip or call of the practice.',
  )
})

test('of a patient of another practice, its own prescriber is filled in; and what is under way for them opens beside the form', async ({
  page,
}) => {
  const { host, bench } = await withMaker(async make => {
    const { host, laboratory } = await openLaboratory(make, { company_name: 'Labo Test' })
    for (const [name, last_name, patient] of [
      ['Cabinet du Port', 'Port', 'Zoé du Port'],
      ['Cabinet des Lilas', 'Lilas', 'Zoé des Lilas'],
    ]) {
      const practice = await make.practice(laboratory, { name })
      const doctors = [
        await make.user(practice, { title: 'Dr', first_name: 'Anne', last_name }),
        await make.user(practice, { title: 'Dr', first_name: 'Marc', last_name }),
      ]
      await make.order(practice, { patient_code: 'P-0412', patient, prescriber_id: doctors[1]?.id })
    }
    await make.product(laboratory)
    return { host, bench: await make.user(laboratory, { role: 'production' }) }
  })
  const main = application(page).getByRole('main')
  const chosen = main.locator('[name=prescriberId] option:checked')
  const choose = async (name: string) => {
    await page.getByRole('combobox', { name: 'Pour quel cabinet' }).fill(name)
    await page.keyboard.press('Enter')
  }
  await enter(page, host, bench, '/staff/cases/new')
  await choose('port')
  await patientCode(page).fill('P-0412')
  await expect(chosen).toHaveText('Dr Marc Port')
  await page.getByRole('button', { name: 'Choisir un autre cabinet' }).click()
  await choose('lilas')
  await expect(main.locator('[name=patient]')).toHaveValue('Zoé des Lilas')
  await expect(chosen).toHaveText('Dr Marc Lilas')
  const opening = page.waitForEvent('popup')
  await main.getByRole('link', { name: /^T-/ }).click()
  await expect((await opening).getByRole('heading', { level: 1, name: /^T-/ })).toBeVisible()
  await expect(patientCode(page)).toHaveValue('P-0412')
})

test('an answer that was lost makes no second case, and where the impression is stays said, whichever practice was looked at meanwhile', async ({
  page,
  quiet,
}) => {
  const { host, bench } = await withMaker(async make => {
    const { host, laboratory } = await openLaboratory(make, { company_name: 'Labo Test' })
    await make.practice(laboratory, { name: 'Cabinet des Lilas' })
    await make.product(laboratory)
    return { host, bench: await make.user(laboratory, { role: 'production' }) }
  })
  const practice = page.getByRole('combobox', { name: 'Pour quel cabinet' })
  const choose = async () => {
    await practice.fill('lilas')
    await page.keyboard.press('Enter')
    await expect(patientCode(page)).toBeVisible()
  }
  const enterIt = async () => {
    await page.getByRole('button', { name: 'Vérifier' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Saisir le travail' }).click()
  }
  await enter(page, host, bench, '/staff/cases/new')
  await choose()
  await fillCrown(page, 'P-77', /^Encore au cabinet/)
  await page.locator('[name=prescriberName]').fill('Dr Anne Leroy')
  quiet.allow(unreachable)
  await page.route(
    '**/api/staff/practices/*/orders',
    async route => {
      const [url, headers] = [new URL(route.request().url()), route.request().headers()]
      await route.fetch({ url: at('127.0.0.1', url.pathname), headers: { ...headers, host: url.host } })
      await route.abort()
    },
    { times: 1 },
  )
  await enterIt()
  await expect(page.getByText('Le travail n’a pas été saisi')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Choisir un autre cabinet' }).click()
  await choose()
  await expect(page.getByRole('radio', { name: /^Encore au cabinet/ })).toBeChecked()
  await enterIt()
  await registered(page)
  await application(page).getByRole('complementary', { name: 'Menu' }).getByRole('link', { name: 'Travaux' }).click()
  await expect(application(page).locator('tbody tr:not(.table__skeleton)')).toHaveCount(1)
})

test('what was misread is put right from the page of the case, and its practice reads what it was', async ({
  page,
  quiet,
}) => {
  const { host, bench, doctor, order } = await withMaker(async make => {
    const { host, laboratory } = await openLaboratory(make, { company_name: 'Labo Test' })
    const practice = await make.practice(laboratory, { name: 'Cabinet des Lilas' })
    const { reference } = await make.product(laboratory)
    const doctor = await make.user(practice, { title: 'Dr', first_name: 'Anne', last_name: 'Petit', language: 'en' })
    const order = await make.order(practice, { patient_code: 'P-77', patient: 'Zoé Martin', prescriber: 'Dr Paré' })
    await make.orderLine(practice, order.id, reference, { product_version: 1, teeth: [26], shade: 'A2' })
    return { host, doctor, order, bench: await make.user(laboratory, { role: 'production' }) }
  })
  const dialog = page.getByRole('dialog', { name: /^Corriger la saisie de/ })
  await enter(page, host, bench, `/staff/cases/${order.id}`)
  await application(page).getByRole('button', { name: 'Plus', exact: true }).click()
  await page.getByRole('button', { name: 'Corriger la saisie…' }).click()
  await expect(dialog.locator('[name=patientCode]')).toHaveValue('P-77')
  await expect(dialog.locator('[name=prescriberName]')).toHaveValue('Dr Paré')
  await expectAccessible(page)
  await dialog.locator('[name=patientCode]').fill('')
  await dialog.getByRole('button', { name: 'Enregistrer la correction' }).click()
  await expect(dialog.getByText('Saisissez le code patient.')).toBeVisible()
  await expect(dialog.locator('[name=patientCode]')).toBeFocused()
  await page.keyboard.type('P-71')
  await dialog.locator('[name=prescriberId]').selectOption({ label: 'Dr Anne Petit' })
  await expect(dialog.locator('[name=prescriberName]')).toBeHidden()
  // Half of what was typed is no tooth: neither half is sent.
  const numbers = dialog.getByRole('textbox', { name: 'Numéros' })
  await numbers.fill('25 99')
  await dialog.getByRole('button', { name: 'Enregistrer la correction' }).click()
  await expect(numbers).toHaveAccessibleDescription(/99/)
  await expect(numbers).toBeFocused()
  await expect(numbers).toHaveValue('25 99')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  await numbers.fill('25')

  await page.route('**/api/staff/orders/*/entry', route => fail(route, broken), { times: 1 })
  quiet.allow(refused(500))
  await dialog.getByRole('button', { name: 'Enregistrer la correction' }).click()
  const failure = dialog.getByText('La correction n’est pas enregistrée')
  await expect(failure).toBeVisible()
  // Not behind the buttons, which lie over the end of a long form.
  const isCovered = (one: Element) => {
    const { left, top, width, height } = one.getBoundingClientRect()
    return !one.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  }
  await expect.poll(() => failure.evaluate(isCovered)).toBe(false)
  const sent = page.waitForRequest('**/api/staff/orders/*/entry')
  await dialog.getByRole('button', { name: 'Enregistrer la correction' }).click()
  // What a colleague changes meanwhile, its shade for instance, is not taken back.
  expect((await sent).postDataJSON()).toEqual({
    patientCode: 'P-71',
    prescriberId: doctor.id,
    products: [{ caseSequence: 1, teeth: [25], pontics: [] }],
  })
  await expect(page.getByText(`${order.code} est corrigé`)).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(application(page).getByRole('main')).toContainText('P-71')
  await expect(application(page).getByRole('main')).toContainText('prescripteur corrigé')

  await enter(page, host, doctor, `/cases/${order.id}`)
  await expect(application(page).getByRole('main')).toContainText(
    'Entry corrected by the laboratory: patient code corrected, prescriber corrected',
  )
})

test('an arch that was misread is put right, and teeth that are missing are said where they are chosen', async ({
  page,
  quiet,
}) => {
  quiet.allow(refused(422))
  const { host, bench, order } = await withMaker(async make => {
    const { host, laboratory } = await openLaboratory(make, { company_name: 'Labo Test' })
    const practice = await make.practice(laboratory)
    const order = await make.order(practice, { prescriber: 'Dr Paré' })
    const splint = await make.product(laboratory, { tooth_need: 'none', sector_need: 'required', shade_need: 'none' })
    const crown = await make.product(laboratory)
    const line = { product_version: 1 }
    await make.orderLine(practice, order.id, splint.reference, { ...line, case_sequence: 1, sector: 'upper' })
    await make.orderLine(practice, order.id, crown.reference, { ...line, case_sequence: 2, teeth: [26], shade: 'A2' })
    return { host, order, bench: await make.user(laboratory, { role: 'production' }) }
  })
  const dialog = page.getByRole('dialog', { name: /^Corriger la saisie de/ })
  const save = dialog.getByRole('button', { name: 'Enregistrer la correction' })
  await enter(page, host, bench, `/staff/cases/${order.id}`)
  await application(page).getByRole('button', { name: 'Plus', exact: true }).click()
  await page.getByRole('button', { name: 'Corriger la saisie…' }).click()
  await dialog.getByText('Inférieure', { exact: true }).click()
  await dialog.getByRole('textbox', { name: 'Numéros' }).fill('')
  await save.click()
  const missing = dialog.getByText('Choisissez les dents sur le schéma.')
  await expect(missing).toBeVisible()
  const isBeside = () => {
    const chart = document.activeElement?.closest('[id^="entry-changed.2."]')
    return chart?.id
  }
  expect(await page.evaluate(isBeside)).toBe('entry-changed.2.teeth')
  await expectAccessible(page)
  await dialog.getByRole('textbox', { name: 'Numéros' }).fill('25')
  const sent = page.waitForRequest('**/api/staff/orders/*/entry')
  await save.click()
  expect((await sent).postDataJSON()).toEqual({
    products: [
      { caseSequence: 1, sector: 'lower' },
      { caseSequence: 2, teeth: [25], pontics: [] },
    ],
  })
  await expect(dialog).toBeHidden()
})
