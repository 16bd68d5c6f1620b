// Two people, or two tabs of one, change the same thing: what was typed stays, and there is a way on.
import type { Page } from '@playwright/test'
import { signedInElsewhere } from './elsewhere.ts'
import { openLaboratory, withMaker } from './laboratory.ts'
import { enter } from './ordering.ts'
import { expect, expectAccessible, refused, test } from './portal.ts'

const makePlace = () =>
  withMaker(async make => {
    const { host, laboratory, practice } = await openLaboratory(make, { company_name: 'Labo Test' })
    const supply = await make.supply(laboratory, { label_fr: 'Étiquettes', label_en: 'Labels' })
    const colleague = await make.user(practice)
    const change = crypto.randomUUID()
    const ofPractice = { brand_id: laboratory.id, practice_id: practice.id }
    const part = 'contact_information'
    await make.insert(laboratory.id, 'account_changes', { ...ofPractice, id: change, part, requested_by: colleague.id })
    await make.insert(laboratory.id, 'account_change_fields', {
      ...ofPractice,
      change_id: change,
      subject_id: practice.id,
      field: 'phone',
      after: JSON.stringify('01 99 00 45 13'),
    })
    await make.product(laboratory, { family: 'fixed' })
    await make.product(laboratory, { family: 'splints' })
    const administrator = await make.user(laboratory)
    return { host, change, supply, administrator, manager: await make.user(practice, { account_type: 'manager' }) }
  })

const makePrices = () =>
  withMaker(async make => {
    const { host, laboratory } = await openLaboratory(make, { company_name: 'Labo Test' })
    const { reference: gone } = await make.product(laboratory)
    const { reference: stays } = await make.product(laboratory, { position: 2 })
    const list = crypto.randomUUID()
    await make.insert(laboratory.id, 'price_lists', { brand_id: laboratory.id, id: list, name: 'Tarif' })
    return { host, list, gone, stays, administrator: await make.user(laboratory) }
  })

const showTheirs = (page: Page) => page.getByRole('button', { name: 'Voir ce qui est enregistré' })
const showMine = (page: Page) => page.getByRole('button', { name: 'Revenir à ma saisie' })

test('on a page of the laboratory what was typed is kept over what a colleague has saved, and both can be looked at', async ({
  page,
  quiet,
}) => {
  quiet.allow(refused(409))
  const { host, administrator } = await makePlace()
  const call = await signedInElsewhere(page, host, administrator)
  const path = '/api/staff/mail-settings'
  const saved = async () => (await (await call('GET', path)).json()).data
  await enter(page, host, administrator, '/staff/settings/mails')
  const name = page.locator('[name=name]')
  const refusal = page.locator('.notice--late')
  const replyTo = page.locator('[name=replyTo]')
  const save = page.getByRole('button', { name: 'Enregistrer', exact: true })
  await name.fill('Le mien')
  const { version } = await saved()
  expect((await call('PUT', path, { name: 'Le leur', replyTo: 'labo@example.test', version })).ok()).toBe(true)
  await save.click()

  await expect(refusal).toContainText('Quelqu’un l’a modifié au même moment.')
  await expect(name).toHaveValue('Le mien')
  await expect(name).toHaveAccessibleDescription(/Enregistré entre-temps\s: «\sLe leur\s»/)
  // Told there, and no fault.
  await expect(name).toHaveAttribute('aria-invalid', 'false')
  await expect(replyTo).toHaveValue('labo@example.test')
  await showTheirs(page).click()
  await expect(name).toHaveValue('Le leur')
  await expect(refusal).toContainText('Votre saisie est gardée aussi')
  await expectAccessible(page)
  // Saved from there, what is out of sight would go: it comes back instead.
  await save.click()
  await expect(name).toHaveValue('Le mien')
  await showTheirs(page).click()
  await showMine(page).click()
  await expect(name).toHaveValue('Le mien')
  // What a colleague saves after that is refused as well.
  const { version: later } = await saved()
  expect((await call('PUT', path, { name: 'Le dernier', replyTo: 'labo@example.test', version: later })).ok()).toBe(
    true,
  )
  await save.click()
  await expect(name).toHaveAccessibleDescription(/«\sLe dernier\s»/)
  await save.click()
  await expect(refusal).toHaveCount(0)
  await expect.poll(saved).toMatchObject({ name: 'Le mien', replyTo: 'labo@example.test' })
})

test('a dialog of the laboratory that was opened before is not refused for ever', async ({ page, quiet }) => {
  quiet.allow(refused(409))
  const { host, administrator, supply } = await makePlace()
  const call = await signedInElsewhere(page, host, administrator)
  const saved = async () =>
    (await (await call('GET', '/api/staff/supplies')).json()).data.find(
      ({ name }: { name: string }) => name === supply.name,
    )
  const path = `/api/staff/supplies/${supply.name}`
  const answered = (method: string, path: string) =>
    page.waitForResponse(answer => new URL(answer.url()).pathname === path && answer.request().method() === method)
  const isListening = answered('GET', '/api/events')
  await enter(page, host, administrator, '/staff/settings/supplies')
  await isListening
  await page.getByRole('button', { name: /^Actions pour Étiquettes/ }).click()
  await page.getByRole('button', { name: 'Modifier…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('[name=labelFr]').fill('Étiquettes bleues')
  const { labelFr, options, isRetired, version } = await saved()
  const body = { labelFr, labelEn: 'Stickers', options, isRetired, version }
  expect((await call('PUT', path, body)).ok()).toBe(true)
  await dialog.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Votre saisie est gardée')
  await expect(dialog.locator('[name=labelFr]')).toHaveValue('Étiquettes bleues')
  await expect(dialog.locator('[name=labelEn]')).toHaveValue('Stickers')
  // What stands there is looked at, and the words behind it are asked about before they are lost.
  await showTheirs(page).click()
  await expect(dialog.locator('[name=labelFr]')).toHaveValue('Étiquettes')
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: /Quitter sans enregistrer/ })
  await question.locator('footer').getByRole('button', { name: 'Continuer la saisie' }).click()
  await showMine(page).click()
  // What is saved after that, and shown nowhere, is refused as well, though the page knows of it.
  const { version: later } = await saved()
  const isReloaded = answered('GET', '/api/staff/supplies')
  expect((await call('PUT', path, { ...body, labelEn: 'Tags', version: later })).ok()).toBe(true)
  await isReloaded
  const save = dialog.getByRole('button', { name: 'Enregistrer' })
  const [again] = await Promise.all([answered('PUT', path), save.click()])
  expect(again.status()).toBe(409)
  await expect(dialog.locator('[name=labelEn]')).toHaveValue('Tags')
  await save.click()
  await expect(dialog).toHaveCount(0)
  expect(await saved()).toMatchObject({ labelFr: 'Étiquettes bleues', labelEn: 'Tags' })
})

test('what has changed meanwhile is not asked back by a form in which nobody has typed it', async ({ page }) => {
  const { host, administrator, change, manager } = await makePlace()
  const call = await signedInElsewhere(page, host, administrator)
  const answered = (path: string) => page.waitForResponse(response => new URL(response.url()).pathname === path)
  const isListening = answered('/api/events')
  await enter(page, host, manager, '/account')
  await isListening
  await page.getByRole('button', { name: 'Modifier : Coordonnées du cabinet' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('[name=mobile]').fill('0611223344')
  // The telephone that a colleague has asked for comes into force under the hand.
  const [{ version }] = (await (await call('GET', '/api/staff/account-changes')).json()).data
  const isReloaded = answered('/api/account')
  expect((await call('POST', `/api/staff/account-changes/${change}/apply`, { version })).ok()).toBe(true)
  await isReloaded
  const sent = page.waitForRequest(request => request.method() === 'PATCH')
  await dialog.getByRole('button', { name: 'Envoyer la demande' }).click()
  expect((await sent).postDataJSON()).toEqual({ mobile: '0611223344' })
  await expect(dialog).toHaveCount(0)
})

test('two who fill in different cells of a table keep both, and nothing typed is lost by looking at what is saved', async ({
  page,
  quiet,
}) => {
  quiet.allow(refused(409))
  const { host, administrator } = await makePlace()
  const call = await signedInElsewhere(page, host, administrator)
  const path = '/api/staff/capacity'
  const saved = async () => (await (await call('GET', path)).json()).data
  await enter(page, host, administrator, '/staff/settings/capacity')
  const cells = page.locator('.capacity__weeks tbody tr')
  const cell = (row: number, day: number) => cells.nth(row).getByRole('textbox').nth(day)
  await cell(1, 0).fill('5')
  await cell(0, 3).fill('9')
  const { version, isCounted } = await saved()
  const none = Array.from({ length: 7 }, (): number | null => null)
  const theirs = { family: 'splints', elements: none.toSpliced(1, 1, 7) }
  expect((await call('PUT', path, { isCounted, weeks: [theirs], version })).ok()).toBe(true)
  const save = page.getByRole('button', { name: 'Enregistrer la capacité' })
  await save.click()
  await expect(page.locator('.notice--late')).toContainText('le reste montre maintenant ce qui est enregistré')
  await expect(cell(1, 0)).toHaveValue('5')
  await expect(cell(2, 1)).toHaveValue('7')
  await showTheirs(page).click()
  await expect(cell(1, 0)).toHaveValue('')
  await cell(1, 2).fill('6')
  await showMine(page).click()
  await expect(cell(1, 0)).toHaveValue('5')
  await expect(cell(1, 2)).toHaveValue('6')
  await save.click()
  await expect(page.locator('.notice--late')).toHaveCount(0)
  const mine = { family: 'fixed', elements: none.toSpliced(0, 3, 5, null, 6) }
  const all = { family: null, elements: none.toSpliced(3, 1, 9) }
  const { weeks } = await saved()
  expect(weeks).toHaveLength(3)
  expect(weeks).toEqual(expect.arrayContaining([all, mine, theirs]))
})

test('of a list that both have changed it is said that one takes the place of the other, and looking at it takes nothing away', async ({
  page,
  quiet,
}) => {
  quiet.allow(refused(409))
  const { host, administrator } = await makePlace()
  const call = await signedInElsewhere(page, host, administrator)
  await enter(page, host, administrator, '/staff/settings/calendar')
  const form = page.locator('form').filter({ hasText: 'Jours travaillés' })
  const day = (name: string) => form.getByRole('checkbox', { name })
  await day('Samedi').check()
  const { week, version } = (await (await call('GET', '/api/staff/calendar')).json()).data
  const theirs = { ...week, workingDays: [1, 2, 3, 4], moves: false, version }
  expect((await call('PUT', '/api/staff/calendar/week', theirs)).ok()).toBe(true)
  await form.getByRole('button', { name: 'Enregistrer la semaine' }).click()
  const refusal = form.locator('.notice--late')
  await expect(refusal).toContainText(/La liste «\sJours travaillés\s» a été changée aussi\s; l’enregistrer remplacera/)
  await expect(refusal).not.toContainText('le reste montre')
  await expect(day('Samedi')).toBeChecked()
  await showTheirs(page).click()
  await expect(day('Samedi')).not.toBeChecked()
  await day('Lundi').uncheck()
  await showMine(page).click()
  await expect(day('Samedi')).toBeChecked()
  await expect(day('Lundi')).toBeChecked()
})

test('whoever types on at once after saving is not told of their own words, trimmed, as of somebody else’s', async ({
  page,
}) => {
  const { host, administrator } = await makePlace()
  const path = '/api/staff/mail-settings'
  await enter(page, host, administrator, '/staff/settings/mails')
  const name = page.locator('[name=name]')
  const save = page.getByRole('button', { name: 'Enregistrer', exact: true })
  const { promise: typedOn, resolve: typed } = Promise.withResolvers<void>()
  await page.route(`**${path}`, async route => {
    if (route.request().method() === 'GET') await typedOn
    await route.continue()
  })
  const answered = (method: string) =>
    page.waitForResponse(answer => new URL(answer.url()).pathname === path && answer.request().method() === method)
  await name.fill('Le mien ')
  const [first] = await Promise.all([answered('PUT'), save.click()])
  expect(first.ok()).toBe(true)
  await name.fill('Le mien encore')
  typed()
  await expect(page.getByText('Enregistré, dès le prochain')).toBeVisible()
  const [second] = await Promise.all([answered('PUT'), save.click()])
  expect(second.ok()).toBe(true)
})

test('what a colleague puts back as it stood before is met like every other change, and can be saved over', async ({
  page,
  quiet,
}) => {
  quiet.allow(refused(409))
  const { host, administrator } = await makePlace()
  const call = await signedInElsewhere(page, host, administrator)
  const path = '/api/staff/bookkeeping/accounts'
  const saved = async () => (await (await call('GET', path)).json()).data
  const before = await saved()
  await enter(page, host, administrator, '/staff/entries')
  const customers = page.locator('[name=customers]')
  await expect(customers).toHaveValue(before.customers)
  const save = page.getByRole('button', { name: 'Enregistrer les comptes' })
  const { promise: isBack, resolve: putBack } = Promise.withResolvers<void>()
  await page.route(`**${path}`, async route => {
    if (route.request().method() === 'GET') await isBack
    await route.continue()
  })
  const answered = () =>
    page.waitForResponse(answer => new URL(answer.url()).pathname === path && answer.request().method() === 'PUT')
  await customers.fill('411AAA')
  await Promise.all([answered(), save.click()])
  await customers.fill('411BBB')
  const mine = await saved()
  expect((await call('PUT', path, { ...before, seen: mine })).ok()).toBe(true)
  putBack()
  await expect(page.getByText('Les comptes sont enregistrés')).toBeVisible()
  const [refusedAnswer] = await Promise.all([answered(), save.click()])
  expect(refusedAnswer.status()).toBe(409)
  await expect(customers).toHaveAccessibleDescription(new RegExp(`«\\s${before.customers}\\s»`))
  await save.click()
  await expect.poll(async () => (await saved()).customers).toBe('411BBB')
})

test('a price of what is offered no more neither keeps the others from being saved nor counts as unsaved', async ({
  page,
  quiet,
}) => {
  quiet.allow(refused(409))
  const { host, administrator, list, gone, stays } = await makePrices()
  const call = await signedInElsewhere(page, host, administrator)
  const isListening = page.waitForResponse(answer => new URL(answer.url()).pathname === '/api/events')
  await enter(page, host, administrator, `/staff/settings/prices/${list}`)
  await isListening
  await page.getByRole('button', { name: 'Changer les prix…' }).click()
  const dialog = page.getByRole('dialog')
  const field = (reference: string) => dialog.locator(`[name="${reference}"]`)
  await field(gone).fill('douze')
  await field(stays).fill('12')
  const isOut = page.waitForResponse(answer => new URL(answer.url()).pathname === `/api/staff/price-lists/${list}`)
  const families = (await (await call('GET', '/api/staff/catalogue')).json()).data
  const { reference, changedAt, changedBy, ...facts } = families
    .flatMap(({ products }: { products: { reference: string }[] }) => products)
    .find(({ reference }: { reference: string }) => reference === gone)
  expect((await call('PUT', `/api/staff/catalogue/products/${reference}`, { ...facts, isRetired: true })).ok()).toBe(
    true,
  )
  await isOut
  await expect(field(gone)).toHaveCount(0)
  // Somebody else is quicker.
  const version = (await (await call('GET', `/api/staff/price-lists/${list}`)).json()).data.version
  const prices = [{ reference: stays, priceCents: 700 }]
  expect((await call('PUT', `/api/staff/price-lists/${list}/prices`, { prices, version })).ok()).toBe(true)
  await dialog.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(field(stays)).toHaveAccessibleDescription(/«\s7,00\s»/)
  await field(stays).fill('7,00')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})
