// Nothing wraps, is cut or shows through where it should not, at the widths people have.

import { CaseStatus } from '#features/cases/contract.ts'
import { addDays, dayInZone } from '#kit/day.ts'
import { at } from './addresses.ts'
import { openLaboratory, withMaker } from './laboratory.ts'
import { catalogueSearch, check, enter, patientCode, send, work } from './ordering.ts'
import { expect, rows, test } from './portal.ts'

const today = dayInZone(new Date(), 'Europe/Paris')

/** One case in each status, and one with a long bridge whose work has much to say. */
const makePractice = (language: string) =>
  withMaker(async make => {
    const { host, laboratory, practice } = await openLaboratory(make, { company_name: 'Labo Test' })
    for (const status of CaseStatus.options)
      await make.order(practice, {
        status,
        hold_reason: status === 'on_hold' ? 'technical_response' : null,
        delivery_on: addDays(today, 2),
      })
    const { reference } = await make.product(laboratory)
    const much = 'Pilier personnalisé 16 + Couronne sur implant 16 · A3,5'
    const bridge = await make.order(practice, {
      code: 'B-1',
      status: 'on_hold',
      hold_reason: 'implant_parts',
      summary_fr: much,
      summary_en: much,
    })
    await make.orderLine(practice, bridge.id, reference, {
      product_version: 1,
      label_fr: 'Bridge complet',
      label_en: 'Full bridge',
      teeth: [18, 17, 16, 15, 14, 13, 12, 11, 21, 22, 23, 24, 25, 26, 27, 28],
    })
    return { host, bridge, user: await make.user(practice, { language }) }
  })

for (const language of ['fr', 'en']) {
  test(`a status stays on one line and in its place, and work is said whole, from 320 to 1680 px (${language})`, async ({
    page,
  }) => {
    const made = await makePractice(language)
    await enter(page, made.host, made.user, '/cases?tab=all')
    await expect(rows(page)).toHaveCount(CaseStatus.options.length + 1)
    for (const width of [320, 390, 768, 1024, 1080, 1180, 1280, 1366, 1440, 1680]) {
      await page.setViewportSize({ width, height: 900 })
      const wrong = await page.locator('.pill').evaluateAll(pills =>
        pills
          .filter(pill => {
            const box = pill.getBoundingClientRect()
            const room = pill.closest('td')?.getBoundingClientRect() ?? document.body.getBoundingClientRect()
            return box.height > 28 || box.right > room.right || box.left < room.left
          })
          .map(pill => pill.textContent),
      )
      expect(wrong, `${width} px`).toEqual([])
      const cut = await rows(page)
        .locator('.two-lines > span')
        .evaluateAll(said =>
          said
            .filter(one => getComputedStyle(one).overflow !== 'visible' && one.scrollWidth > one.clientWidth)
            .map(one => one.textContent),
        )
      expect(cut, `${width} px`).toEqual([])
    }
  })
}

test('on a phone the menu of a piece stays within its card, and on a tablet each of its columns within its own', async ({
  page,
}) => {
  const made = await withMaker(async make => {
    const { host, laboratory, practice } = await openLaboratory(make, {})
    const { id } = await make.invoice(practice, { amount_cents: 10_000 })
    await make.invoice(practice, { type: 'credit', amount_cents: -10_000, corrects_id: id })
    await make.within(laboratory.id, client =>
      client.query(`insert into allocations (brand_id, practice_id, credit_id, debit_id, cents)
        select brand_id, practice_id, id, corrects_id, 10000 from invoices where type = 'credit'`),
    )
    return { host, user: await make.user(practice, { account_type: 'manager', language: 'en' }) }
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await enter(page, made.host, made.user, '/invoices')
  const card = rows(page).filter({ hasText: 'Cancelled by credit' })
  await expect(card).toHaveCount(1)
  const [room, menu] = [await card.boundingBox(), await card.getByRole('button').last().boundingBox()]
  expect((menu?.x ?? 0) + (menu?.width ?? 0)).toBeLessThanOrEqual((room?.x ?? 0) + (room?.width ?? 0))
  for (const width of [1080, 1180, 1280]) {
    await page.setViewportSize({ width, height: 810 })
    const running = await rows(page)
      .locator('th, td')
      .evaluateAll(cells =>
        cells
          .filter(cell => {
            const words = document.createRange()
            words.selectNodeContents(cell)
            return words.getBoundingClientRect().right > cell.getBoundingClientRect().right + 1
          })
          .map(cell => cell.textContent),
      )
    expect(running, `${width} px`).toEqual([])
  }
})

test('at 320 px a case shows its status whole and all its teeth', async ({ page }) => {
  const made = await makePractice('fr')
  await page.setViewportSize({ width: 320, height: 800 })
  await enter(page, made.host, made.user, `/cases/${made.bridge.id}`)
  const arch = page.locator('.teeth-drawn svg')
  await expect(arch).toBeVisible()
  const cut = await page.locator('.teeth-drawn svg, .pill').evaluateAll(shown =>
    shown
      .filter(element => {
        const box = element.getBoundingClientRect()
        for (let around = element.parentElement; around; around = around.parentElement) {
          const room = around.getBoundingClientRect()
          if (
            getComputedStyle(around).overflowX !== 'visible' &&
            (box.right > room.right + 1 || box.left < room.left - 1)
          )
            return true
        }
        return box.right > innerWidth || (element.matches('.pill') && box.height > 28)
      })
      .map(element => element.outerHTML.slice(0, 80)),
  )
  expect(cut).toEqual([])
})

test('a phone holds an order and its review with names of sixty letters and no blank', async ({ page }) => {
  const long = (name: string) => name.padEnd(60, 'abcdefghij')
  const made = await withMaker(async make => {
    const { host, laboratory, practice } = await openLaboratory(make, { company_name: long('Laboratoire') })
    const names = { label_fr: long('Couronne'), name_one_fr: long('Couronne'), name_many_fr: long('Couronnes') }
    await make.product(laboratory, names)
    return { host, user: await make.user(practice, { last_name: long('Durand') }) }
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await enter(page, made.host, made.user)
  await patientCode(page).fill(long('P'))
  await page.locator('[name=patient]').fill(long('Patient'))
  await catalogueSearch(page).fill('Couronne')
  await page.keyboard.press('Enter')
  const crown = work(page, /^Couronne/)
  await crown.getByRole('textbox', { name: 'Numéros' }).fill('26')
  await crown.getByRole('textbox', { name: 'Teinte' }).fill('A2')
  await page.getByRole('radio', { name: /^Opti/ }).check()
  const wider = (selector: string) =>
    page.locator(selector).evaluate(element => element.scrollWidth - element.clientWidth)
  expect(await wider('html')).toBeLessThanOrEqual(0)
  await check(page).click()
  await expect(send(page)).toBeInViewport()
  expect(await wider('dialog[open]')).toBeLessThanOrEqual(0)
})

test('the gutter of the scrollbar is as dark as the page behind a dialog', async ({ page }) => {
  const made = await makePractice('fr')
  await enter(page, made.host, made.user, '/absences')
  const root = page.locator('html')
  const before = await root.evaluate(element => getComputedStyle(element).backgroundColor)
  await page.locator('.page-head').getByRole('button', { name: 'Déclarer une absence' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect.poll(() => root.evaluate(element => getComputedStyle(element).backgroundColor)).not.toBe(before)
  // What lies under the backdrop keeps its own colour.
  expect(await page.locator('body').evaluate(element => getComputedStyle(element).backgroundColor)).toBe(before)

  // A question over the dialog darkens once more: each of the two lets 55 % through.
  const lightness = () =>
    root.evaluate(element => {
      const pixel = new OffscreenCanvas(1, 1).getContext('2d')
      if (!pixel) return Number.NaN
      pixel.fillStyle = getComputedStyle(element).backgroundColor
      pixel.fillRect(0, 0, 1, 1)
      return pixel.getImageData(0, 0, 1, 1).data[0] ?? Number.NaN
    })
  const once = await lightness()
  await page.getByRole('dialog').locator('[name=from]').fill('01/12/2026')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  const twice = Math.round(once * 0.55 + 8 * 0.45)
  await expect.poll(async () => Math.abs((await lightness()) - twice)).toBeLessThanOrEqual(1)
  await page.getByRole('button', { name: 'Continuer la saisie' }).click()
  await expect.poll(lightness).toBe(once)
})

test('an address that leads nowhere answers 404, inside the portal', async ({ page, quiet }) => {
  const made = await makePractice('fr')
  await enter(page, made.host, made.user, '/cases')
  quiet.allow(/status of 404/)
  const answer = await page.goto(at(made.host, '/nowhere/at-all'))
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Page introuvable' })).toBeVisible()
  // Fits the laboratory's own people too, who have no cases, and the button below.
  await expect(page.getByText('Vérifiez-la.')).toBeVisible()
  await expect(page.locator('main').getByRole('link', { name: 'Retour à l’accueil' })).toBeVisible()
  await expect(page.locator('.sidebar').getByRole('link', { name: 'Travaux' })).toBeVisible()
})
