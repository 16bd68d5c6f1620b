import { writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { addDays, dayInZone, weekday } from '#kit/day.ts'
import * as files from '../files.ts'
import { faultsOfOneDialog } from './dialog-rules.ts'
import { byNumber, elsewhere, signedInElsewhere } from './elsewhere.ts'
import { withMaker } from './laboratory.ts'
import { type Made, makeCase, openCase } from './place-with-case.ts'
import { expect, expectAccessible, pressTwice, refused, test, unreachable, withoutEvents } from './portal.ts'

const byStaff = (page: Page, { host, staff, order }: Made, call: string, body: object) =>
  elsewhere(page, host, staff, `/api/staff/orders/${order.id}/${call}`, body)

const action = (page: Page, name: string | RegExp) => page.locator('.page-head').getByRole('button', { name })
const dialog = (page: Page) => page.locator('dialog[open]')

test('the page of a case shows what was ordered and its files, prints, and has its sheet', async ({ page }) => {
  const made = await makeCase({ status: 'in_production' })
  await openCase(page, made)
  await test.step('the page of a case shows what was ordered, with its teeth drawn, and its files', async () => {
    const product = page.getByRole('table', { name: 'Produits' }).locator('tbody tr')
    await expect(product).toContainText('13–23')
    await expect(product).toContainText('intermédiaires 12–22')
    await expect(product).toContainText('Implant Straumann, RC')
    await expect(product).toContainText('Embrasures ouvertes')
    await expect(product.locator('.tooth--chosen')).toHaveCount(6)
    await expect(product.locator('.tooth--pontic')).toHaveCount(4)
    await page.getByRole('link', { name: 'Pièces jointes 0' }).click()
    await expect(page).toHaveURL(/\?tab=attachments$/)
    await expect(page.getByRole('link', { name: 'Pièces jointes 0' })).toHaveAttribute('aria-current', 'page')
    await expect(product).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('link', { name: 'Pièces jointes 0' })).toHaveAttribute('aria-current', 'page')
    await page.goBack()
    await expect(product).toBeVisible()
  })
  await test.step('what is being written stands on both tabs: it is asked about where it would be lost, and each time', async () => {
    const field = page.getByRole('textbox', { name: 'Votre message au laboratoire' })
    await field.fill('La teinte')
    await page.getByRole('link', { name: 'Pièces jointes 0' }).click()
    await expect(page).toHaveURL(/\?tab=attachments$/)
    await expect(field).toHaveValue('La teinte')
    // The way back changes the tab, too, and asks: what has not been lost by it is asked about again.
    await page.goBack()
    await page.getByRole('button', { name: 'Abandonner ma saisie' }).click()
    await expect(page.getByRole('table', { name: 'Produits' })).toBeVisible()
    await expect(field).toHaveValue('La teinte')
    await page.getByRole('link', { name: 'Factures' }).click()
    await page.getByRole('button', { name: 'Continuer la saisie' }).click()
    await expect(field).toHaveValue('La teinte')
    await field.fill('')
  })
  await test.step('on paper a case has what was written of it, and no box to write in', async () => {
    const field = page.getByRole('textbox', { name: 'Votre message au laboratoire' })
    await expect(field).toBeVisible()
    await expect(page.getByText('Ctrl + Entrée pour envoyer')).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('log', { name: 'Messages' })).toBeVisible()
    await expect(field).toBeHidden()
    await expect(page.getByText('Ctrl + Entrée pour envoyer')).toBeHidden()
    await page.emulateMedia({ media: null })
  })
  await test.step('the sheet says that it is provisional until the laboratory has signed', async () => {
    const provisional = action(page, 'Télécharger la fiche de traçabilité (provisoire)')
    await expect(provisional).toHaveText('Fiche de traçabilité (provisoire)')
    const byBench = await signedInElsewhere(page, made.host, made.staff)
    const entered = { number: '11-34259', material: { name: 'Zircone' } }
    const lot = await withMaker(make => make.lot(made.staff.laboratory, entered))
    const sheet = `/api/staff/orders/${made.order.id}`
    const used = { products: [{ caseSequence: 1, lotIds: [lot.id] }] }
    expect((await byBench('PUT', `${sheet}/materials`, used)).ok()).toBe(true)
    expect((await byBench('POST', `${sheet}/release-checks`, { points: ['fit'] })).status()).toBe(201)
    expect((await byBench('POST', `${sheet}/statement`, {})).status()).toBe(201)
    await page.reload()
    await expect(action(page, 'Télécharger la fiche de traçabilité')).toHaveText('Fiche de traçabilité')
    await expect(provisional).toHaveCount(0)
    await expect(page.getByRole('table', { name: 'Produits' })).toContainText('Zircone · lot 11-34259')
  })
})

test('a delivery is followed on the page of its case where no carrier has an address for it', async ({ page }) => {
  const shipped = { status: 'shipped', delivery_on: addDays(dayInZone(new Date(), 'Europe/Paris'), -1) }
  const made = await makeCase({ ...shipped, code: 'T-1', carrier: 'Chronopost', tracking_number: 'XY 12' })
  await withMaker(async make => {
    await make.order(made.practice, { ...shipped, code: 'T-2' })
    await make.order(made.practice, { code: 'T-3', status: 'in_production' })
  })
  await openCase(page, made, '/cases')
  const track = page.getByRole('link', { name: 'Suivre la livraison' })
  for (const [code, said] of [
    ['T-1', 'arrivée non confirmée · Chronopost XY 12'],
    ['T-2', 'arrivée non confirmée · par le coursier du laboratoire'],
    ['T-3', undefined],
  ] as const) {
    await page.getByRole('button', { name: `Actions pour ${code}` }).click()
    await expect(page.getByRole('link', { name: 'Ouvrir le travail' })).toBeVisible()
    await expect(track).toHaveCount(said ? 1 : 0)
    if (!said) continue
    await track.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(code)
    await expect(page.locator('#delivery')).toContainText(said)
    await expect(page.locator('#delivery')).toBeInViewport()
    await page.goBack()
  }
})

test('a physical impression says on the page of its case which pickup takes it, and leads to one where none is planned', async ({
  page,
}) => {
  await openCase(page, await makeCase({ print_type: 'physical' }))
  const pickup = page.getByRole('status').filter({ hasText: /^Empreinte/ })
  await expect(pickup).toContainText('aucune collecte prévue')
  await expectAccessible(page)
  await pickup.getByRole('button', { name: 'Programmer une collecte' }).click()
  await dialog(page)
    .getByRole('button', { name: /^(Demander|Programmer|Envoyer)/ })
    .click()
  await expect(pickup.getByRole('link', { name: /^collecte du / })).toHaveAttribute('href', '/rides')
  await expect(pickup.getByRole('button')).toHaveCount(0)
})

test('a delivery that cannot be kept with the pickup of its impression is said so, and no more that it is ready before', async ({
  page,
}) => {
  const today = dayInZone(new Date(), 'Europe/Paris')
  // No driver comes at the weekend.
  const pickupOn = [9, 10, 11].map(days => addDays(today, days)).find(day => weekday(day) < 6) ?? today
  const [day, visit] = [addDays(pickupOn, 1), addDays(pickupOn, 2)]
  const made = await makeCase({ print_type: 'physical', delivery_on: day, appointment_at: `${visit}T09:00:00Z` })
  await openCase(page, made)
  const impression = page.getByRole('status').filter({ hasText: /^Empreinte/ })
  await expect(impression).toContainText(/aucune collecte prévue\s?Sans elle, la livraison du .* n’est pas tenable\./)
  await expect(page.getByText('prêt la veille')).toHaveCount(0)
  await withMaker(make => make.ride(made.practice, pickupOn, 'AM'))
  await page.reload()
  await expect(impression).toContainText(/collecte du .*, matin/)
  await expect(impression).toContainText(/La livraison du .* n’est plus tenable avec elle\s: le laboratoire/)
  await expect(page.getByText('prêt la veille')).toHaveCount(0)
  await expect(impression).toContainText(/Une collecte est possible plus tôt\s: /)
  await expectAccessible(page)

  // The one that is named is asked for, takes the impression instead, and keeps the day.
  await impression.getByRole('button', { name: 'Programmer cette collecte' }).click()
  await dialog(page)
    .getByRole('button', { name: /^(Demander|Programmer|Envoyer)/ })
    .click()
  await expect(impression).not.toContainText('plus tenable')
  await expect(impression.getByRole('link', { name: /^collecte du / })).toHaveCount(1)
  await expect(impression.getByRole('button')).toHaveCount(0)
})

test.describe('messages', () => {
  const thread = (page: Page) => page.locator('.card').filter({ has: page.getByRole('log', { name: 'Messages' }) })
  const field = (page: Page) => thread(page).getByRole('textbox', { name: 'Votre message au laboratoire' })

  test('go to the laboratory and come from it, by keyboard', async ({ page }) => {
    const made = await makeCase({ status: 'in_production' })
    await openCase(page, made)
    await action(page, 'Contacter le laboratoire').press('Enter')
    await expect(field(page)).toBeFocused()
    await field(page).press('Control+Enter')
    await expect(field(page)).toHaveAccessibleDescription(/Écrivez votre message/)
    await field(page).fill('La 13 est-elle montée ?')
    await field(page).press('Control+Enter')
    const messages = page.getByRole('log', { name: 'Messages' })
    await expect(messages).toContainText(/Vous, .*La 13 est-elle montée/s)
    await expect(field(page)).toHaveValue('')
    // The same words again are another message.
    await field(page).fill('La 13 est-elle montée ?')
    await field(page).press('Control+Enter')
    await expect(messages.getByText('La 13 est-elle montée ?')).toHaveCount(2)
    await expect(messages).not.toContainText('Envoi')
    await expectAccessible(page)
    await byStaff(page, made, 'messages', { body: 'Oui, depuis hier.' })
    await expect(messages).toContainText(/Labo Test, .*nouveau.*Oui, depuis hier/s)
    // One's own are not counted.
    await expect(thread(page)).toContainText('1 non lu')
    await expect(thread(page).getByRole('link', { name: '01 23 45 67 89' })).toHaveAttribute('href', 'tel:0123456789')
    await thread(page).getByRole('button', { name: 'Joindre des fichiers' }).click()
    const photo = { name: 'bouche.png', mimeType: 'image/png', buffer: await files.png() }
    await thread(page).getByLabel('Choisir').setInputFiles(photo)
    await expect(
      thread(page)
        .getByRole('button', { name: /bouche/ })
        .first(),
    ).toBeVisible()
  })

  test('that are not sent stay, and are sent once', async ({ page, quiet }) => {
    quiet.allow(unreachable)
    const made = await makeCase({ status: 'in_production' })
    await openCase(page, made)
    let tries = 0
    // The message arrives, its answer does not.
    await page.route('**/messages', async route => {
      if (route.request().method() !== 'POST' || ++tries > 1) return route.fallback()
      const { url, headers } = byNumber(made.host, new URL(route.request().url()).pathname)
      await route.fetch({ url, headers: { ...route.request().headers(), ...headers } })
      await route.abort()
    })
    await field(page).fill('Merci de rappeler')
    await thread(page).getByRole('button', { name: 'Envoyer', exact: true }).click()
    await expect(thread(page)).toContainText(/Merci de rappeler.*Non envoyé/s)
    await page.getByRole('link', { name: 'Tableau de bord' }).click()
    await page.getByRole('button', { name: 'Continuer la saisie' }).click()
    await thread(page).getByRole('button', { name: 'Renvoyer' }).click()
    await expect(thread(page).getByText('Non envoyé')).toHaveCount(0)
    await expect(thread(page).getByText('Merci de rappeler')).toHaveCount(1)
    await page.reload()
    await expect(action(page, 'Contacter le laboratoire 1 message')).toBeVisible()
    await expect(thread(page).getByText('Merci de rappeler')).toHaveCount(1)
  })
})

test.describe('a problem', () => {
  test('is reported, and the work made again', async ({ page }) => {
    const made = await makeCase({ status: 'delivered' }, { language: 'en' })
    await openCase(page, made)
    await action(page, 'Report a problem').click()
    await dialog(page).getByRole('button', { name: 'Report the problem' }).click()
    await expect(dialog(page).getByRole('textbox')).toBeFocused()
    await expect(dialog(page).getByRole('textbox')).toHaveAccessibleDescription(/Describe what is wrong/)
    await expectAccessible(page)
    // Words that name nothing known leave the kind to be chosen; those that do choose it.
    const doesNotFit = dialog(page).getByRole('radio', { name: 'It does not fit' })
    await dialog(page).getByRole('textbox').fill('See 23')
    await dialog(page).getByRole('button', { name: 'Report the problem' }).click()
    await expect(doesNotFit).toBeFocused()
    await dialog(page).getByRole('textbox').fill('Rocks on 23, please remake')
    await expect(doesNotFit).toBeChecked()
    await expect(dialog(page).getByRole('radio', { name: 'Make it again' })).toBeChecked()
    await dialog(page).getByRole('button', { name: 'Report and ask for a remake' }).click()
    await expect(dialog(page)).toContainText('The problem is reported and a remake ordered')
    const seeRemake = dialog(page).getByRole('link', { name: /^See the remake/ })
    const code = ((await seeRemake.textContent()) ?? '').replace('See the remake ', '')
    await seeRemake.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(code)
    await expect(dialog(page)).toHaveCount(0)
    await expect(page.locator('.notice')).toContainText('This case is a remake of T-26 0001')
    await page.getByRole('link', { name: 'T-26 0001' }).click()
    await expect(page.locator('.notice')).toContainText(`This case is being made again as ${code}`)
    await expect(page.locator('.card').filter({ hasText: 'Reported problems' })).toContainText(
      /fit.*Rocks on 23.*Dr Claire Martin/s,
    )
    await action(page, 'Report a problem').click()
    await expect(dialog(page)).toContainText(`It is already being made again as ${code}`)
    await expect(dialog(page).getByRole('radio', { name: 'Make it again' })).toHaveCount(0)
  })

  test('is reported without a remake, which is not possible before the case has left', async ({ page }) => {
    await openCase(page, await makeCase({ status: 'in_production' }))
    await action(page, 'Signaler un problème').click()
    await expect(dialog(page)).toContainText('une fois le travail expédié')
    await dialog(page).getByRole('radio', { name: 'Autre chose' }).check()
    await dialog(page).getByRole('textbox').fill('Teinte à revoir avec le patient')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Continuer la saisie' }).click()
    const photo = { name: 'au fauteuil.jpg', mimeType: 'image/jpeg', buffer: await files.photo() }
    await dialog(page)
      .getByLabel('Choisir des fichiers')
      .setInputFiles([photo, { ...photo, name: 'floue.jpg' }])
    await dialog(page).getByRole('button', { name: 'Retirer floue.jpg de cette liste' }).click()
    // The same one once more is no second one, and it is said that it is there.
    const kept = test.info().outputPath('deux fois.jpg')
    await writeFile(kept, photo.buffer)
    const again = dialog(page).locator('.file-list__file').filter({ hasText: 'deux fois.jpg' })
    await dialog(page).getByLabel('Choisir des fichiers').setInputFiles(kept)
    await expect(again).toBeVisible()
    await expect(again).not.toContainText('Déjà joint')
    await dialog(page).getByLabel('Choisir des fichiers').setInputFiles(kept)
    await expect(again).toContainText('Déjà joint')
    await again.getByRole('button').click()
    await expectAccessible(page)
    await pressTwice(dialog(page).getByRole('button', { name: 'Signaler le problème' }), '**/problems')
    await expect(dialog(page)).toContainText('Le problème est signalé')
    await expect(dialog(page).getByRole('button', { name: 'Ouvrir au fauteuil.jpg' })).toBeVisible()
    await expectAccessible(page)
    await dialog(page).getByRole('button', { name: 'Fermer' }).click()
    const problems = page.locator('.card').filter({ hasText: 'Problèmes signalés' })
    await expect(problems.locator('li:not(.file-list__file)')).toHaveCount(1)
    await expect(problems).toContainText('Teinte à revoir')
    await problems.getByRole('button', { name: 'Ouvrir au fauteuil.jpg' }).click()
    await expect(dialog(page).getByRole('img', { name: 'au fauteuil.jpg' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('link', { name: 'Pièces jointes 1' })).toBeVisible()
  })

  test('never asks for a remake from an account that does not order', async ({ page }) => {
    await openCase(page, await makeCase({ status: 'delivered' }, { is_dlcpm: true }))
    await expect(page.getByRole('button', { name: 'Autres actions' })).toHaveCount(0)
    await action(page, 'Signaler un problème').click()
    await dialog(page).getByRole('radio', { name: 'Il manque quelque chose' }).check()
    await dialog(page).getByRole('textbox').fill('La vis')
    await expect(dialog(page)).not.toContainText('éfection')
    // What is broken is not just noted: it is said what is to be done.
    await dialog(page).getByRole('radio', { name: 'C’est cassé ou ébréché' }).check()
    await dialog(page).getByRole('button', { name: 'Signaler le problème' }).click()
    await expect(dialog(page).getByRole('radio', { name: 'En prendre note' })).toBeFocused()
    await dialog(page).getByRole('radio', { name: 'Retoucher la pièce' }).check()
    await expect(dialog(page).getByRole('checkbox', { name: 'Programmer une collecte' })).toBeChecked()
    await dialog(page).getByRole('checkbox', { name: '21' }).check()
    await expectAccessible(page)
    await dialog(page).getByRole('button', { name: 'Signaler et renvoyer la pièce' }).click()
    // Without photos nothing is left to do: the page says it.
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByText('Le problème est signalé')).toBeVisible()
    const reported = page.locator('.card').filter({ hasText: 'Problèmes signalés' })
    await expect(reported).toContainText(/Dent 21 · À retoucher · part avec la collecte/)
    await expect(page.locator('.widget', { hasText: 'Statut' })).toContainText(
      /Livré\s*Problème signalé · pièce à retoucher/,
    )
    await action(page, 'Signaler un problème').click()
    await dialog(page).getByRole('radio', { name: 'Retoucher la pièce' }).check()
    await expect(dialog(page)).toContainText('Le coursier l’emporte avec la prochaine collecte')
    // Its icon stands beside it, not above.
    const line = dialog(page).getByText('Le coursier l’emporte')
    const { icon, words } = await line.evaluate(p => {
      const range = document.createRange()
      range.selectNodeContents(p.lastChild ?? p)
      return {
        icon: p.querySelector('svg')?.getBoundingClientRect().bottom ?? 0,
        words: range.getBoundingClientRect().top,
      }
    })
    expect(icon).toBeGreaterThan(words)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Abandonner ma saisie' }).click()
    await page.getByRole('link', { name: 'Collectes' }).click()
    await page.getByRole('link', { name: 'T-26 0001' }).click()
    await expect(page.locator('.card').filter({ hasText: 'Problèmes signalés' })).toContainText('La vis')
  })
})

test.describe('cancelling', () => {
  const ask = async (page: Page) => {
    await page.getByRole('button', { name: 'Autres actions' }).click()
    await page.getByRole('button', { name: 'Annuler ce travail' }).click()
    expect(await faultsOfOneDialog('cases/web/cancel-dialog.tsx', page)).toEqual([])
    await expect(dialog(page)).toContainText('Annuler T-26 0001\u202f?')
  }

  test('names the case, and can be thought over', async ({ page }) => {
    await openCase(page, await makeCase())
    await ask(page)
    await expectAccessible(page)
    await dialog(page).getByRole('button', { name: 'Garder le travail' }).click()
    await expect(page.getByRole('button', { name: 'Autres actions' })).toBeFocused()
    await ask(page)
    await dialog(page).getByRole('button', { name: 'Annuler T-26 0001' }).click()
    await expect(dialog(page)).toHaveCount(0)
    await expect(page.locator('.widget', { hasText: 'Statut' })).toContainText('Annulé')
    await page.getByRole('button', { name: 'Autres actions' }).click()
    await expect(page.getByRole('button', { name: 'Annuler ce travail' })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Commander de nouveau' })).toHaveAttribute('href', '/cases/new')
  })

  test('comes too late when the laboratory has begun meanwhile', async ({ page, quiet }) => {
    quiet.allow(refused(409))
    const made = await makeCase()
    await withoutEvents(page)
    await openCase(page, made)
    await ask(page)
    await byStaff(page, made, 'status', { status: 'in_preparation' })
    await dialog(page).getByRole('button', { name: 'Annuler T-26 0001' }).click()
    await expect(dialog(page).getByRole('alert')).toContainText('Le laboratoire a déjà commencé')
    await expect(dialog(page).getByRole('link', { name: 'Appeler Labo Test' })).toHaveAttribute('href', /^tel:/)
    await expect(page.locator('.widget', { hasText: 'Statut' })).toContainText('En préparation')
    await dialog(page).getByRole('button', { name: 'Fermer' }).click()
    await page.getByRole('button', { name: 'Autres actions' }).click()
    await expect(page.getByRole('button', { name: 'Annuler ce travail' })).toHaveCount(0)
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('everything is within reach of a thumb', async ({ page }) => {
    const made = await makeCase({
      status: 'on_hold',
      hold_reason: 'other',
      hold_question: 'Quand peut-on vous joindre ?',
    })
    await openCase(page, made, '/cases')
    await page.getByRole('button', { name: 'Le laboratoire vous pose une question' }).tap()
    const inWriting = page.getByRole('link', { name: 'Répondre par écrit' })
    const answers = await page.locator('.menu').filter({ has: inWriting }).boundingBox()
    expect((answers?.x ?? 0) + (answers?.width ?? 390)).toBeLessThanOrEqual(390 - 8)
    await inWriting.tap()
    await page.getByRole('textbox', { name: 'Votre réponse' }).fill('Après 18 h')
    await page.getByRole('button', { name: 'Envoyer la réponse' }).tap()
    await expect(page.locator('.notice')).toContainText('Vous avez répondu')
    // One next step in words, all else in a menu.
    await expect(page.locator('.page-head button').filter({ visible: true })).toHaveText([
      /^Contacter le laboratoire/,
      '',
    ])
    await action(page, 'Autres actions').tap()
    await action(page, 'Signaler un problème').tap()
    await expect(dialog(page)).toBeVisible()
    // It has no such keys.
    await expect(page.getByText('Ctrl + Entrée pour envoyer')).toBeHidden()
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    for (const target of await dialog(page).locator('.checkbox__label, button').all()) {
      expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    }
  })
})
