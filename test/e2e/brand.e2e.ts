import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { testPassword } from '../make.ts'
import { at } from './addresses.ts'
import { makeLaboratory, openLaboratory, withMaker } from './laboratory.ts'
import { enter } from './ordering.ts'
import { application, expect, expectAccessible, refused, rows, test, unaddressedByAxe, unreachable } from './portal.ts'

/** The page as the server wrote it, with something else in its boot block. */
async function bootWith(page: Page, change: (boot: Record<string, unknown>) => Record<string, unknown> | null) {
  await page.route('**/login', async route => {
    const response = await route.fetch()
    const html = (await response.text()).replace(
      /(<script type="application\/json" id="boot"[^>]*>)(.*?)<\/script>/s,
      (_, tag: string, json: string) => {
        const boot = change(JSON.parse(json))
        return boot ? `${tag}${JSON.stringify(boot).replaceAll('<', '\\u003c')}</script>` : ''
      },
    )
    await route.fulfill({ response, body: html })
  })
}

test.describe('a laboratory that cannot be shown', () => {
  test('is unknown', async ({ page, quiet }) => {
    quiet.allow(refused(404))
    await page.goto(at('nobody.localhost', '/cases'))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Portail client non configuré')
    await expect(page).toHaveTitle('Client Portal · Portail client non configuré')
    await expectAccessible(page)
  })

  test('is wrongly configured', async ({ page }) => {
    await page.goto(at('broken.localhost', '/login'))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Portail client mal configuré')
    await expect(page.getByText('Laboratoire Mistral')).toBeVisible()
    await expect(page.getByRole('link', { name: /^\d/ })).toHaveAttribute('href', /^tel:/)
    await expectAccessible(page)
  })

  test('says so in English too', async ({ browser, quiet }) => {
    quiet.allow(refused(404))
    const context = await browser.newContext({ locale: 'en-GB' })
    quiet.listen(context)
    const page = await context.newPage()
    await page.goto(at('nobody.localhost', '/'))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Client portal not configured')
    await page.goto(at('broken.localhost', '/'))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Client portal wrongly configured')
    await context.close()
  })

  test('cannot be reached: the retry reloads the page', async ({ page }) => {
    await bootWith(page, boot => ({ ...boot, problem: 'unavailable' }))
    await page.goto('/login')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Une erreur est survenue')
    await expect(page.getByText('Veuillez réessayer plus tard')).toBeVisible()
    await expect(page.getByText('Laboratoire Émail')).toBeVisible()
    await expectAccessible(page)
    await page.unroute('**/login')
    await page.getByRole('button', { name: 'Réessayer' }).click()
    await expect(page.getByRole('heading', { name: 'Connexion' })).toBeVisible()
  })
})

test.describe('a front end served apart', () => {
  test('asks for the laboratory and wears its colours', async ({ page }) => {
    await bootWith(page, () => null)
    const asked = page.waitForResponse('**/api/brand')
    await page.goto('/login')
    expect((await asked).status()).toBe(200)
    await expect(page).toHaveTitle('Laboratoire Émail Client Portal · Connexion')
    const sheets = await page.evaluate(() =>
      document.adoptedStyleSheets.map(sheet => [...sheet.cssRules].map(rule => rule.cssText).join('')),
    )
    expect(sheets.join('')).toContain('--primary')
  })

  test('shows a laboratory that is unknown, away or failing, and that nobody answers', async ({ page, quiet }) => {
    quiet.allow(refused(404), refused(503), refused(500), unreachable)
    await bootWith(page, () => null)
    for (const [answer, heading] of [
      [{ status: 404, json: { code: 'brand_unknown' } }, 'Portail client non configuré'],
      [{ status: 503 }, 'Une erreur est survenue'],
      [{ status: 500 }, 'Une erreur est survenue'],
      [undefined, 'Une erreur est survenue'],
    ] as const) {
      await page.route('**/api/brand', route => (answer ? route.fulfill(answer) : route.abort()), { times: 1 })
      await page.goto('/login')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    }
  })
})

test('what a laboratory writes is text, never markup', async ({ page }) => {
  const name = '</script><script>window.broken=1</script><img src=x onerror="window.broken=2">"\'&amp;'
  const { host } = await makeLaboratory({ company_name: name, client_service_phone: '"><b>01</b>' })
  await page.goto(at(host, '/login'))
  await expect(page.locator('.brand-mark__name')).toHaveText(name)
  await expect(page).toHaveTitle(`${name} Client Portal · Connexion`)
  await expect(page.getByRole('link', { name: '"><b>01</b>' })).toHaveAttribute('href', 'tel:01')
  expect(await page.evaluate(() => 'broken' in window)).toBe(false)
})

/** A hostile stand-in for the third party: tries to read and to lead away, then shows what it was given. */
const widget = `
const tried = {}
const attempt = (name, work) => {
  try { tried[name] = String(work()) } catch (error) { tried[name] = 'refused' }
}
attempt('storage', () => localStorage.length)
attempt('session storage', () => sessionStorage.length)
attempt('cookie', () => document.cookie)
attempt('page', () => parent.document.title)
attempt('page storage', () => parent.localStorage.getItem('access_token'))
attempt('navigation', () => { top.location.href = 'https://evil.example/' })
const shown = document.createElement('pre')
document.body.append(shown)
const show = () => { shown.textContent = JSON.stringify({ tried, user: window.feedbackUser, opened }) }
let opened = 0
addEventListener('feedback:user', show)
addEventListener('feedback:open', () => { opened += 1; show() })
show()
const send = message => parent.postMessage(message, '*')
send({ type: 'feedback:size', height: '9px;position:fixed' })
send({ type: 'feedback:size', height: 100000 })
send({ type: 'feedback:unknown' })
send('feedback:close')
send(null)
const close = document.createElement('button')
close.textContent = 'close me'
close.onclick = () => window.feedbackClose()
document.body.append(close)
`

test.describe('the feedback widget', () => {
  let server: Server
  let scriptUrl: string
  let loads = 0

  test.beforeAll(async () => {
    server = createServer((_, response) => {
      loads += 1
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(widget)
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    scriptUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/widget.js`
  })
  test.afterAll(() => server.close())

  test('knows the user, can read nothing else, and is heard only through its own frame', async ({ page, quiet }) => {
    quiet.allow(/Unsafe attempt to initiate navigation/, unaddressedByAxe)
    const { host, user } = await makeLaboratory({ feedback_widget_url: scriptUrl, company_name: 'Labo Avis' })
    await page.goto(at(host, '/login'))
    await expect(page.getByRole('button', { name: 'Se connecter' })).toBeVisible()
    const before = loads
    await page.getByLabel('Identifiant').fill(user.login)
    await page.getByLabel('Mot de passe', { exact: true }).fill(testPassword)
    await page.keyboard.press('Enter')
    const button = page.getByRole('button', { name: 'Donner mon avis' })
    await expect(button).toBeVisible()
    await expect.poll(() => loads).toBe(before + 1)
    const panel = page.getByRole('region', { name: 'Votre avis' })
    await expect(panel).toBeHidden()
    await button.click()
    await expect(panel).toBeVisible()

    const frame = page.locator('iframe')
    await expect(frame).toHaveAttribute('sandbox', 'allow-scripts allow-forms allow-popups')
    expect((await frame.boundingBox())?.height).toBeLessThanOrEqual(640)
    const shown = page.frameLocator('iframe').locator('pre')
    const read = async () => JSON.parse((await shown.textContent()) ?? '')
    await expect.poll(async () => (await read()).opened).toBe(1)
    const { tried, user: given } = await read()
    expect(given).toEqual({
      name: 'Claire Martin',
      email: `${user.login}@example.test`,
      id: user.id,
      language: 'fr',
    })
    expect(tried).toEqual({
      storage: 'refused',
      'session storage': 'refused',
      cookie: 'refused',
      page: 'refused',
      'page storage': 'refused',
      navigation: 'refused',
    })
    expect(page.url()).toBe(at(host, '/dashboard'))
    await expectAccessible(page)
    await page.evaluate(() => {
      postMessage({ type: 'feedback:close' }, '*')
      const origin = { data: { type: 'feedback:close' }, origin: 'null', source: window }
      dispatchEvent(new MessageEvent('message', origin))
    })
    await expect(panel).toBeVisible()

    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await application(page).locator('.account').click()
    await page.getByRole('button', { name: 'English' }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await page.getByRole('button', { name: 'Give feedback' }).click()
    await expect.poll(async () => (await read()).user.language).toBe('en')
    await page.frameLocator('iframe').getByRole('button', { name: 'close me' }).click()
    await expect(page.getByRole('region', { name: 'Your feedback' })).toBeHidden()
    expect(loads).toBe(before + 1)
  })

  test('opens at once, and is filled and told so when it has come', async ({ page, quiet }) => {
    quiet.allow(/Unsafe attempt to initiate navigation/)
    const { host, user } = await makeLaboratory({ feedback_widget_url: scriptUrl })
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/assets/later-*.js', async route => {
      await released
      await route.continue()
    })
    await page.goto(at(host, '/login'))
    await page.getByLabel('Identifiant').fill(user.login)
    await page.getByLabel('Mot de passe', { exact: true }).fill(testPassword)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Donner mon avis' }).click()
    const panel = page.getByRole('region', { name: 'Votre avis' })
    await expect(panel).toBeVisible()
    await expect(page.locator('iframe')).toHaveCount(0)
    release()
    await expect
      .poll(async () => (await page.frameLocator('iframe').locator('pre').textContent()) ?? '')
      .toMatch(/"opened":1/)
    await expect(panel).toBeVisible()
  })

  test('is not there without an address', async ({ page }) => {
    const { host, user } = await makeLaboratory({ feedback_widget_url: null })
    await enter(page, host, user)
    await expect(application(page).locator('.account')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Donner mon avis' })).toHaveCount(0)
    await expect(page.locator('iframe')).toHaveCount(0)
  })

  test('of the portal needs no logo, another one does', async ({ page }) => {
    for (const [feedback_widget_url, count] of [
      ['/feedback-widget.js', 1],
      [scriptUrl, 0],
    ] as const) {
      const { host, user } = await withMaker(async make => {
        const opened = await openLaboratory(make, { feedback_widget_url }, {}, { hasLogo: false })
        return { ...opened, user: await make.user(opened.practice) }
      })
      await enter(page, host, user, '/dashboard')
      const button = page.getByRole('button', { name: 'Donner mon avis' })
      await expect(button).toHaveCount(count)
      if (count === 0) continue
      await button.click()
      await expect(page.frameLocator('iframe').getByRole('textbox')).toBeVisible()
    }
  })

  test('takes the place of the menu on a phone, and gives the focus back to what opens it', async ({ page }) => {
    const { host, user } = await makeLaboratory({ feedback_widget_url: '/feedback-widget.js' })
    await page.setViewportSize({ width: 390, height: 844 })
    await enter(page, host, user, '/dashboard')
    const menu = page.getByRole('button', { name: 'Ouvrir le menu' })
    const panel = page.getByRole('region', { name: 'Votre avis' })
    const field = page.frameLocator('iframe').getByRole('textbox')
    for (const close of ['Escape', 'button']) {
      await menu.click()
      await page.getByRole('button', { name: 'Donner mon avis' }).click()
      await expect(panel).toBeVisible()
      await expect(page.locator('.sidebar')).toBeHidden()
      await field.focus()
      if (close === 'Escape') await field.press('Escape')
      else await panel.getByRole('button', { name: 'Fermer le panneau d’avis' }).click()
      await expect(panel).toBeHidden()
      await expect(menu).toBeFocused()
    }
  })

  test('that comes with the portal is filled in by keyboard, and the laboratory reads it', async ({ page, quiet }) => {
    const { host, user, staff } = await withMaker(async make => {
      const opened = await openLaboratory(make, { feedback_widget_url: '/feedback-widget.js' })
      return { ...opened, user: await make.user(opened.practice), staff: await make.user(opened.laboratory) }
    })
    quiet.allow(unaddressedByAxe)
    await enter(page, host, user, '/dashboard')
    const button = page.getByRole('button', { name: 'Donner mon avis' })
    await button.press('Enter')
    const widget = page.frameLocator('iframe')
    const field = widget.getByRole('textbox', { name: 'Qu’est-ce qui va bien, que manque-t-il\u202f?' })
    await expect(field).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Fermer le panneau d’avis' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(field).toBeFocused()
    await widget.getByRole('button', { name: 'Envoyer mon avis' }).press('Enter')
    await expect(widget.getByRole('alert')).toHaveText('Écrivez d’abord votre avis.')
    await expectAccessible(page)
    await field.fill('Très pratique,\nmerci')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(widget.getByRole('status')).toHaveText('Merci\u202f! Le laboratoire a reçu votre avis.')
    await expect(field).toHaveValue('')
    await field.press('Escape')
    await expect(page.getByRole('region', { name: 'Votre avis' })).toBeHidden()
    await expect(button).toBeFocused()

    quiet.allow(unreachable)
    await page.route('**/api/feedback', route => route.abort())
    await button.press('Enter')
    await field.fill('Encore un mot')
    await widget.getByRole('button', { name: 'Envoyer mon avis' }).press('Enter')
    await expect(widget.getByRole('alert')).toContainText('Votre avis n’est pas parti. Le portail est injoignable.')
    await expect(field).toHaveValue('Encore un mot')
    await page.keyboard.press('Escape')

    await application(page).locator('.account').click()
    await page.getByRole('button', { name: 'Se déconnecter' }).click()
    await expect(page).toHaveURL(/\/login$/)
    await enter(page, host, staff, '/staff/feedback')
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page)).toContainText('Très pratique,')
    await expect(rows(page)).toContainText('Cabinet d’essai')
  })
})
