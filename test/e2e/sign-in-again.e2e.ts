// Whoever is thrown out while writing goes on where they were (35), and nobody else does.
import type { Page } from '@playwright/test'
import { type TestUser, testPassword } from '../make.ts'
import { breachesOf } from './accessibility.ts'
import { at } from './addresses.ts'
import { faultsOfOneDialog } from './dialog-rules.ts'
import { openLaboratory, withMaker } from './laboratory.ts'
import { makeOrderingPractice, openForm, patientCode } from './ordering.ts'
import { makeCase, openCase } from './place-with-case.ts'
import { application, enterAs, expect, refused, setTokenExpiry, test, unreachable } from './portal.ts'

const field = (page: Page) => application(page).getByRole('textbox', { name: 'Votre message au laboratoire' })
const again = (page: Page) => page.getByRole('dialog', { name: 'Connexion' })

/** The session ends elsewhere; this page hears of it with what it asks for once this is done, and by nothing before. */
async function asItEnds(page: Page, act: () => Promise<void>) {
  const done = Promise.withResolvers<void>()
  const calls = /\/api\//
  await page.route(calls, async route => {
    await done.promise
    await route.continue().catch(() => undefined)
  })
  await page.context().clearCookies({ name: '__Host-refresh' })
  await setTokenExpiry(page, -60)
  await act()
  done.resolve()
  await page.unroute(calls)
}

/** The file of a dialog, held back until it is released. */
async function hold(page: Page, name: string) {
  const released = Promise.withResolvers<void>()
  await page.route(`**/assets/${name}-*.js`, async route => {
    await released.promise
    await route.continue()
  })
  return released.resolve
}

async function signInAgain(page: Page, { login }: TestUser) {
  await again(page).getByRole('textbox', { name: 'Identifiant' }).fill(login)
  await again(page).getByLabel('Mot de passe', { exact: true }).fill(testPassword)
  await again(page).getByRole('button', { name: 'Se connecter' }).click()
}

test('whoever is thrown out while writing signs in where they are, and what they sent goes then', async ({
  page,
  quiet,
}) => {
  quiet.allow(refused(401))
  const made = await makeCase({ status: 'delivered' })
  await openCase(page, made)
  const report = page.getByRole('dialog', { name: /^Signaler un problème/ })
  await page.locator('.page-head').getByRole('button', { name: 'Signaler un problème' }).click()
  await report.getByRole('textbox', { name: /^Décrivez le problème/ }).fill('Le point de contact manque.')
  await report.getByRole('radio', { name: 'Autre chose' }).check()
  await test.step('a dialog', async () => {
    await asItEnds(page, () => report.getByRole('button', { name: 'Signaler le problème' }).click())
    await expect(again(page)).toContainText('Claire Martin')
    await expect(page).toHaveTitle('Labo Test Client Portal')
    await expect(again(page).getByText('Reconnectez-vous pour reprendre où vous en étiez')).toBeVisible()
    const behind = await again(page).evaluate(dialog => getComputedStyle(dialog, '::backdrop').backgroundColor)
    expect(behind).toBe(await page.evaluate(() => getComputedStyle(document.body).backgroundColor))
    // By itself, not only by what lies over it.
    await expect(report).toBeHidden()
    expect(await faultsOfOneDialog('auth/web/sign-in-again.tsx', page)).toEqual([])
    expect(await breachesOf(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(again(page)).toBeVisible()
    await signInAgain(page, made.doctor)
    await expect(again(page)).toBeHidden()
    await expect(report).toBeHidden()
    await expect(page).toHaveTitle('Labo Test Client Portal · T-26 0001')
    await expect(application(page).getByText('Le point de contact manque.')).toBeVisible()
  })
  await test.step('a message that was on its way', async () => {
    await field(page).fill('La teinte de la 11 est trop claire.')
    await asItEnds(page, () => page.getByRole('button', { name: 'Envoyer', exact: true }).click())
    await signInAgain(page, made.doctor)
    await expect(page.getByRole('log').getByText('Vous')).toBeVisible()
    await expect(page.getByRole('log')).toContainText('La teinte de la 11 est trop claire.')
  })
})

test('until then nothing of it is seen, with a network or without, and the way back asks before it is lost', async ({
  page,
  quiet,
}) => {
  quiet.allow(refused(401), unreachable)
  const made = await makeCase({ status: 'in_production' })
  await enterAs(page, { login: made.doctor.login, password: testPassword }, at(made.host, '/cases?tab=all'))
  await application(page).getByRole('link', { name: made.order.code }).first().click()
  await field(page).fill('La teinte de la 11.')
  await page.context().setOffline(true)
  await setTokenExpiry(page, -60)
  await page.getByRole('button', { name: 'Envoyer', exact: true }).click()
  await expect(page.getByText('Le portail n’a pas pu être joint. Reconnectez-vous').first()).toBeVisible()
  await expect(field(page)).toBeHidden()
  await expect(page.getByText('P-0001').first()).toBeHidden()
  await page.context().clearCookies({ name: '__Host-refresh' })
  await page.context().setOffline(false)
  await expect(again(page)).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: 'Continuer la saisie' }).click()
  await signInAgain(page, made.doctor)
  await expect(again(page)).toBeHidden()
  await expect(page.getByRole('log')).toContainText('La teinte de la 11.')
  await expect(page).toHaveURL(new RegExp(`/cases/${made.order.id}`))
})

test('whoever was only out of reach types nothing: the message goes once somebody answers', async ({ page, quiet }) => {
  quiet.allow(unreachable)
  const made = await makeCase({ status: 'in_production' })
  await openCase(page, made)
  await field(page).fill('La teinte de la 21.')
  await page.context().setOffline(true)
  await setTokenExpiry(page, -60)
  await page.getByRole('button', { name: 'Envoyer', exact: true }).click()
  await expect(page.getByText('Le portail n’a pas pu être joint. Reconnectez-vous').first()).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByRole('log')).toContainText('La teinte de la 21.')
  await expect(again(page)).toHaveCount(0)
})

test('somebody else who signs in there finds nothing of it and is asked nothing, nor does anybody once it is given up', async ({
  page,
  quiet,
}) => {
  quiet.allow(refused(401))
  const asked: string[] = []
  page.on('dialog', dialog => {
    asked.push(dialog.type())
    void dialog.dismiss()
  })
  const made = await makeCase({ status: 'in_production' })
  const colleague = await withMaker(make => make.user(made.practice, { first_name: 'Paul' }))
  await openCase(page, made)
  await field(page).fill('Seule Claire lit cela.')
  await asItEnds(page, () => page.getByRole('button', { name: 'Envoyer', exact: true }).click())
  await signInAgain(page, colleague)
  await expect(page.locator('.account')).toContainText('Paul')
  await expect(field(page)).toHaveValue('')
  await expect(page.getByText('Seule Claire lit cela.')).toHaveCount(0)
  expect(asked).toEqual([])

  await field(page).fill('Finalement non.')
  await asItEnds(page, () => page.getByRole('button', { name: 'Envoyer', exact: true }).click())
  await again(page).getByRole('button', { name: 'Abandonner ma saisie' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByText('Finalement non.')).toHaveCount(0)
  expect(asked).toEqual([])
})

test('an order that is typed as the session ends is kept for who types it, and never becomes somebody else’s', async ({
  page,
  quiet,
}) => {
  // The address names Claire’s draft, which is nobody else’s.
  quiet.allow(refused(401), refused(404))
  const { host, claire, paul } = await withMaker(async make => {
    const { host, laboratory, practice } = await openLaboratory(make, {})
    await make.product(laboratory)
    const other = await make.practice(laboratory)
    return { host, claire: await make.user(practice), paul: await make.user(other, { first_name: 'Paul' }) }
  })
  const code = application(page).getByRole('combobox', { name: 'Code patient' })
  const kept: string[] = []
  page.on('response', answer => {
    const asked = answer.request()
    if (asked.method() === 'PUT' && answer.ok()) kept.push(asked.postData() ?? '')
  })
  const isKept = (words: string) => kept.some(body => body.includes(words))
  await enterAs(page, { login: claire.login, password: testPassword }, at(host, '/cases/new'))
  await asItEnds(page, () => code.fill('P-CLAIRE'))
  await signInAgain(page, claire)
  await expect(code).toHaveValue('P-CLAIRE')
  await expect.poll(() => isKept('P-CLAIRE')).toBe(true)
  await asItEnds(page, () => code.fill('P-SECRET'))
  await signInAgain(page, paul)
  await expect(page.locator('.account')).toContainText('Paul')
  await expect(page).toHaveURL(/\/dashboard$|\/cases/)
  expect(isKept('P-SECRET')).toBe(false)

  // Nor by the page that goes on without being loaded anew: what could not be kept is tried every five seconds.
  await page.goto(at(host, '/cases/new'))
  await expect(code).toHaveValue('')
  await page.clock.install()
  await asItEnds(page, () => code.fill('P-GIVEN-UP'))
  await again(page).getByRole('button', { name: 'Abandonner ma saisie' }).click()
  await expect(page).toHaveURL(/\/login/)
  await page.getByRole('textbox', { name: 'Identifiant' }).fill(claire.login)
  await page.getByLabel('Mot de passe', { exact: true }).fill(testPassword)
  await page.getByRole('button', { name: 'Se connecter', exact: true }).click()
  await expect(page.locator('.account')).toContainText('Claire')
  await page.clock.fastForward(6_000)
  await page.locator('.sidebar__entry[href="/cases"]').click()
  await expect(application(page).getByRole('heading', { level: 1, name: 'Travaux' })).toBeVisible()
  expect(isKept('P-GIVEN-UP')).toBe(false)
})

test('what the laboratory pressed as its session ended is done once it is back, and no key pressed meanwhile', async ({
  page,
  quiet,
}) => {
  quiet.allow(refused(401), unreachable)
  const made = await withMaker(async make => {
    const { host, laboratory, practice } = await openLaboratory(make, {})
    const { reference } = await make.product(laboratory)
    for (const code of ['T-1', 'T-2', 'T-3']) {
      const { id } = await make.order(practice, { code })
      await make.orderLine(practice, id, reference)
    }
    return { host, bench: await make.user(laboratory, { role: 'production' }) }
  })
  await enterAs(page, { login: made.bench.login, password: testPassword }, at(made.host, '/staff/intake'))
  const queue = application(page).getByRole('navigation', { name: 'File' }).getByRole('link')
  await test.step('keys, where the cover has no window yet', async () => {
    const accepted: string[] = []
    page.on('request', request => {
      if (request.method() === 'POST' && /\/staff\/orders\//.test(request.url())) accepted.push(request.url())
    })
    const acceptance = application(page).getByRole('button', { name: /^Accepter/ })
    await expect(acceptance).toBeEnabled()
    await page.keyboard.press('a')
    await expect(application(page).getByRole('heading', { name: /^T-2/ })).toBeVisible()
    await expect(acceptance).toBeEnabled()
    await page.context().setOffline(true)
    await setTokenExpiry(page, -60)
    await expect(page.getByText('Le portail n’a pas pu être joint. Reconnectez-vous').first()).toBeVisible()
    await page.keyboard.press('a')
    await page.context().setOffline(false)
    await expect(queue).toHaveText([/T-2/, /T-3/])
    await expect.poll(() => accepted.length).toBe(1)
  })

  const question = page.getByRole('dialog', { name: /^Mettre T-2/ })
  await application(page)
    .getByRole('button', { name: /^Question/ })
    .first()
    .click()
  await question.getByRole('textbox').fill('Quelle plateforme pour la 26 ?')
  await asItEnds(page, () => question.locator('footer').getByRole('button').last().click())
  await signInAgain(page, made.bench)
  await expect(question).toBeHidden()
  await expect(queue).toHaveText([/T-3/])
})

test('what is typed into the window is not kept for a quick access that was asked for before', async ({
  page,
  quiet,
}) => {
  quiet.allow(refused(401))
  const made = await makeCase({ status: 'in_production' })
  await openCase(page, made)
  const release = await hold(page, 'portal-palette')
  const asked = page.waitForRequest('**/assets/portal-palette-*.js')
  await field(page).fill('La teinte de la 11.')
  await page.keyboard.press('Control+k')
  await asked
  await asItEnds(page, () => field(page).press('Control+Enter'))
  await expect(again(page).getByRole('textbox', { name: 'Identifiant' })).toBeFocused()
  await page.keyboard.type(made.doctor.login)
  await expect(again(page).getByRole('textbox', { name: 'Identifiant' })).toHaveValue(made.doctor.login)
  await again(page).getByLabel('Mot de passe', { exact: true }).focus()
  await page.keyboard.type(testPassword)
  await page.keyboard.press('Enter')
  await expect(again(page)).toBeHidden()
  release()
  const search = page.getByRole('combobox', { name: /^Un travail, .*un écran ou une action$/ })
  await expect(search).toBeFocused()
  await expect(search).toHaveValue('')
})

test('whoever gives up where nobody answers has left: nobody after them is in their session', async ({
  page,
  quiet,
}) => {
  quiet.allow(unreachable, refused(401))
  const made = await makeCase({ status: 'in_production' })
  await openCase(page, made)
  await field(page).fill('La teinte de la 21.')
  await page.route(/\/api\//, route => route.abort())
  await setTokenExpiry(page, -60)
  await page.getByRole('button', { name: 'Envoyer', exact: true }).click()
  await again(page).getByRole('button', { name: 'Abandonner ma saisie' }).click()
  await expect(page).toHaveURL(/\/login$/)
  expect(await page.evaluate(() => localStorage.getItem('signed_out'))).toBe('left')
  await page.unroute(/\/api\//)
  const told = page.waitForResponse('**/api/token/invalidate')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  expect((await told).ok()).toBe(true)
  const [renewed, shown] = await page.evaluate(async address => {
    const renewal = await fetch('/api/token/refresh', { method: 'POST' })
    return [renewal.status, await (await fetch(address)).text()] as const
  }, `/cases/${made.order.id}`)
  expect(renewed).toBe(401)
  expect(shown).not.toContain('T-26 0001')
})

test('a dialog that comes late neither takes the window’s place nor its keys, and waits beneath', async ({
  page,
  quiet,
}) => {
  quiet.allow(refused(401))
  const made = await makeCase({ status: 'delivered' })
  await openCase(page, made)
  const login = again(page).getByRole('textbox', { name: 'Identifiant' })
  const release = await hold(page, 'case-dialogs')
  await field(page).fill('La teinte de la 11.')
  const button = page.locator('.page-head').getByRole('button', { name: 'Signaler un problème' })
  await button.click()
  await expect(button).toHaveAttribute('aria-busy', 'true')
  await asItEnds(page, () => field(page).press('Control+Enter'))
  await expect(login).toBeFocused()
  await page.keyboard.type(made.doctor.login.slice(0, 3))
  release()
  await expect(page.locator('dialog:modal')).toHaveCount(2)
  await page.keyboard.type(made.doctor.login.slice(3))
  await expect(login).toHaveValue(made.doctor.login)
  await again(page).getByLabel('Mot de passe', { exact: true }).click()
  await page.keyboard.type(testPassword)
  await page.keyboard.press('Enter')
  await expect(again(page)).toBeHidden()
  const report = page.getByRole('dialog', { name: /^Signaler un problème/ })
  await expect(report).toBeVisible()
  await expect.poll(() => report.evaluate(dialog => dialog.contains(document.activeElement))).toBe(true)
  await page.keyboard.press('Escape')
  await expect(page.locator('dialog:modal')).toHaveCount(0)
  await expect(field(page)).toBeFocused()
})

test('an order that could not be kept: what is dropped on the list that is covered meanwhile begins no other', async ({
  page,
  quiet,
}) => {
  quiet.allow(refused(401), unreachable)
  const practice = await makeOrderingPractice()
  await openForm(page, practice)
  await page.route('**/api/order-drafts/*', route => route.abort())
  await patientCode(page).fill('P-1')
  await expect(page.getByRole('status').filter({ hasText: 'Le brouillon ne s’enregistre pas' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Où vous êtes' }).getByRole('link', { name: 'Travaux' }).click()
  await page.getByRole('button', { name: 'Abandonner ma saisie' }).click()
  await expect(application(page).getByRole('heading', { level: 1, name: 'Travaux' })).toBeVisible()
  await asItEnds(page, () => page.unroute('**/api/order-drafts/*'))
  await expect(again(page)).toBeVisible()
  const isRefused = await page.evaluate(() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['x'], 'x.stl'))
    const dropped = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer })
    document.body.dispatchEvent(dropped)
    return dropped.defaultPrevented
  })
  // The browser would show it in the place of the page.
  expect(isRefused).toBe(true)
  await signInAgain(page, practice.doctor)
  await expect(again(page)).toBeHidden()
  await expect(page).toHaveURL(/\/cases$/)
  await expect(page.locator('.toast', { hasText: 'Fichier repris' })).toHaveCount(0)
})
