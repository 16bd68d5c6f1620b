import type { Page } from '@playwright/test'
import { dayInZone } from '#kit/day.ts'
import { testPassword } from '../make.ts'
import { at } from './addresses.ts'
import { openLaboratory, withMaker } from './laboratory.ts'
import { current, field, options, palette } from './palette.ts'
import {
  anyCase,
  application,
  enterAs,
  expect,
  expectAccessible,
  refused,
  test,
  withoutEvents,
  withoutPauses,
} from './portal.ts'

const group = (page: Page, name: string) => palette(page).getByRole('group', { name }).getByRole('option')
const heading = (page: Page) => application(page).getByRole('heading', { level: 1 })

async function open(page: Page, typed: string) {
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type(typed)
}

const makePlace = () =>
  withMaker(async make => {
    const { host, laboratory, practice } = await openLaboratory(make, {}, { name: 'Cabinet du Canal', city: 'Lyon' })
    const other = await make.practice(laboratory, { name: 'Cabinet des Lilas' })
    await make.order(practice, { code: 'T-4711', patient: 'Zoé Lemaître', patient_code: 'P-90210' })
    await make.order(other, { code: 'T-4712', patient: 'Zoé Martin', patient_code: 'P-31415', status: 'invoiced' })
    await make.invoice(practice)
    const pieceCode = `FA-${dayInZone(new Date(), 'Europe/Paris').slice(0, 4)}-000001`
    const roles = ['administrator', 'production', 'accounting', 'driver'] as const
    const [administrator, production, accounting, driver] = await Promise.all(
      roles.map(role => make.user(laboratory, { role })),
    )
    if (!(administrator && production && accounting && driver)) throw new Error('nobody is there')
    return { host, pieceCode, administrator, production, accounting, driver }
  })

test('whoever runs the laboratory comes to a case, a practice, a document, a setting or a screen by a little of its name', async ({
  page,
  quiet,
}) => {
  const { host, pieceCode, administrator } = await makePlace()
  const addresses: string[] = []
  page.on('framenavigated', frame => addresses.push(frame.url()))
  await withoutEvents(page)
  await withoutPauses(page)
  await enterAs(page, { login: administrator.login, password: testPassword }, at(host, '/staff'))
  const button = page.getByRole('complementary', { name: 'Menu' }).getByRole('button', { name: 'Accès rapide' })
  await expect(button).toContainText('Ctrl K')
  for (const [typed, name, address] of [
    ['lyon canal', /Cabinet du Canal.*Lyon/, /\/staff\/practices\/[\da-f-]{36}$/],
    ['lemaitre zo', /T-4711.*Cabinet du Canal · P-90210 · Zoé Lemaître/, /\/staff\/cases\/[\da-f-]{36}$/],
    [pieceCode, new RegExp(`${pieceCode}.*Cabinet du Canal`), /\/staff\/invoices\/[\da-f-]{36}$/],
    ['jours feries', 'Réglages › Calendrier', /\/staff\/settings\/calendar$/],
    ['rapprochement', 'Virements', /\/staff\/transfers$/],
  ] as const) {
    await open(page, typed)
    await expect(current(page)).toHaveText(name)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(address)
    await expect(palette(page)).toBeHidden()
    await expect(heading(page)).toBeVisible()
  }
  // As it is said on the telephone: whose patient, of which practice.
  await open(page, 'zoe lilas')
  await expect(group(page, 'Travaux')).toHaveText([/T-4712.*Cabinet des Lilas · P-31415 · Zoé Martin/])
  await field(page).fill('zoe')
  await expect(group(page, 'Travaux')).toHaveText([/T-471\d/, /T-471\d/])
  await expectAccessible(page)
  // The same keys close it.
  await page.keyboard.press('Control+k')
  await expect(palette(page)).toBeHidden()
  expect(addresses.join(' ')).not.toMatch(/zo|lema|lyon/i)

  await test.step('keys of a label mean nothing by themselves, and the others are listed behind the menu', async () => {
    await page.keyboard.type('?/')
    await application(page).locator('.account').click()
    await page.getByRole('button', { name: 'Raccourcis clavier' }).click()
    const shortcuts = page.getByRole('dialog')
    await expect(shortcuts).toHaveCount(1)
    await expect(shortcuts.getByText('Accepter le travail', { exact: true })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(shortcuts).toHaveCount(0)
  })
  await test.step('a failure is said, leaves the screens in reach, and can be mended', async () => {
    quiet.allow(refused(503))
    await page.route(/search=/, route => route.fulfill({ status: 503 }))
    await open(page, 'tra')
    await expect(palette(page).getByRole('alert')).toContainText('La recherche n’a pas abouti')
    await expect(current(page)).toHaveText('Travaux')
    await page.unroute(/search=/)
    await field(page).fill('lemaitre')
    await expect(options(page)).toHaveText([/T-4711/])
    await field(page).fill('qqqq')
    await expect(palette(page).getByText('Rien ne correspond à « qqqq ».')).toBeVisible()
  })
})

test('what is typed before quick access has come is kept for it, and does nothing to the case behind', async ({
  page,
}) => {
  const { host, production } = await makePlace()
  await withoutEvents(page)
  const { promise: isThere, resolve: come } = Promise.withResolvers<void>()
  await page.route(/console-palette-[^/]*\.js$/, async route => {
    await isThere
    await route.continue()
  })
  await enterAs(page, { login: production.login, password: testPassword }, at(host, '/staff/intake'))
  await expect(application(page).getByRole('button', { name: /^Accepter/ })).toBeEnabled()
  const answered: string[] = []
  page.on('request', request => request.method() === 'POST' && answered.push(request.url()))
  await page.keyboard.press('Control+k')
  // Each is a letter of the intake; Enter would send its form.
  await page.keyboard.type('arqx')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Enter')
  come()
  await expect(field(page)).toHaveValue('arq')
  await expect(palette(page).getByText('Rien ne correspond à « arq ».')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(application(page).getByRole('button', { name: /^Accepter/ })).toBeEnabled()
  expect(answered).toEqual([])
  // Opened and closed by the mouse alone, it keeps nothing: D goes to the day.
  await page.getByRole('complementary', { name: 'Menu' }).getByRole('button', { name: 'Accès rapide' }).click()
  await palette(page).getByRole('button', { name: 'Fermer' }).click()
  await page.keyboard.press('d')
  await expect(application(page).getByRole('textbox', { name: 'Livraison le' })).toBeFocused()
  // By then they are letters again, and the two places where that is chosen agree.
  await open(page, 'racc')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('switch').uncheck()
  await page.keyboard.press('Escape')
  await expect(application(page).getByRole('checkbox', { name: 'Les lettres servent de touches' })).not.toBeChecked()
})

test('on a slow line Enter counts as well, and letters are the page’s again once quick access was left behind', async ({
  page,
}) => {
  const { host, production } = await makePlace()
  await withoutEvents(page)
  let come = () => {}
  await page.route(/console-palette-[^/]*\.js$/, async route => {
    await new Promise<void>(resolve => {
      come = resolve
    })
    await route.continue()
  })
  const asked = () => page.waitForRequest(/console-palette-[^/]*\.js$/)
  const person = { login: production.login, password: testPassword }
  await enterAs(page, person, at(host, '/staff/cases'))
  await application(page).getByRole('link', { name: 'Réception' }).click()
  await expect(application(page).getByRole('button', { name: /^Accepter/ })).toBeEnabled()
  const isAsked = asked()
  await page.keyboard.press('Control+k')
  await isAsked
  await page.goBack()
  await expect(page).toHaveURL(/\/staff\/cases$/)
  const isThere = page.waitForResponse(/console-palette-[^/]*\.js$/)
  come()
  await (await isThere).finished()
  await page.goForward()
  await expect(application(page).getByRole('button', { name: /^Accepter/ })).toBeEnabled()
  await expect(palette(page)).toHaveCount(0)
  // The answer that nobody waits for any more is read a moment later.
  await expect(async () => {
    await page.keyboard.press('d')
    await expect(application(page).getByRole('textbox', { name: 'Livraison le' })).toBeFocused({ timeout: 1_000 })
  }).toPass({ timeout: 20_000 })

  await page.reload()
  await expect(application(page).getByRole('button', { name: /^Accepter/ })).toBeEnabled()
  const isAskedAgain = asked()
  await page.keyboard.press('Control+k')
  await isAskedAgain
  await page.keyboard.type('T-4712')
  await page.keyboard.press('Enter')
  come()
  await expect(heading(page)).toHaveText('T-4712')
  await expect(palette(page)).toHaveCount(0)

  // Held down, its key opens it and leaves it open.
  await page.keyboard.down('Control')
  for (let count = 0; count < 4; count++) await page.keyboard.down('k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.down('k')
  await page.keyboard.down('k')
  await page.keyboard.down('k')
  await page.keyboard.up('k')
  await page.keyboard.up('Control')
  await expect(field(page)).toBeFocused()
})

test('who still owes a second factor types their password, whatever key they pressed before', async ({
  page,
  quiet,
}) => {
  quiet.allow(refused(403))
  const { host, user } = await withMaker(async make => {
    const { host, laboratory } = await openLaboratory(make, { staff_need_second_factor: true })
    return { host, user: await make.user(laboratory, { role: 'production' }) }
  })
  await withoutEvents(page)
  await page.goto(at(host, '/login'))
  await page.getByRole('textbox', { name: 'Identifiant', exact: true }).first().fill(user.login)
  await page.getByRole('textbox', { name: 'Mot de passe', exact: true }).first().fill(testPassword)
  await page.keyboard.press('Enter')
  const begin = application(page).getByRole('button', { name: 'Activer', exact: true })
  await expect(begin).toBeVisible()
  const anyOf = page.waitForResponse(/console-palette-[^/]*\.js$/, { timeout: 2_000 }).catch(() => undefined)
  await page.keyboard.press('Control+k')
  await anyOf
  await page.keyboard.press('Control+k')
  await begin.press('Enter')
  const given = page.getByRole('dialog').getByLabel('Mot de passe actuel')
  await given.focus()
  await page.keyboard.type('secret')
  await expect(given).toHaveValue('secret')
})

test.describe('each of the laboratory’s people finds what they may see, and nothing else is asked for', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('at the bench cases of a practice, in the books its account and documents, in the van screens', async ({
    page,
    context,
  }) => {
    const { host, pieceCode, production, accounting, driver } = await makePlace()
    const asked: string[] = []
    page.on('request', request => {
      if (/[?&]search=/.test(request.url())) asked.push(new URL(request.url()).pathname)
    })
    async function searchAs({ login }: { login: string }, typed: string) {
      asked.length = 0
      await context.clearCookies()
      await enterAs(page, { login, password: testPassword }, at(host, '/staff'))
      await page.getByRole('banner').getByRole('button', { name: 'Accès rapide' }).tap()
      await expect(field(page)).toBeFocused()
      await field(page).fill(typed)
    }
    await withoutEvents(page)

    await searchAs(production, 'canal')
    await expect(group(page, 'Travaux d’un cabinet')).toHaveText(['Cabinet du Canal'])
    expect(asked).toEqual(['/api/staff/orders'])
    const heights = await options(page).evaluateAll(all => all.map(one => one.getBoundingClientRect().height))
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(44)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await options(page).tap()
    await expect(page).toHaveURL(/\/staff\/cases\?practiceId=[\da-f-]{36}$/)
    await expect(anyCase(page)).toHaveText('T-4711')

    await searchAs(accounting, pieceCode)
    await expect(group(page, 'Factures et autres pièces')).toHaveText([new RegExp(pieceCode)])
    await field(page).fill('canal')
    await expect(group(page, 'Comptes')).toHaveText([/Cabinet du Canal/])
    await expect(options(page)).toHaveCount(1)
    expect(new Set(asked)).toEqual(new Set(['/api/staff/billing/practices', '/api/staff/invoices']))
    await options(page).tap()
    await expect(page).toHaveURL(/\/staff\/billing\/practices\/[\da-f-]{36}$/)

    await searchAs(driver, 'canal')
    await expect(field(page)).toHaveAccessibleName('Un écran ou une action')
    await expect(palette(page).getByText('Rien ne correspond à « canal ».')).toBeVisible()
    await field(page).fill('coll')
    await expect(current(page)).toHaveText('Collectes')
    expect(asked).toEqual([])
  })
})
