import type { Page } from '@playwright/test'
import { addDays, type Day, dayInZone, weekday } from '#kit/day.ts'
import { stl, zip } from '../files.ts'
import { at } from './addresses.ts'
import { faultsOfOneDialog } from './dialog-rules.ts'
import { elsewhere } from './elsewhere.ts'
import { withMaker } from './laboratory.ts'
import {
  catalogueSearch,
  check,
  enter,
  fillCrown,
  lastLook,
  makeOrderingPractice,
  patientCode,
  registered,
  send,
  work,
} from './ordering.ts'
import { expect, expectAccessible, test } from './portal.ts'

const scans = (...names: string[]) =>
  zip(Object.fromEntries(names.map((name, index) => [name, stl(50 + index)])), { isPacked: true })

/** As from a folder of the system, onto the middle of the screen. */
const dropOn = (page: Page, name: string, bytes: Buffer) =>
  page.evaluate(
    ([name, text]) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([Uint8Array.from(atob(text), letter => letter.charCodeAt(0))], name))
      const target = document.querySelector('main') ?? document.body
      for (const type of ['dragover', 'drop'])
        target.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }))
    },
    [name, bytes.toString('base64')] as const,
  )

const there = (page: Page) => page.locator('form').getByRole('list', { name: /^(Scans du travail|Scans of the case)$/ })
/** The part that listens comes when the page stands. */
const dropPlace = (page: Page) => page.locator('.drop-to-order')

test('an order catches what is missing: scans, where they lie, the pontic, the pickup, the price', async ({ page }) => {
  const practice = await makeOrderingPractice()
  await enter(page, practice.host, practice.doctor, '/cases')
  const archive = scans('Durand-upperjaw.stl', 'P-9/Durand-lowerjaw.stl', 'materials.xml')
  await page.mouse.move(300, 300)
  await expect(async () => {
    await page.evaluate(() => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['x'], 'x.stl'))
      document.body.dispatchEvent(new DragEvent('dragover', { bubbles: true, cancelable: true, dataTransfer }))
    })
    await expect(dropPlace(page)).toBeVisible({ timeout: 500 })
  }).toPass()
  await dropOn(page, 'export.zip', archive)
  await page.waitForURL(/\/cases\/new$/)
  await expect(page.locator('.toast')).toContainText('Fichier repris dans cette demande')
  await fillCrown(page, 'P-9')
  await page.locator('[name=patient]').fill('Élodie Durand')
  await expect(there(page).getByRole('listitem')).toHaveText(['haut ✓', 'bas ✓', 'occlusion manquante'])
  await expect(page.getByText('Laissé de côté, car ne peut pas être joint\u00a0: materials.xml')).toBeVisible()
  const files = page.getByRole('list', { name: 'Fichiers de ce travail' })
  await expect(files).toContainText('P-9-upperjaw.stl')
  await expect(files).not.toContainText('Durand')
  await files.getByLabel('Ce que montre P-9-lowerjaw.stl').selectOption({ label: 'Occlusion' })
  await expect(there(page).getByRole('listitem')).toHaveText(['haut ✓', 'bas manquant', 'occlusion ✓'])
  await expectAccessible(page)
  await expect(page.locator('.summary')).toContainText('149,00')
  await page.getByRole('button', { name: 'Aller aux fichiers' }).click()
  await expect(page.getByLabel('Choisir des fichiers')).toBeFocused()
  await check(page).click()
  await expect(lastLook(page)).toContainText('Scans\u00a0:')
  await expect(lastLook(page)).toContainText('bas manquant')
  await expect(lastLook(page)).toContainText('P-9-upperjaw.stl')
  await expect(lastLook(page)).toContainText('149,00')
  expect(await faultsOfOneDialog('ordering/web/last-look.tsx', page)).toEqual([])
  await expectAccessible(page)
  await send(page).click()
  await registered(page)

  // The same patient again, in a bridge: known, and its pontic proposed.
  await page.goto(at(practice.host, '/cases/new'))
  await patientCode(page).fill('P-9')
  await expect(page.locator('[name=patient]')).toHaveValue('Élodie Durand')
  await expect(page.getByText('Déjà un travail en cours pour ce patient')).toBeVisible()
  await patientCode(page).fill('P-10')
  await expect(page.locator('[name=patient]')).toHaveValue('')
  await catalogueSearch(page).fill('brid')
  await page.keyboard.press('Enter')
  const bridge = work(page, /^Bridge/)
  await bridge.getByRole('textbox', { name: 'Numéros' }).fill('13-15')
  await expect(bridge.getByRole('checkbox', { name: /14/ })).toBeChecked()
  await bridge.getByRole('textbox', { name: 'Teinte', exact: true }).fill('A2')
  await page.getByRole('radio', { name: /^Physique/ }).check()
  await check(page).click()
  await expect(lastLook(page)).toContainText('Aucune collecte prévue')
  await expect(lastLook(page)).toContainText('intermédiaires 14')
  await page.keyboard.press('Escape')
  // Asked for from here, by Enter: the order stays as it is.
  await page.getByRole('button', { name: 'Programmer une collecte' }).click()
  const schedule = page.getByRole('dialog', { name: 'Programmer une collecte' })
  await schedule.getByRole('textbox', { name: 'Jour' }).press('Enter')
  await expect(page.getByText(/La collecte du .* prend l’empreinte/).first()).toBeVisible()
  await expect(patientCode(page)).toHaveValue('P-10')
  await check(page).click()
  await expect(lastLook(page)).not.toContainText('Aucune collecte prévue')
  await send(page).click()
  await registered(page)
})

test('another name under a code that is known is asked about beside it and in the review, and refuses nothing', async ({
  page,
}) => {
  const practice = await makeOrderingPractice()
  const known = { code: 'T-1753', patient_code: 'P-0480', patient: 'Louis Nicolas' }
  await withMaker(make => make.order(practice.practice, known))
  await enter(page, practice.host, practice.doctor, '/cases/new')
  await fillCrown(page, 'P-0480')
  const name = page.locator('[name=patient]')
  await expect(name).toHaveValue('Louis Nicolas')
  const question = 'P-0480 est Louis Nicolas dans T-1753. Même patient\u202f?'
  await name.fill('O’Neill-D’Été de La Tour')
  await expect(page.getByRole('status').filter({ hasText: question })).toBeVisible()
  await expectAccessible(page)
  // The same one, however it is written.
  await name.fill('NICOLAS, louïs')
  await expect(page.getByText(question)).toHaveCount(0)
  await name.fill('O’Neill-D’Été de La Tour')
  await check(page).click()
  await expect(lastLook(page)).toContainText(question)
  await expectAccessible(page)
  await send(page).click()
  await registered(page)
})

test('an order that was sent without its scan says so to both sides until the scan is there', async ({ page }) => {
  const practice = await makeOrderingPractice()
  const administrator = await withMaker(make => make.user(practice.practice.laboratory))
  await enter(page, practice.host, practice.doctor, '/cases/new')
  await fillCrown(page, 'P-9')
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([{ name: 'arcade.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') }])
  await check(page).click()
  // What was chosen and refused is not simply gone.
  await expect(lastLook(page)).toContainText('Un fichier ne partira pas avec la demande')
  await lastLook(page).getByRole('button', { name: 'Voir pourquoi' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'arcade.exe' })).toBeInViewport()
  await check(page).click()
  const sentence = 'Aucun scan pour l’instant\u00a0: la fabrication ne commencera qu’à réception.'
  await expect(lastLook(page)).toContainText(sentence)
  await send(page).click()
  await registered(page)
  await expect(page.getByText(sentence)).toBeVisible()
  await expectAccessible(page)

  const laboratory = await page.context().browser()?.newPage()
  if (!laboratory) throw new Error('There is no browser.')
  await enter(laboratory, practice.host, administrator, '/staff/intake')
  const intake = laboratory.getByText('Commande optique sans scan\u00a0: la fabrication ne commencera qu’à réception.')
  await expect(intake).toHaveClass(/tone--warn/)
  await expect(laboratory.getByText('Aucun fichier ne l’accompagne.')).toHaveCount(0)

  await page.getByRole('link', { name: 'Joindre le scan' }).click()
  await expect(page).toHaveURL(/tab=attachments/)
  await expect(page.getByRole('link', { name: 'Joindre le scan' })).toHaveCount(0)
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'haut.stl', mimeType: 'model/stl', buffer: stl(50) })
  await expect(page.getByText(sentence)).toHaveCount(0)
  await expect(intake).toHaveCount(0)
  await laboratory.close()
})

test('an impression is promised from its pickup, and an earlier one is scheduled for the day it wins', async ({
  page,
}) => {
  const practice = await makeOrderingPractice()
  await enter(page, practice.host, practice.doctor, '/cases/new')
  await fillCrown(page, 'P-9')
  let date: Day = addDays(dayInZone(new Date(), 'Europe/Paris'), 14)
  while (weekday(date) > 5) date = addDays(date, 1)
  await elsewhere(page, practice.host, practice.doctor, '/api/rides', { date, shift: 'AM' })
  await page.getByRole('radio', { name: /^Physique/ }).check()
  await expect(page.getByText(/La collecte du .* prend l’empreinte/)).toBeVisible()
  const day = page.locator('.summary .promise__day')
  const offer = page.getByText(/^Plus tôt\u00a0: collecte .*, livraison /)
  await expect(offer).toBeVisible()
  await expect(page.locator('.promise__why')).toContainText('Jusqu’à la collecte')
  const won = (await offer.textContent())?.split('livraison ')[1] ?? ''
  await expect(day).not.toHaveText(won)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Programmer cette collecte' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Jour' }).press('Enter')
  await expect(day).toHaveText(won)
  await expect(offer).toBeHidden()
})

test('the earlier pickup that is named is the one that its dialog opens with, and is named no more where it wins nothing', async ({
  page,
}) => {
  const practice = await makeOrderingPractice()
  const tomorrow = addDays(dayInZone(new Date(), 'Europe/Paris'), 1)
  await withMaker(async make => {
    await make.within(practice.practice.laboratory.id, client =>
      client.query(
        "update brands set working_days = '{1,2,3,4,5,6,7}', pickup_am_cutoff = '0:00', pickup_pm_cutoff = '0:00'",
      ),
    )
    await make.ride(practice.practice, tomorrow, 'PM', { created_by: practice.doctor.id })
  })
  await enter(page, practice.host, practice.doctor, '/cases/new')
  await page.getByRole('radio', { name: /^Physique/ }).check()
  const offer = page.getByText(/^Plus tôt\u00a0: collecte .*, matin/)
  await expect(offer).toBeVisible()
  await page.getByRole('button', { name: 'Programmer cette collecte' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('textbox', { name: 'Jour' })).toHaveValue(tomorrow.split('-').reverse().join('/'))
  await expect(dialog.getByRole('radio', { name: /^Matin/ })).toBeChecked()
  await page.keyboard.press('Escape')
  // The same day, at another hour: the work arrives no earlier.
  await fillCrown(page, 'P-9')
  await expect(page.locator('.summary .promise__day')).toBeVisible()
  await expect(offer).toHaveCount(0)
})

test('a file’s name that may tell the patient’s is asked about, and one press puts the code in its place', async ({
  page,
}) => {
  const practice = await makeOrderingPractice()
  await enter(page, practice.host, practice.doctor, '/cases/new')
  await fillCrown(page, 'P-9')
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: 'Dupont_Marie-maxillary_(3).stl',
      mimeType: 'model/stl',
      buffer: Buffer.from(stl(50)),
    })
  const files = page.getByRole('list', { name: 'Fichiers de ce travail' })
  await expect(files).toContainText('Dupont_Marie')
  await check(page).click()
  await lastLook(page).getByRole('button', { name: 'Remplacer Dupont Marie par P-9' }).click()
  await expect(lastLook(page)).toContainText('P-9-maxillary_(3).stl')
  await expect(lastLook(page)).not.toContainText('Dupont')
})

test('on a phone, in English, an optical order without a scan says where the scan lies', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const practice = await makeOrderingPractice({ language: 'en', is_practice_doctor: true })
  await enter(page, practice.host, practice.doctor)
  await fillCrown(page, 'P-7')
  await check(page).click()
  await expect(lastLook(page)).toContainText('the laboratory will begin only once it is there')
  await expect(lastLook(page)).not.toContainText('Price')
  await expectAccessible(page)
  await lastLook(page).getByRole('button', { name: 'Sent by the scanner’s platform' }).click()
  const platform = page.getByLabel('Platform', { exact: true })
  await expect(platform).toBeFocused()
  await platform.fill('Medit Link')
  await check(page).click()
  await expect(page.locator('.faults')).toContainText('Enter the number of the case on the platform.')
  await page.getByLabel('Number of the case there').fill('2026-118')
  await page.getByLabel('Link to the case').fill('https://medit.example/118')
  await expectAccessible(page)
  await check(page).click()
  await expect(lastLook(page)).toContainText('Medit Link, case 2026-118')
  await send(page).click()
  await registered(page)
  await expect(page.getByRole('link', { name: /Medit Link · 2026-118/ })).toHaveAttribute(
    'href',
    'https://medit.example/118',
  )
})
