import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import * as files from '../files.ts'
import { choose, dialog, given, inList, list, makeCase, openFiles, pdf, scan, tab, whenRecorded } from './case-files.ts'
import { faultsOfOneDialog } from './dialog-rules.ts'
import { expect, expectAccessible, refused, test, withoutPauses } from './portal.ts'

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
    // A browser without a reader of PDF saves what the frame shows, too, under a name of its own.
    const download = page.waitForEvent('download', file => file.suggestedFilename() === 'prescription.pdf')
    await dialog(page).getByRole('button', { name: 'Télécharger' }).click()
    await download
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
    expect(await faultsOfOneDialog('attachments/web/file-viewer.tsx', page)).toEqual([])
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
    await withoutPauses(page)
    quiet.allow(refused(503))
    await openFiles(page, await makeCase())
    await choose(page, given('teinte.png', await files.png()))
    await expect(tab(page, 1)).toBeVisible()
    await page.route('**/api/attachments/*', route => route.fulfill({ status: 503 }))
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
  // Nobody is asked: it is said, while it happens and afterwards.
  await expect(inList(page, 'upper arch.stl')).toContainText(/\d+\skB \(compressed for sending, within 5\sµm\)/)
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download upper arch.stl' }).click()
  const received = readFileSync(await (await download).path())
  expect(received.length).toBe(sent.length)
  expect(received.readUInt32LE(80)).toBe(230 * 230 * 2)
  await page.getByRole('button', { name: 'Open upper arch.stl' }).click()
  await expect(dialog(page)).toContainText('105,800 triangles')
})
