import type { Page } from '@playwright/test'
import {
  anyCase,
  application,
  countCalls,
  expect,
  expectAccessible,
  expectCalm,
  refused,
  rows,
  setTokenExpiry,
  signIn,
  test,
  unreachable,
} from './portal.ts'

const account = (page: Page) => application(page).locator('.account')

test.describe('when something fails', () => {
  test('ten calls refused at once make one renewal', async ({ page, context, quiet }) => {
    quiet.allow(refused(401))
    await signIn(page)
    await expect(rows(page)).toHaveCount(25)
    // A call of the screen’s own would renew first.
    await expectCalm(page)
    // Another end makes the signature wrong: the browser believes the token, the server does not.
    await setTokenExpiry(page, 3600)
    const refreshes = countCalls(context, '/api/token/refresh')
    const answers: number[] = []
    page.on('response', response => {
      if (/\/api\/orders\/./.test(response.url())) answers.push(response.status())
    })
    // The pointer over a link prepares its page: ten at once.
    await rows(page).evaluateAll(all => {
      for (const link of all.slice(0, 10).map(row => row.querySelector('a')))
        link?.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }))
    })
    await expect.poll(() => answers.filter(status => status === 200).length).toBe(10)
    expect(answers.filter(status => status === 401)).toHaveLength(10)
    expect(refreshes.count()).toBe(1)
  })

  test('an API that stops and starts is said, and what is missing comes by itself', async ({
    page,
    context,
    quiet,
  }) => {
    quiet.allow(unreachable, refused(503))
    await signIn(page)
    await expect(rows(page)).not.toHaveCount(0)
    await context.route('**/api/**', route => route.abort())
    await page.getByRole('link', { name: 'Historique' }).click()
    await expect(page.getByText('Le portail est injoignable')).toBeVisible()
    await expect(account(page)).toBeVisible()
    // Reached again, it fails at first: whatever was asked for by itself is no error of the page.
    const failed = page.waitForResponse(answer => answer.status() === 503)
    await context.route(/\/api\/orders\?/, route =>
      route.fulfill({ status: 503, json: { status: 503, code: 'unavailable', title: 'Unavailable' } }),
    )
    await context.unroute('**/api/**')
    await failed
    await expect(page.getByText('momentanément indisponible')).toBeVisible()
    await context.unroute(/\/api\/orders\?/)
    await page.getByRole('main').getByRole('button', { name: 'Réessayer' }).click()
    await expect(rows(page)).not.toHaveCount(0)
    await expect(page.getByText('Le portail est injoignable')).toBeHidden()
  })

  test('a list that was refused to a look ahead is asked for anew by whoever goes there', async ({ page, quiet }) => {
    quiet.allow(refused(403))
    await signIn(page)
    await expect(rows(page)).not.toHaveCount(0)
    const menu = page.getByRole('navigation', { name: 'Menu' })
    await page.route(/\/api\/orders\?/, route =>
      route.fulfill({ status: 403, json: { status: 403, code: 'forbidden', title: 'Forbidden' } }),
    )
    await page.goto('/absences')
    await expect(page.locator('#root')).toHaveCount(0)
    const refusal = page.waitForResponse(answer => answer.status() === 403)
    await menu.getByRole('link', { name: 'Travaux' }).hover()
    await refusal
    await page.unroute(/\/api\/orders\?/)
    await menu.getByRole('link', { name: 'Travaux' }).click()
    await expect(rows(page)).not.toHaveCount(0)
  })

  test('a list that is refused from now on is not shown any more, whether it was seen before or not', async ({
    page,
    quiet,
  }) => {
    quiet.allow(refused(403))
    await signIn(page)
    await expect(rows(page)).not.toHaveCount(0)
    await expectCalm(page)
    await page.route(/\/api\/orders\?/, route =>
      route.fulfill({ status: 403, json: { status: 403, code: 'forbidden', title: 'Forbidden' } }),
    )
    await page.getByRole('link', { name: 'Historique' }).click()
    await expect(page.getByText('Vous n’avez pas accès à cette page')).toBeVisible()
    await expect(rows(page)).toHaveCount(0)
    await page.unroute(/\/api\/orders\?/)
    await page.goBack()
    await expect(rows(page)).not.toHaveCount(0)
  })

  for (const [how, cutOff, bringBack] of [
    [
      'without a network',
      (page: Page) => page.context().setOffline(true),
      (page: Page) => page.context().setOffline(false),
    ],
    [
      'with a network that leads nowhere',
      (page: Page) => page.route('**/*', route => route.abort()),
      (page: Page) => page.unroute('**/*'),
    ],
  ] as const) {
    test(`${how}, a case that is pressed says so, and comes by itself with the connection`, async ({ page, quiet }) => {
      quiet.allow(unreachable)
      const explanations = page.waitForResponse(/\/assets\/later-[^/]*\.js$/)
      await signIn(page)
      await expect(rows(page)).not.toHaveCount(0)
      await explanations
      // What says it has come, and the words for it.
      await expectCalm(page)
      await page.evaluate(() => Object.assign(globalThis, { isFirstDocument: true }))
      await cutOff(page)
      await anyCase(page).click()
      await expect(page.getByText('Le portail est injoignable')).toBeVisible()
      await expect(page.getByText('Le portail a été mis à jour')).toBeHidden()
      await bringBack(page)
      await expect(page.locator('.case')).toBeVisible()
      await expect(page).toHaveURL(/\/cases\/.+/)
      expect(await page.evaluate(() => 'isFirstDocument' in globalThis)).toBe(true)
    })
  }

  test('a bug of ours shows what can be told, and hides it again', async ({ page, quiet }) => {
    quiet.allow(/./)
    await signIn(page)
    await expect(rows(page)).not.toHaveCount(0)
    // Of this tab alone: the one before it may be brought up to date at any time.
    const broken = /\/api\/orders\?(.*&)?tab=all/
    await page.route(broken, route => route.fulfill({ json: { data: 7, counts: {}, page: null } }))
    await page.getByRole('link', { name: 'Tous', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Quelque chose s’est mal passé' })).toBeVisible()
    await expect(account(page)).toBeVisible()
    await expect(page.locator('pre')).toBeHidden()
    await page.getByRole('button', { name: 'Afficher l’erreur' }).click()
    await expect(page.locator('pre')).not.toBeEmpty()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Masquer l’erreur' }).click()
    await expect(page.locator('pre')).toBeHidden()
    await page.unroute(broken)
    await page.getByRole('button', { name: 'Réessayer' }).click()
    await expect(rows(page)).not.toHaveCount(0)
  })

  test('a part that is gone after a deployment reloads the page once, then says so', async ({ page, quiet }) => {
    quiet.allow(refused(404), unreachable, /Failed to fetch dynamically imported module|No \/assets/)
    await signIn(page)
    await expect(rows(page)).not.toHaveCount(0)
    const events = await page.evaluateHandle(() => {
      const heard: string[] = []
      addEventListener('arcade:chunk-failed', event => heard.push(event.type))
      // A second part that fails while the page is on its way out.
      const failAgain = () =>
        sessionStorage.setItem(
          'second_is_told',
          String(dispatchEvent(new Event('arcade:chunk-failed', { cancelable: true }))),
        )
      addEventListener('arcade:chunk-failed', failAgain, { once: true })
      addEventListener('pagehide', () =>
        sessionStorage.setItem('left_at', document.querySelector('h1')?.textContent ?? ''),
      )
      return heard
    })
    let documents = 0
    await page.route('**/cases/*', async route => {
      documents += 1
      // As long as a slow line takes: nothing of a failure is seen meanwhile.
      if (documents === 1) await new Promise(resolve => setTimeout(resolve, 500))
      await route.continue()
    })
    await page.route('**/assets/case-screen*', async route => {
      if (documents === 0) expect(await events.jsonValue()).toEqual([])
      await route.fulfill({ status: 404 })
    })
    await anyCase(page).click()
    await expect(page.getByRole('heading', { name: 'Le portail a été mis à jour' })).toBeVisible()
    expect(await page.evaluate(() => sessionStorage.getItem('left_at'))).toBe('Travaux')
    expect(await page.evaluate(() => sessionStorage.getItem('second_is_told'))).toBe('false')
    expect(documents).toBe(1)
    await expect(page).toHaveURL(/\/cases\/.+/)
    await page.unroute('**/assets/case-screen*')
    await page.getByRole('button', { name: 'Recharger' }).click()
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Le portail a été mis à jour')
  })
})

test('words that are gone reload the page once, then leave a sentence in both languages', async ({ page, quiet }) => {
  quiet.allow(refused(404), /Failed to fetch dynamically imported module/)
  let documents = 0
  page.on('request', request => {
    if (request.isNavigationRequest()) documents += 1
  })
  await page.route('**/assets/text-fr*', route => route.fulfill({ status: 404 }))
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'Une erreur est survenue · An error occurred' })).toBeVisible()
  expect(documents).toBe(2)
  await page.unroute('**/assets/text-fr*')
  await page.getByRole('button', { name: 'Réessayer · Retry' }).click()
  await expect(page.getByRole('heading', { name: 'Connexion' })).toBeVisible()
})
