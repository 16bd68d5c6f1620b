import type { Locator, Page } from '@playwright/test'
import * as files from '../files.ts'
import { inTurn } from '../in-turn.ts'
import {
  choose,
  dialog,
  given,
  inList,
  list,
  makeCase,
  onItsWay,
  openFiles,
  pdf,
  scan,
  sending,
  tab,
  whenRecorded,
} from './case-files.ts'
import { faultsOfOneDialog } from './dialog-rules.ts'
import { elsewhere, signedInElsewhere } from './elsewhere.ts'
import {
  check,
  enter,
  fillCrown,
  makeOrderingPractice,
  openForm,
  patientCode,
  registered,
  saved,
  send,
} from './ordering.ts'
import { application, expect, expectAccessible, refused, test, unreachable } from './portal.ts'

/** As they are dragged in from a folder. Whether the page has taken them. */
const drop = (onto: Locator, ...names: string[]) =>
  onto.evaluate((element, names) => {
    const dataTransfer = new DataTransfer()
    for (const name of names) dataTransfer.items.add(new File(['%PDF-1.4\n%%EOF\n'], name))
    return !element.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  }, names)

/** Files wait on the network until they are let through. */
async function holdUploads(page: Page) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/attachments', async route => {
    if (route.request().method() === 'POST') await promise
    await route.fallback()
  })
  return resolve
}

test.describe('on the tab of a case', () => {
  test('files are chosen and dropped, several at once, and counted', async ({ page }) => {
    await openFiles(page, await makeCase())
    await expect(page.getByText('Aucun fichier pour le moment')).toBeVisible()
    await expect(page.locator('.file-drop')).toContainText('5 Mo maximum chacun, 20 par travail')
    await choose(page, given('teinte.jpg', await files.photo()), given('arcade.stl', files.stl()))
    await expect(tab(page, 2)).toBeVisible()
    await expect(inList(page, 'teinte.jpg')).toContainText(/o · Dr Claire Martin, .*\d:\d/)
    expect(await drop(page.locator('.file-drop'), 'un.pdf', 'deux.pdf')).toBe(true)
    await expect(list(page).getByRole('listitem')).toHaveCount(4)
    await expect(tab(page, 4)).toBeVisible()
    await expect(sending(page)).toHaveCount(0)
    await expectAccessible(page)
    // Dropped beside the place for it, a file would take the place of the page.
    expect(await drop(page.locator('h1'), 'trois.pdf')).toBe(true)
    await expect(tab(page, 4)).toBeVisible()
  })

  test('a scan that is there already says so, whatever it is called, and stays there once', async ({ page }) => {
    await openFiles(page, await makeCase())
    await choose(page, given('haut.stl', files.stl(3)))
    await expect(tab(page, 1)).toBeVisible()
    await choose(
      page,
      given('upper.stl', files.stl(3)),
      given('bas.stl', files.stl(4)),
      given('lower.stl', files.stl(4)),
    )
    await expect(onItsWay(page, 'upper.stl')).toContainText('Déjà joint')
    await expect(sending(page).getByText('Déjà joint')).toHaveCount(2)
    await expect(list(page).getByRole('listitem')).toHaveCount(2)
    await expect(tab(page, 2)).toBeVisible()
    await expectAccessible(page)
    await sending(page).getByRole('button', { name: 'Retirer upper.stl de cette liste' }).click()
    await expect(sending(page).getByText('Déjà joint')).toHaveCount(1)
  })

  test('each shows its progress, and one is taken back while the others arrive', async ({ page }) => {
    await openFiles(page, await makeCase())
    const release = await holdUploads(page)
    await choose(page, pdf('un.pdf'), pdf('deux.pdf'), pdf('trois.pdf'))
    await expect(onItsWay(page, 'un.pdf').getByRole('progressbar', { name: 'un.pdf' })).toBeVisible()
    await expect(onItsWay(page, 'deux.pdf').getByRole('progressbar')).toBeVisible()
    await expect(onItsWay(page, 'trois.pdf')).toContainText('En attente')
    await expectAccessible(page)
    // The other tab of the case cuts nothing off, closing the browser's tab would.
    await page.getByRole('link', { name: 'Détails du travail' }).click()
    await expect(sending(page)).toHaveCount(0)
    await page.getByRole('link', { name: /^Pièces jointes/ }).click()
    const question = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    expect((await question).type()).toBe('beforeunload')
    await (await question).dismiss()

    await page.getByRole('button', { name: 'Annuler l’envoi de un.pdf' }).click()
    await expect(onItsWay(page, 'trois.pdf').getByRole('progressbar')).toBeVisible()
    release()
    await expect(tab(page, 2)).toBeVisible()
    // Whichever arrives first stands first.
    for (const name of ['deux.pdf', 'trois.pdf']) {
      await expect(list(page).getByRole('listitem').filter({ hasText: name })).toBeVisible()
    }
    await page.reload()
    await expect(list(page).getByRole('listitem')).toHaveCount(2)
  })

  test('what did not go through is sent again', async ({ page, quiet }) => {
    quiet.allow(unreachable)
    await openFiles(page, await makeCase())
    let tries = 0
    await page.route('**/attachments', route =>
      route.request().method() === 'POST' && ++tries === 1 ? route.abort() : route.fallback(),
    )
    await choose(page, pdf('un.pdf'), pdf('deux.pdf'))
    const failed = onItsWay(page, 'un.pdf')
    await expect(failed).toContainText(/connexion|joign/i)
    await expect(inList(page, 'deux.pdf')).toBeVisible()
    await expectAccessible(page)
    await failed.getByRole('button', { name: 'Réessayer d’envoyer un.pdf' }).click()
    await expect(inList(page, 'un.pdf')).toBeVisible()
    await expect(sending(page)).toHaveCount(0)
    await expect(tab(page, 2)).toBeVisible()
  })

  for (const [language, words] of inTurn('files refused', [
    [
      'fr',
      {
        type: 'Ce type de fichier ne peut pas être joint.',
        size: 'Ce fichier fait 1,2 Mo ; 1 Mo au maximum sont autorisés.',
        content: 'Le contenu de ce fichier ne correspond pas à son nom.',
        empty: 'Ce fichier est vide.',
        number: 'Le nombre de fichiers autorisé pour un travail est atteint.',
        full: 'Ce travail a déjà 3 fichiers de votre part, c’est le maximum.',
        dismiss: 'Retirer programme.exe de cette liste',
      },
    ],
    [
      'en',
      {
        type: 'This type of file cannot be attached.',
        size: 'This file has 1.2 MB; at most 1 MB are allowed.',
        content: 'The content of this file does not match its name.',
        empty: 'This file is empty.',
        number: 'The number of files allowed for a case is reached.',
        full: 'This case already has 3 files',
        dismiss: 'Remove programme.exe from this list',
      },
    ],
  ] as const)) {
    test(`refusals say what to do, before sending and after (${language})`, async ({ page, quiet }) => {
      quiet.allow(refused(415))
      const rules = { attachment_maximum_bytes: 1024 ** 2, attachment_maximum_count: 3 }
      await openFiles(page, await makeCase({ laboratory: rules, user: { language } }))
      await expect(page.locator('.file-drop')).toContainText(/3 (par travail|per case)/)
      let sent = 0
      page.on('request', request => {
        if (request.method() === 'POST' && request.url().endsWith('/attachments')) sent += 1
      })
      await choose(
        page,
        given('programme.exe', Buffer.from('MZ')),
        given('gros.pdf', files.pdfOf(1024 ** 2 + 60_000)),
        given('photo.jpg', Buffer.from('%PDF-1.4')),
        given('vide.pdf', Buffer.alloc(0)),
      )
      const said = (name: string, sentence: string) =>
        expect
          .poll(async () => (await onItsWay(page, name).textContent())?.replaceAll(/[\u00a0\u202f]/g, ' '))
          .toContain(sentence)
      await said('programme.exe', words.type)
      await said('gros.pdf', words.size)
      await said('photo.jpg', words.content)
      await said('vide.pdf', words.empty)
      expect(sent).toBe(1)
      await expectAccessible(page)

      await choose(page, pdf('un.pdf'), pdf('deux.pdf'), pdf('trois.pdf'), pdf('quatre.pdf'))
      await said('quatre.pdf', words.number)
      await expect(list(page).getByRole('listitem')).toHaveCount(3)
      await expect(page.locator('.file-drop__full')).toContainText(words.full)
      expect(sent).toBe(4)
      await page.getByRole('button', { name: words.dismiss }).click()
      await expect(sending(page).getByRole('listitem')).toHaveCount(4)
    })
  }

  test('what one has sent is removed after a question, as long as the laboratory has not begun', async ({
    page,
    quiet,
  }) => {
    quiet.allow(refused(503))
    const made = await makeCase()
    await openFiles(page, made)
    // One after the other: of two that are sent together, either may stand first.
    await choose(page, pdf('un.pdf'))
    await expect(inList(page, 'un.pdf')).toBeVisible()
    await choose(page, pdf('deux.pdf'))
    await expect(tab(page, 2)).toBeVisible()
    await page.getByRole('button', { name: 'Retirer un.pdf' }).click()
    await expect(dialog(page)).toContainText('Retirer «\u00a0un.pdf\u00a0»\u202f?')
    expect(await faultsOfOneDialog('attachments/web/file-list.tsx', page)).toEqual([])
    await expectAccessible(page)
    await dialog(page).getByRole('button', { name: 'Le garder' }).click()
    await expect(page.getByRole('button', { name: 'Retirer un.pdf' })).toBeFocused()
    await page.keyboard.press('Enter')
    // Refused, the question stays and says why.
    await page.route('**/api/attachments/*', route => route.fulfill({ status: 503 }), { times: 1 })
    await dialog(page).getByRole('button', { name: 'Retirer le fichier' }).click()
    await expect(dialog(page).getByRole('alert')).toContainText('momentanément indisponible')
    await dialog(page).getByRole('button', { name: 'Retirer le fichier' }).click()
    await expect(tab(page, 1)).toBeVisible()
    await expect(inList(page, 'un.pdf')).toHaveCount(0)
    // Where the button was, not at the top of the page.
    await expect(page.getByRole('button', { name: 'Ouvrir deux.pdf' })).toBeFocused()

    await elsewhere(page, made.host, made.staff, `/api/staff/orders/${made.order.id}/status`, {
      status: 'in_preparation',
    })
    await page.reload()
    await expect(inList(page, 'deux.pdf')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Retirer/ })).toHaveCount(0)
  })

  test('a colleague who does not order reads and adds, and takes nothing away; another practice finds nothing', async ({
    page,
    browser,
    quiet,
  }) => {
    quiet.allow(refused(401), /sandboxed/)
    const made = await makeCase()
    await openFiles(page, made)
    await choose(page, pdf('prescription.pdf'))
    await expect(tab(page, 1)).toBeVisible()
    const other = await browser.newPage({ locale: 'fr-FR' })
    await openFiles(other, made, made.colleague)
    await expect(inList(other, 'prescription.pdf')).toBeVisible()
    await choose(other, pdf('reçu.pdf'))
    await expect(inList(other, 'reçu.pdf').getByRole('button', { name: 'Retirer' })).toBeVisible()
    await expect(inList(other, 'prescription.pdf').getByRole('button', { name: 'Retirer' })).toHaveCount(0)
    await other.close()

    const listing = `/api/orders/${made.order.id}/attachments`
    const byDoctor = await signedInElsewhere(page, made.host, made.doctor)
    const { data } = (await (await byDoctor('GET', listing)).json()) as { data: { id: string }[] }
    const file = `/api/attachments/${data[0]?.id}`
    expect((await byDoctor('GET', file)).headers()['content-disposition']).toMatch(/^attachment; filename=/)
    const byNeighbour = await signedInElsewhere(page, made.host, made.neighbour)
    for (const [method, path] of [
      ['GET', listing],
      ['GET', file],
      ['DELETE', file],
    ] as const)
      expect((await byNeighbour(method, path)).status()).toBe(404)
    // Its address alone, as somebody might pass it on, opens nothing.
    expect((await page.goto(new URL(file, page.url()).href))?.status()).toBe(401)
  })
})

test('what the laboratory attaches to a case stands before its practice at once, and goes again when it is taken away', async ({
  page,
  browser,
}) => {
  const made = await makeCase({ order: { status: 'in_production' } })
  await openFiles(page, made)
  await choose(page, pdf('prescription.pdf'))
  await expect(inList(page, 'prescription.pdf')).toBeVisible()

  const bench = await browser.newPage({
    locale: 'fr-FR',
    viewport: { width: 390, height: 844 },
    reducedMotion: 'reduce',
  })
  await enter(bench, made.host, made.staff, `/staff/cases/${made.order.id}`)
  // What the practice has sent is not the laboratory's to take away.
  await expect(inList(bench, 'prescription.pdf')).toContainText('Dr Claire Martin')
  await expect(list(bench).getByRole('button', { name: /^(Retirer|Remove) / })).toHaveCount(0)
  await bench.getByRole('button', { name: 'Joindre des fichiers' }).click()
  await expect(bench.getByText('Le cabinet voit ce que vous joignez ici.')).toBeVisible()
  await choose(bench, given('maquette.png', await files.png()), pdf('bon.pdf'))
  await expect(list(bench).getByRole('listitem')).toHaveCount(3)
  await expectAccessible(bench)

  await expect(inList(page, 'maquette.png')).toContainText('Labo Test, ')
  await expect(tab(page, 3)).toBeVisible()
  await expect(list(page).getByRole('button', { name: /^Retirer (maquette|bon)/ })).toHaveCount(0)
  await inList(page, 'maquette.png').getByRole('button', { name: 'Ouvrir maquette.png' }).click()
  await expect(dialog(page).getByRole('img')).toBeVisible()
  await page.keyboard.press('Escape')

  await inList(bench, 'bon.pdf').getByRole('button', { name: 'Retirer bon.pdf' }).click()
  await dialog(bench).getByRole('button', { name: 'Retirer le fichier' }).click()
  await expect(list(bench).getByRole('listitem')).toHaveCount(2)
  await expect(tab(page, 2)).toBeVisible()
  await expect(inList(page, 'bon.pdf')).toHaveCount(0)

  // Dropped on the closed card; and looked for after somebody has been elsewhere meanwhile.
  await bench.reload()
  const card = application(bench).getByRole('group', { name: 'Fichiers' })
  await expect(card).toBeVisible()
  const held = Promise.withResolvers<void>()
  await bench.route('**/api/staff/orders/*/attachments', async route => {
    if (route.request().method() === 'POST') await held.promise
    await route.continue()
  })
  const dataTransfer = await bench.evaluateHandle(() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['%PDF-1.4\n%%EOF\n'], 'radio.pdf'))
    return dataTransfer
  })
  await card.dispatchEvent('drop', { dataTransfer })
  await expect(onItsWay(bench, 'radio.pdf')).toBeVisible()
  await bench
    .getByRole('link', { name: /^Travaux$/ })
    .last()
    .click()
  await expect(onItsWay(bench, 'radio.pdf')).toHaveCount(0)
  await bench.goBack()
  await expect(onItsWay(bench, 'radio.pdf')).toBeVisible()
  held.resolve()
  await expect(inList(bench, 'radio.pdf')).toBeVisible()
  await bench.close()
})

test.describe('in the form of a new case', () => {
  test('files go with the case, and a refused one costs nothing that was typed', async ({ page, quiet }) => {
    quiet.allow(refused(415))
    await openForm(page, await makeOrderingPractice())
    await fillCrown(page, 'P-77')
    await page.locator('[name=comment]').fill('Limite cervicale à vérifier')
    await choose(page, given('photo.jpg', Buffer.from('GIF89a')), given('teinte.png', await files.png()))
    await expect(onItsWay(page, 'photo.jpg')).toContainText('ne correspond pas à son nom')
    await expect(inList(page, 'teinte.png')).toBeVisible()
    await expect(patientCode(page)).toHaveValue('P-77')
    await expect(page.locator('[name=comment]')).toHaveValue('Limite cervicale à vérifier')
    await expect(saved(page)).toBeVisible()
    await page.reload()
    await expect(inList(page, 'teinte.png')).toBeVisible()
    await expect(page.locator('[name=comment]')).toHaveValue('Limite cervicale à vérifier')
    await check(page).click()
    await send(page).click()
    await registered(page)
    await tab(page, 1).click()
    await expect(inList(page, 'teinte.png')).toBeVisible()
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a photo is taken with the camera, and all is within reach of a thumb', async ({ page, quiet }) => {
    quiet.allow(whenRecorded)
    await openFiles(page, await makeCase())
    const camera = page.locator('.file-drop input[capture]')
    await expect(camera).toHaveAttribute('capture', 'environment')
    await expect(camera).toHaveAttribute('accept', 'image/*')
    await expect(page.getByText('Prendre une photo')).toBeVisible()
    await expect(page.getByText('Déposez vos fichiers ici')).toBeHidden()
    await camera.setInputFiles(given('image.jpg', await files.photo()))
    await expect(inList(page, 'image.jpg')).toBeVisible()
    await choose(page, given('un nom de fichier très long du logiciel de scan, arcade supérieure.stl', scan(4)))
    await expect(tab(page, 2)).toBeVisible()
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    for (const target of await page
      .locator('.files :is(label:not(.visually-hidden), select, button:not(.file-list__name), li)')
      .all()) {
      expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    }
    // Not only its name: what stands below it opens it too.
    await inList(page, 'un nom').scrollIntoViewIfNeeded()
    const below = await inList(page, 'un nom').getByText('Dr Claire Martin').boundingBox()
    await page.touchscreen.tap((below?.x ?? 0) + 20, (below?.y ?? 0) + 8)
    await expect(dialog(page)).toContainText('32 triangles')
    const canvas = await dialog(page).locator('canvas').boundingBox()
    expect((canvas?.x ?? 0) + (canvas?.width ?? 0)).toBeLessThanOrEqual(390)
    await expectAccessible(page)
    await dialog(page).getByRole('button', { name: 'Fermer' }).tap()
    await expect(dialog(page)).toHaveCount(0)
  })
})
