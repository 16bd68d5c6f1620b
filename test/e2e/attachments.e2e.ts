import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import * as files from '../files.ts'
import { elsewhere, signedInElsewhere } from './elsewhere.ts'
import { openLaboratory, withMaker } from './laboratory.ts'
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
import { expect, expectAccessible, refused, test, unreachable } from './portal.ts'

type Values = Record<string, unknown>

/** A laboratory of its own with one case, its staff, and people of two practices. */
const makeCase = ({ laboratory: rules = {}, order: values = {}, user = {} }: Record<string, Values> = {}) =>
  withMaker(async make => {
    const { host, laboratory, practice } = await openLaboratory(make, { company_name: 'Labo Test', ...rules })
    return {
      host,
      order: await make.order(practice, { code: 'T-26 0001', ...values }),
      doctor: await make.user(practice, user),
      colleague: await make.user(practice, { is_dlcpm: true }),
      neighbour: await make.user(await make.practice(laboratory)),
      staff: await make.user(laboratory),
    }
  })
type Made = Awaited<ReturnType<typeof makeCase>>

async function openFiles(page: Page, { host, order, doctor }: Made, by = doctor) {
  await enter(page, host, by, `/cases/${order.id}?tab=attachments`)
  await expect(page.locator('.file-drop, .file-drop__full')).toBeVisible()
}

type Given = { name: string; mimeType: string; buffer: Buffer }
const given = (name: string, buffer: Buffer): Given => ({ name, mimeType: 'application/octet-stream', buffer })
const pdf = (name: string) => given(name, files.pdf())
const choose = (page: Page, ...chosen: Given[]) => page.locator('.file-drop input[multiple]').setInputFiles(chosen)

const list = (page: Page) => page.getByRole('list', { name: /^(Fichiers de ce travail|Files of this case)$/ })
const inList = (page: Page, name: string) => list(page).getByRole('listitem').filter({ hasText: name })
const sending = (page: Page) => page.getByRole('list', { name: /^(Fichiers en cours d’envoi|Files being sent)$/ })
const onItsWay = (page: Page, name: string) => sending(page).getByRole('listitem').filter({ hasText: name })
const tab = (page: Page, count: number) =>
  page.getByRole('link', { name: new RegExp(`^(Pièces jointes|Attachments) ${count}$`) })
const dialog = (page: Page) => page.locator('dialog[open]')

/** As they are dragged in from a folder. Whether the page has taken them. */
const drop = (onto: Locator, ...names: string[]) =>
  onto.evaluate((element, names) => {
    const dataTransfer = new DataTransfer()
    for (const name of names) dataTransfer.items.add(new File(['%PDF-1.4\n%%EOF\n'], name))
    return !element.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  }, names)

/** The browser's own words about the pictures that are taken of a scan while the test is recorded. */
const whenRecorded = /ReadPixels/

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

  for (const [language, words] of [
    [
      'fr',
      {
        type: 'Ce type de fichier ne peut pas être joint.',
        size: 'Ce fichier fait 1,1 Mo ; 1 Mo au maximum sont autorisés.',
        content: 'Le contenu de ce fichier ne correspond pas à son nom.',
        number: 'Le nombre de fichiers autorisé pour un travail est atteint.',
        full: 'Ce travail a déjà 3 fichiers, c’est le maximum.',
        dismiss: 'Retirer programme.exe de cette liste',
      },
    ],
    [
      'en',
      {
        type: 'This type of file cannot be attached.',
        size: 'This file has 1.1 MB; at most 1 MB are allowed.',
        content: 'The content of this file does not match its name.',
        number: 'The number of files allowed for a case is reached.',
        full: 'This case already has 3 files',
        dismiss: 'Remove programme.exe from this list',
      },
    ],
  ] as const) {
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
      )
      const said = (name: string, sentence: string) =>
        expect
          .poll(async () => (await onItsWay(page, name).textContent())?.replaceAll(/[\u00a0\u202f]/g, ' '))
          .toContain(sentence)
      await said('programme.exe', words.type)
      await said('gros.pdf', words.size)
      await said('photo.jpg', words.content)
      expect(sent).toBe(1)
      await expectAccessible(page)

      await choose(page, pdf('un.pdf'), pdf('deux.pdf'), pdf('trois.pdf'), pdf('quatre.pdf'))
      await said('quatre.pdf', words.number)
      await expect(list(page).getByRole('listitem')).toHaveCount(3)
      await expect(page.locator('.file-drop__full')).toContainText(words.full)
      expect(sent).toBe(4)
      await page.getByRole('button', { name: words.dismiss }).click()
      await expect(sending(page).getByRole('listitem')).toHaveCount(3)
    })
  }

  test('what one has sent is removed after a question, as long as the laboratory has not begun', async ({ page }) => {
    const made = await makeCase()
    await openFiles(page, made)
    await choose(page, pdf('un.pdf'), pdf('deux.pdf'))
    await expect(tab(page, 2)).toBeVisible()
    await page.getByRole('button', { name: 'Retirer un.pdf' }).click()
    await expect(dialog(page)).toContainText('Retirer «\u00a0un.pdf\u00a0»\u202f?')
    await expectAccessible(page)
    await dialog(page).getByRole('button', { name: 'Le garder' }).click()
    await expect(page.getByRole('button', { name: 'Retirer un.pdf' })).toBeFocused()
    await page.keyboard.press('Enter')
    await dialog(page).getByRole('button', { name: 'Retirer le fichier' }).click()
    await expect(tab(page, 1)).toBeVisible()
    await expect(inList(page, 'un.pdf')).toHaveCount(0)
    // Where the button was, not at the top of the page.
    await expect(page.locator('.file-list__box')).toBeFocused()

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

/** A wavy surface of so many triangles, finer than what a scanner leaves. */
function scan(side: number) {
  const bytes = Buffer.alloc(84 + 50 * side * side * 2)
  bytes.writeUInt32LE(side * side * 2, 80)
  const point = (x: number, y: number) => [x * 0.2, y * 0.2, 3 * Math.sin(x / 18) * Math.cos(y / 14)]
  let at = 84
  for (let x = 0; x < side; x++) {
    for (let y = 0; y < side; y++) {
      const [a, b, c, d] = [point(x, y), point(x + 1, y), point(x + 1, y + 1), point(x, y + 1)]
      for (const corners of [
        [a, b, c],
        [a, c, d],
      ]) {
        for (const [place, value] of corners.flat().entries()) bytes.writeFloatLE(value ?? 0, at + 12 + 4 * place)
        at += 50
      }
    }
  }
  return bytes
}

test.describe('the viewer', () => {
  const openFile = async (page: Page, name: string) => {
    const opens = page.getByRole('button', { name: `Ouvrir ${name}` })
    await opens.press('Enter')
    await expect(dialog(page).getByRole('heading', { name })).toBeVisible()
    return opens
  }

  test('shows a photo and a document, and gives the focus back', async ({ page }) => {
    await openFiles(page, await makeCase())
    await choose(page, given('teinte.png', await files.png()), pdf('prescription.pdf'))
    await expect(list(page).getByRole('listitem')).toHaveCount(2)
    const photo = await openFile(page, 'teinte.png')
    const image = dialog(page).getByRole('img', { name: 'teinte.png' })
    await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(30)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await expect(photo).toBeFocused()

    const document = await openFile(page, 'prescription.pdf')
    await expect(dialog(page).locator('iframe')).toHaveAttribute('src', /^blob:/)
    await expect(dialog(page).getByRole('link', { name: 'Ouvrir dans un onglet' })).toHaveAttribute('href', /^blob:/)
    const download = page.waitForEvent('download')
    await dialog(page).getByRole('button', { name: 'Télécharger' }).click()
    expect((await download).suggestedFilename()).toBe('prescription.pdf')
    await dialog(page).getByRole('button', { name: 'Fermer' }).click()
    await expect(document).toBeFocused()
  })

  test('turns a scan in the hand, by keys, by pointer and by buttons', async ({ page, quiet }) => {
    quiet.allow(whenRecorded)
    await openFiles(page, await makeCase())
    await choose(page, given('arcade.stl', scan(30)))
    const opens = await openFile(page, 'arcade.stl')
    const canvas = dialog(page).getByRole('img', { name: /^Scan arcade\.stl\. Tournez-le avec les flèches/ })
    await expect(dialog(page)).toContainText(/1\s800 triangles/)
    let seen = await canvas.screenshot()
    /** Another side of it is in the picture. */
    const hasTurned = async () => {
      await expect.poll(async () => (await canvas.screenshot()).equals(seen)).toBe(false)
      await expect
        .poll(async () => {
          const before = seen
          seen = await canvas.screenshot()
          return seen.equals(before)
        })
        .toBe(true)
    }
    await canvas.press('ArrowRight')
    await hasTurned()
    await canvas.press('+')
    await hasTurned()
    await dialog(page).getByRole('button', { name: 'De dessus' }).click()
    await hasTurned()
    await dialog(page).getByRole('button', { name: 'Plus loin' }).click()
    await hasTurned()
    const box = await canvas.boundingBox()
    if (!box) throw new Error('The scan is not in the picture.')
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width / 2 + 80, box.y + box.height / 2 + 40, { steps: 4 })
    await page.mouse.up()
    await hasTurned()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(opens).toBeFocused()
  })

  test('shows a picture of a scan where the browser cannot turn it', async ({ page, quiet }) => {
    quiet.allow(/WebGL/)
    await page.addInitScript(() => {
      const { getContext } = HTMLCanvasElement.prototype
      HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, ...rest: unknown[]) {
        return kind.startsWith('webgl') ? null : Reflect.apply(getContext, this, [kind, ...rest])
      } as typeof getContext
    })
    await openFiles(page, await makeCase())
    await choose(page, given('arcade.obj', files.obj()))
    await openFile(page, 'arcade.obj')
    const picture = dialog(page).getByRole('img', { name: 'Image du scan arcade.obj' })
    await expect(dialog(page)).toContainText('Ce navigateur ne peut pas faire tourner le scan')
    // Drawn, not empty.
    await expect
      .poll(() =>
        picture.evaluate((element: HTMLCanvasElement) => {
          const { data } = element.getContext('2d')?.getImageData(0, 0, element.width, element.height) ?? {}
          return data?.some(value => value > 0)
        }),
      )
      .toBe(true)
  })

  test('says when a file cannot be fetched, and tries again', async ({ page, quiet }) => {
    quiet.allow(unreachable)
    await openFiles(page, await makeCase())
    await choose(page, given('teinte.png', await files.png()))
    await expect(tab(page, 1)).toBeVisible()
    await page.route('**/api/attachments/*', route => route.abort())
    await openFile(page, 'teinte.png')
    await expect(dialog(page).getByRole('alert')).toContainText('Le fichier n’a pas pu être chargé')
    await page.unroute('**/api/attachments/*')
    await dialog(page).getByRole('button', { name: 'Réessayer' }).click()
    await expect(dialog(page).getByRole('img', { name: 'teinte.png' })).toBeVisible()
  })
})

test('a scan over the limit is compressed in the browser, and comes back as STL', async ({ page, quiet }) => {
  quiet.allow(whenRecorded)
  await openFiles(page, await makeCase({ user: { language: 'en' } }))
  const sent = scan(230)
  expect(sent.length).toBeGreaterThan(5 * 1024 ** 2)
  await choose(page, given('upper arch.stl', sent))
  const offered = onItsWay(page, 'upper arch.stl')
  await expect(offered).toContainText(/5\.1\sMB, more than the 5\sMB allowed.*no point moves by more than 5\sµm/)
  await expectAccessible(page)
  await offered.getByRole('button', { name: 'Compress and send' }).click()
  await expect(inList(page, 'upper arch.stl')).toContainText(/\d+\skB \(compressed for sending\)/)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download upper arch.stl' }).click()
  const received = readFileSync(await (await download).path())
  expect(received.length).toBe(sent.length)
  expect(received.readUInt32LE(80)).toBe(230 * 230 * 2)
  await page.getByRole('button', { name: 'Open upper arch.stl' }).click()
  await expect(dialog(page)).toContainText('105,800 triangles')
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
    for (const target of await page.locator('.files :is(label, button:not(.file-list__name), li)').all()) {
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
