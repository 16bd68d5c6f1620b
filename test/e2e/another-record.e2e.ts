import type { Page } from '@playwright/test'
import { signedInElsewhere } from './elsewhere.ts'
import { openLaboratory, withMaker } from './laboratory.ts'
import { enter } from './ordering.ts'
import { current } from './palette.ts'
import { application, expect, refused, test, withoutEvents } from './portal.ts'

// Two records of one screen: nothing that was opened, typed or refused of one stands under the other.

const heading = (page: Page) => application(page).getByRole('heading', { level: 1 })
const alert = (page: Page) => application(page).getByRole('main').getByRole('alert')

async function goByQuickAccess(page: Page, name: string) {
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Accès rapide' }).getByRole('combobox').fill(name)
  await expect(current(page)).toContainText(name)
  await page.keyboard.press('Enter')
}

test('what was being corrected of one practice is not written over another', async ({ page }) => {
  const { host, administrator, practice } = await withMaker(async make => {
    const { host, laboratory, practice } = await openLaboratory(make, {}, { name: 'Cabinet du Canal' })
    await make.practice(laboratory, { name: 'Cabinet des Lilas' })
    return { host, practice, administrator: await make.user(laboratory, { role: 'administrator' }) }
  })
  await withoutEvents(page)
  await enter(page, host, administrator, `/staff/practices/${practice.id}`)
  await expect(heading(page)).toHaveText('Cabinet du Canal')
  await goByQuickAccess(page, 'Cabinet des Lilas')
  await expect(heading(page)).toHaveText('Cabinet des Lilas')
  await application(page).getByRole('button', { name: 'Modifier', exact: true }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Nom du cabinet' }).fill('Cabinet des Roses')
  await page.goBack()
  await page.getByRole('button', { name: 'Abandonner ma saisie' }).click()
  await expect(heading(page)).toHaveText('Cabinet du Canal')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('what was being answered about one patient does not stand under the question about another', async ({ page }) => {
  const { host, doctor, orders } = await withMaker(async make => {
    const { host, practice } = await openLaboratory(make, {})
    const held = { status: 'on_hold', hold_reason: 'technical_response' }
    const orders = await Promise.all(
      ['T-1001', 'T-1002'].map(code => make.order(practice, { ...held, code, hold_question: `Question de ${code} ?` })),
    )
    return { host, orders, doctor: await make.user(practice) }
  })
  await withoutEvents(page)
  await enter(page, host, doctor, `/cases/${orders[0]?.id}`)
  const notice = page.locator('.notice')
  await expect(notice).toContainText('Question de T-1001 ?')
  await goByQuickAccess(page, 'T-1002')
  await expect(notice).toContainText('Question de T-1002 ?')
  await page.goBack()
  await expect(notice).toContainText('Question de T-1001 ?')
  await notice.getByRole('button', { name: 'Répondre par écrit' }).click()
  await notice.getByRole('textbox', { name: 'Votre réponse' }).fill('La limite de Zoé est à 0,5 mm')
  await page.goForward()
  await page.getByRole('button', { name: 'Abandonner ma saisie' }).click()
  await expect(notice).toContainText('Question de T-1002 ?')
  await expect(notice.getByRole('textbox')).toHaveCount(0)
})

test('a step of one case that was refused is not said of another', async ({ page, quiet }) => {
  quiet.allow(refused(503))
  const { host, bench, orders } = await withMaker(async make => {
    const { host, laboratory, practice } = await openLaboratory(make, {})
    const orders = await Promise.all(
      ['T-1001', 'T-1002'].map(code => make.order(practice, { code, status: 'in_production' })),
    )
    return { host, orders, bench: await make.user(laboratory, { role: 'production' }) }
  })
  await withoutEvents(page)
  await enter(page, host, bench, `/staff/cases/${orders[1]?.id}`)
  await expect(heading(page)).toHaveText('T-1002')
  await goByQuickAccess(page, 'T-1001')
  await expect(heading(page)).toHaveText('T-1001')
  await page.route(/\/api\/staff\/.*/, (route, request) =>
    request.method() === 'POST' ? route.fulfill({ status: 503 }) : route.fallback(),
  )
  await application(page).locator('.page-head').getByRole('button').first().click()
  await expect(alert(page)).not.toHaveCount(0)
  await page.goBack()
  await expect(heading(page)).toHaveText('T-1002')
  await expect(alert(page)).toHaveCount(0)
})

test('whoever goes through the cases of a list by the arrows stays on the arrow', async ({ page }) => {
  const { host, doctor } = await withMaker(async make => {
    const { host, practice } = await openLaboratory(make, {})
    for (const code of ['T-1001', 'T-1002', 'T-1003']) await make.order(practice, { code })
    return { host, doctor: await make.user(practice) }
  })
  await withoutEvents(page)
  await enter(page, host, doctor, '/cases')
  const codes = (await page.locator('tbody th a').allInnerTexts()).map(words => words.trim())
  await page.locator('tbody th a').first().click()
  const next = page.getByRole('navigation', { name: 'Dans cette liste' }).getByRole('link', { name: /^Suivant/ })
  await next.focus()
  await page.keyboard.press('Enter')
  await expect(heading(page)).toContainText(codes[1] ?? '')
  await expect(next).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(heading(page)).toContainText(codes[2] ?? '')
})

test('whoever has left a piece before its invoice is there stays where they went', async ({ page }) => {
  const { host, books, piece } = await withMaker(async make => {
    const { host, laboratory, practice } = await openLaboratory(make, {})
    const piece = await make.invoice(practice, { type: 'pro_forma', decision: 'validated' })
    return { host, piece, books: await make.user(laboratory, { role: 'accounting' }) }
  })
  const { promise: isWritten, resolve: write } = Promise.withResolvers<void>()
  await page.route('**/confirm', async route => {
    await isWritten
    await route.fulfill({ json: { data: { ids: [piece.id] } } })
  })
  await withoutEvents(page)
  await enter(page, host, books, '/staff/transfers')
  await goByQuickAccess(page, 'Pièces')
  await application(page).locator(`a[href$="${piece.id}"]`).first().click()
  await application(page).getByRole('button', { name: 'Émettre la facture' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Émettre la facture' }).click()
  await page.goBack()
  await expect(page).toHaveURL(/\/staff\/invoices$/)
  write()
  await expect(page.locator('.toast')).toContainText('Facture émise')
  await expect(page).toHaveURL(/\/staff\/invoices$/)
})

test('what a colleague has corrected of a practice meanwhile is not written over', async ({ page, quiet }) => {
  quiet.allow(refused(409))
  const { host, administrator, practice } = await withMaker(async make => {
    const { host, laboratory, practice } = await openLaboratory(make, {}, { name: 'Cabinet du Canal' })
    return { host, practice, administrator: await make.user(laboratory, { role: 'administrator' }) }
  })
  const path = `/api/staff/practices/${practice.id}`
  await withoutEvents(page)
  await enter(page, host, administrator, `/staff/practices/${practice.id}`)
  await application(page).getByRole('button', { name: 'Modifier', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Nom du cabinet' }).fill('Cabinet des Roses')
  const call = await signedInElsewhere(page, host, administrator)
  const { id, isDisabled, people, gaps, figures, merged, priceLists, balanceCents, round, ...there } = (
    await (await call('GET', path)).json()
  ).data
  expect((await call('PUT', path, { ...there, city: 'Lyon' })).ok()).toBe(true)
  // Whoever looks at the window again reads anew what is behind the dialog.
  await expect(async () => {
    await page.evaluate(() => void dispatchEvent(new Event('visibilitychange')))
    await expect(application(page).locator('.page-head')).toContainText('Lyon', { timeout: 1_000 })
  }).toPass()
  await dialog.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(dialog.getByRole('alert')).not.toHaveCount(0)
  expect((await (await call('GET', path)).json()).data).toMatchObject({ name: 'Cabinet du Canal', city: 'Lyon' })
})
