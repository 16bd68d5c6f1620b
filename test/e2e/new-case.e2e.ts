import { dayInZone, weekday } from '#kit/day.ts'
import { at } from './addresses.ts'
import {
  catalogueSearch,
  check,
  enter,
  fillCrown,
  lastLook,
  makeOrderingPractice,
  openForm,
  patientCode,
  registered,
  saved,
  send,
  typed,
  work,
} from './ordering.ts'
import { expect, expectAccessible, refused, test, unreachable } from './portal.ts'

test('in English, everything is said in English', async ({ page }) => {
  const practice = await makeOrderingPractice({ language: 'en' })
  await openForm(page, practice)
  await fillCrown(page, 'P-7')
  await expect(page.getByText('5 working days in the laboratory')).toBeVisible()
  await page.getByLabel('Your reference').fill('LOG-7781')
  await check(page).click()
  await expect(lastLook(page)).toContainText('LOG-7781')
  await expect(lastLook(page)).toContainText('This is what Labo Test will receive.')
  await expectAccessible(page)
  await send(page).click()
  await registered(page)
  await expect(page.locator('.page-head')).toContainText('Zirconia crown 26 · A2')
  await expect(page.getByText('LOG-7781')).toBeVisible()
})

test('what is missing is said beside its field and in a summary that leads there', async ({ page }) => {
  const practice = await makeOrderingPractice()
  await openForm(page, practice)
  await check(page).click()
  const summary = page.getByRole('region', { name: '3 points manquent ou sont à corriger' })
  await expect(summary).toBeFocused()
  await expect(page).toHaveTitle(/^Erreur\s: /)
  await expectAccessible(page)
  await summary.getByRole('link', { name: 'Saisissez le code patient.' }).click()
  await expect(patientCode(page)).toBeFocused()
  await expect(patientCode(page)).toHaveAccessibleDescription(/Saisissez le code patient\./)
  await page.keyboard.type('P-1')
  await expect(page.getByText('Saisissez le code patient.')).toHaveCount(0)
  await page.getByRole('link', { name: 'Choisissez le travail à réaliser.' }).press('Enter')
  await page.keyboard.type('brid')
  await page.keyboard.press('Enter')
  await page.getByRole('radio', { name: /^Optique/ }).check()
  await expect(page.locator('.faults')).toHaveCount(0)
  await expect(page).not.toHaveTitle(/^Erreur/)
  const bridge = work(page, 'Bridge céramo-métallique')
  await bridge.getByRole('textbox', { name: 'Numéros' }).fill('13-12')
  await check(page).click()
  await expect(page.locator('.faults').getByRole('link')).toHaveText([
    'Choisissez au moins 3 dents.',
    'Choisissez la teinte.',
  ])
  await page.locator('.faults').getByRole('link', { name: 'Choisissez au moins 3 dents.' }).click()
  await expect(bridge.getByRole('textbox', { name: 'Numéros' })).toBeFocused()
  await page.locator('[name=appointmentDay]').fill('31/02')
  await check(page).click()
  await expect(page.locator('.faults')).toContainText(
    'Saisissez un jour de rendez-vous qui existe, sous la forme JJ/MM/AAAA.',
  )
})

test('only what a product needs is asked', async ({ page }) => {
  await openForm(page, await makeOrderingPractice())
  await page.getByRole('button', { name: 'Fixe' }).click()
  await page.getByRole('button', { name: 'Porte-empreinte individuel' }).click()
  const tray = work(page, 'Porte-empreinte individuel')
  await expect(tray.getByRole('radio').first()).toBeFocused()
  await expect(tray.getByText('Teinte')).toHaveCount(0)
  await expect(tray.getByRole('group', { name: 'Dents' })).toHaveCount(0)
  await catalogueSearch(page).fill('implant')
  await page.keyboard.press('Enter')
  const implant = work(page, 'Couronne sur implant')
  await expect(implant.getByLabel('Marque de l’implant')).toBeVisible()
  await expect(implant.getByLabel('Quantité')).toHaveCount(0)
  await expect(implant.getByRole('option', { name: 'Dent 55' })).toHaveCount(0)
  await implant.getByRole('button', { name: 'Afficher les dents temporaires' }).click()
  await implant.getByRole('option', { name: 'Dent 55' }).click()
  await expect(implant.getByRole('textbox', { name: 'Numéros' })).toHaveValue('55')
  const quantity = tray.getByRole('spinbutton', { name: 'Quantité' })
  await quantity.clear()
  await expect(quantity).toHaveValue('')
  await quantity.pressSequentially('2')
  await expect(page.locator('.summary')).toContainText('2 × PEI')
  await expectAccessible(page)
  await tray.getByRole('button', { name: 'Retirer Porte-empreinte individuel' }).click()
  await expect(tray).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Annuler' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('.product h3')).toHaveText(['Porte-empreinte individuel', 'Couronne sur implant'])
})

test('a product whose fields are still on their way has them, and the focus, once they have come', async ({ page }) => {
  const { promise: held, resolve: letThrough } = Promise.withResolvers<void>()
  await page.route(/new-case-parts-[\w-]+\.js/, async route => {
    await held
    await route.continue()
  })
  const asked = page.waitForRequest(/new-case-parts-/)
  await openForm(page, await makeOrderingPractice())
  await page.getByRole('button', { name: 'Fixe' }).click()
  await page.getByRole('button', { name: 'Porte-empreinte individuel' }).click()
  await asked
  letThrough()
  await expect(work(page, 'Porte-empreinte individuel').getByRole('radio').first()).toBeFocused()
})

test('the catalogue is searched with arrows, without accents, and left with Escape', async ({ page }) => {
  await openForm(page, await makeOrderingPractice())
  const search = catalogueSearch(page)
  await search.press('ArrowDown')
  await expect(page.getByRole('option')).toHaveCount(4)
  await search.press('ArrowDown')
  await expect(page.getByRole('option', { selected: true })).toContainText('Bridge céramo-métallique')
  await search.press('Escape')
  await expect(page.getByRole('listbox')).toBeHidden()
  await search.fill('CERAMO metal')
  await expect(page.getByRole('option')).toHaveCount(1)
  await expectAccessible(page)
  await search.fill('plombage')
  await expect(page.getByText('Rien au catalogue ne s’appelle « plombage ».')).toBeVisible()
  await search.press('Enter')
  await expect(page.locator('.product')).toHaveCount(0)
})

test('an appointment on a day on which the practice is closed is noted, and never stops the order', async ({
  page,
}) => {
  await openForm(page, await makeOrderingPractice())
  await fillCrown(page, 'P-2')
  const today = dayInZone(new Date(), 'Europe/Paris')
  const sunday = 28 - (weekday(today) % 7)
  const note = page.getByRole('status').filter({ hasText: 'Votre cabinet est fermé le dimanche.' })
  await page.locator('[name=appointmentDay]').fill(typed(sunday + 1))
  await page.locator('[name=appointmentTime]').fill('09:30')
  await expect(note).toHaveCount(0)
  await page.locator('[name=appointmentDay]').fill(typed(sunday))
  await expect(note).toBeVisible()
  await check(page).click()
  await send(page).click()
  await registered(page)
})

test('a delivery that comes too late is said, explained and mended, and never stops the order', async ({ page }) => {
  await openForm(page, await makeOrderingPractice())
  await fillCrown(page, 'P-2')
  const summary = page.locator('.summary')
  await expect(summary.getByText('5 jours ouvrés au laboratoire')).toBeVisible()
  await page.locator('[name=appointmentDay]').fill(typed(2))
  await page.locator('[name=appointmentTime]').fill('9h30')
  await page.locator('[name=appointmentTime]').blur()
  await expect(page.locator('[name=appointmentTime]')).toHaveValue('09:30')
  await expect(summary.getByText(/\d+ jours trop tard pour le rendez-vous/)).toBeVisible()
  await check(page).click()
  await expect(lastLook(page)).toContainText(/\d+ jours trop tard/)
  await expectAccessible(page)
  await lastLook(page).getByRole('button', { name: 'Modifier' }).click()
  await expect(check(page)).toBeFocused()
  await summary.getByRole('button', { name: 'Choisir ce jour' }).click()
  // After a Friday's delivery the practice sees the patient on Monday.
  await expect(summary.getByText(/^prêt (la veille du|\d jours avant le) rendez-vous$/)).toBeVisible()
  await expect(page.locator('[name=appointmentDay]')).not.toHaveValue(typed(2))
  const steps = await summary.locator('.promise__why li .num').allTextContents()
  const days = steps.map(step => Number.parseInt(step, 10))
  expect(days.slice(0, -1).reduce((sum, one) => sum + one, 0)).toBe(days.at(-1))
  // A wished day that comes after the appointment is what is to change, not the appointment.
  await page.locator('[name=appointmentDay]').fill(typed(40))
  await page.locator('[name=wishedDate]').fill(typed(45))
  await expect(summary.getByText('La date souhaitée vient après le rendez-vous.')).toBeVisible()
  await expect(summary.getByRole('button', { name: 'Choisir ce jour' })).toBeHidden()
  await summary.getByRole('button', { name: 'Retirer la date souhaitée' }).click()
  await expect(page.locator('[name=wishedDate]')).toHaveValue('')
  await expect(page.locator('[name=wishedDate]')).toBeFocused()
  await page.locator('[name=appointmentDay]').fill(typed(2))
  await check(page).click()
  await send(page).click()
  await registered(page)
})

test('what only the server refuses is said at its field, and an answer that was lost makes no second case', async ({
  page,
  quiet,
}) => {
  quiet.allow(refused(422), unreachable)
  await openForm(page, await makeOrderingPractice())
  await fillCrown(page, 'P-3')
  await test.step('what only the server refuses is said at its field', async () => {
    await page.route('**/api/orders', route =>
      route.fulfill({
        status: 422,
        contentType: 'application/problem+json',
        body: JSON.stringify({ code: 'input_invalid', errors: [{ path: 'products.0.shade', code: 'too_long' }] }),
      }),
    )
    await check(page).click()
    await send(page).click()
    await expect(page.locator('.faults')).toBeFocused()
    const shade = work(page, /zircon/).getByRole('textbox', { name: 'Teinte' })
    await expect(shade).toHaveAccessibleDescription(/Raccourcissez ce texte à 60 caractères\./)
    await shade.fill('a3')
    await expect(page.locator('.faults')).toHaveCount(0)
    // Enter takes the shade; nothing is sent by it.
    await shade.press('Enter')
    await expect(shade).toHaveValue('A3')
    await expect(shade).toBeFocused()
    await expect(lastLook(page)).toHaveCount(0)
    await page.unroute('**/api/orders')
  })
  await test.step('an answer that was lost makes no second case', async () => {
    let isLost = false
    await page.route('**/api/orders', async route => {
      if (route.request().method() !== 'POST' || isLost) return route.fallback()
      isLost = true
      // Node asks the network for the names that browsers know.
      const [url, headers] = [new URL(route.request().url()), route.request().headers()]
      await route.fetch({ url: at('127.0.0.1', url.pathname), headers: { ...headers, host: url.host } })
      await route.abort()
    })
    await check(page).click()
    await send(page).click()
    await expect(lastLook(page).getByRole('alert')).toContainText('La demande n’a pas été envoyée')
    await send(page).click()
    await registered(page)
    await page.goto(new URL('/cases', page.url()).href)
    await expect(page.locator('tbody th a')).toHaveCount(1)
  })
})

test('what is thrown away while its first words are being kept is gone, and the form is empty', async ({ page }) => {
  const { promise: held, resolve: letThrough } = Promise.withResolvers<void>()
  await page.route('**/api/order-drafts/*', async route => {
    await held
    await route.continue()
  })
  await openForm(page, await makeOrderingPractice())
  const asked = page.waitForRequest('**/api/order-drafts/*')
  await patientCode(page).fill('P-6')
  await asked
  await page.getByRole('button', { name: 'Autres actions' }).click()
  await page.getByRole('button', { name: 'Recommencer' }).click()
  await page.getByRole('button', { name: 'Supprimer le brouillon' }).click()
  letThrough()
  await expect(patientCode(page)).toHaveValue('')
  await expect(patientCode(page)).toBeFocused()
  await patientCode(page).fill('P-7')
  await saved(page)
})

test('a template keeps the work and never the patient', async ({ page, quiet }) => {
  quiet.allow(refused(409))
  await openForm(page, await makeOrderingPractice())
  await fillCrown(page, 'P-5')
  const saveAs = async (name: string) => {
    await page.getByRole('button', { name: 'Autres actions' }).click()
    await page.getByRole('button', { name: 'Enregistrer comme modèle' }).click()
    await page.getByLabel('Nom du modèle').fill(name)
    await page.keyboard.press('Enter')
  }
  await saveAs('Mes couronnes')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await saveAs('Mes couronnes')
  await expect(page.getByLabel('Nom du modèle')).toHaveAccessibleDescription(/a déjà un modèle de ce nom/)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Abandonner ma saisie' }).click()
  await page.getByRole('button', { name: 'Autres actions' }).click()
  await page.getByRole('button', { name: 'Recommencer' }).click()
  await page.getByRole('button', { name: 'Supprimer le brouillon' }).click()
  await expect(patientCode(page)).toHaveValue('')
  await page.getByRole('button', { name: 'Partir de…' }).click()
  await expect(page.getByRole('button', { name: 'Mes couronnes', exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Mes couronnes', exact: true }).click()
  await expect(patientCode(page)).toBeFocused()
  await expect(patientCode(page)).toHaveValue('')
  await expect(page.locator('.summary')).toContainText('Couronne zircone 26 · A2')
  await patientCode(page).fill('P-8')
  await page.getByRole('button', { name: 'Annuler' }).click()
  await expect(page.locator('.product')).toHaveCount(0)
  await expect(patientCode(page)).toHaveValue('P-8')
  await page.getByRole('button', { name: 'Partir de…' }).click()
  const actions = (name: string) => page.getByRole('button', { name: `Actions sur le modèle ${name}`, exact: true })
  await actions('Mes couronnes').click()
  await page.getByRole('button', { name: 'Renommer' }).click()
  await page.getByLabel('Nom du modèle').fill('Zircone')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Zircone', exact: true })).toBeVisible()
  await actions('Zircone').click()
  await page.getByRole('button', { name: 'Supprimer', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Supprimer le modèle' }).click()
  await expect(page.getByText('Aucun pour l’instant.')).toBeVisible()
})

test('an earlier case is ordered again from the form and from its page', async ({ page }) => {
  await openForm(page, await makeOrderingPractice())
  await fillCrown(page, 'P-6')
  await check(page).click()
  await send(page).click()
  await registered(page)
  const code = (await page.locator('.page-head h1').textContent())?.trim() ?? ''
  await page.locator('.sidebar').getByRole('link', { name: 'Passer commande' }).click()
  await page.getByRole('button', { name: 'Partir de…' }).click()
  await page.getByLabel('Rechercher un travail').fill('P-6')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(code) })
    .click()
  await expect(page.getByText(`Rempli d’après ${code}, avec son patient.`)).toBeVisible()
  await expect(patientCode(page)).toHaveValue('P-6')
  await expect(page.locator('.summary')).toContainText('Couronne zircone 26 · A2')
  await expect(page.locator('[name=appointmentDay]')).toHaveValue('')
  await page.getByRole('button', { name: 'Annuler' }).click()
  await expect(patientCode(page)).toHaveValue('')
  await page.goBack()
  await page.getByRole('button', { name: 'Autres actions' }).click()
  await page.getByRole('link', { name: 'Commander de nouveau' }).click()
  await expect(patientCode(page)).toHaveValue('P-6')
  await expect(page.getByText(`Rempli d’après ${code}, avec son patient.`)).toBeVisible()
})

test('words that come late take nothing from under the fingers', async ({ page }) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/attachments-text-*.js', async route => {
    await promise
    await route.continue()
  })
  const asked = page.waitForRequest('**/assets/attachments-text-*.js')
  await openForm(page, await makeOrderingPractice())
  await patientCode(page).pressSequentially('P-04')
  await asked
  await expect(patientCode(page)).toBeFocused()
  await page.keyboard.type('12')
  resolve()
  await expect(page.getByText('Déposez vos fichiers ici')).toBeVisible()
  await page.keyboard.type('7')
  await expect(patientCode(page)).toHaveValue('P-04127')
})

test('a DLCPM account finds no way to order, by menu, address or call', async ({ page, quiet }) => {
  quiet.allow(refused(403))
  const { host, doctor } = await makeOrderingPractice({ is_dlcpm: true })
  await enter(page, host, doctor, '/cases')
  await expect(page.locator('.state__title')).toHaveText('Aucun travail en cours')
  await expect(page.getByRole('link', { name: 'Passer commande' })).toHaveCount(0)
  await page.goto(at(host, '/cases/new'))
  await expect(page.getByRole('heading', { name: 'Vous n’avez pas accès à cette page' })).toBeVisible()
  await page.locator('.message').getByRole('link', { name: 'Retour à l’accueil' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(patientCode(page)).toHaveCount(0)
  const status = await page.evaluate(async () => {
    const answer = await fetch('/api/orders', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${localStorage.getItem('access_token')}`,
      },
      body: JSON.stringify({
        patientCode: 'P-1',
        printType: 'optical',
        products: [{ reference: 'TRAY', quantity: 1, sector: 'upper' }],
      }),
    })
    return answer.status
  })
  expect(status).toBe(403)
})
