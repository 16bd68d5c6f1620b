import type { Page } from '@playwright/test'
import { type TestUser, testPassword } from '../make.ts'
import { at } from './addresses.ts'
import { elsewhere } from './elsewhere.ts'
import { openLaboratory, withMaker } from './laboratory.ts'
import { enter } from './ordering.ts'
import {
  application,
  countCalls,
  expect,
  expectAccessible,
  expectCalm,
  refused,
  rows,
  test,
  withoutAnswers,
} from './portal.ts'

/** A laboratory of its own with one practice, its own people, and one case to accept. */
const makePlace = () =>
  withMaker(async make => {
    const { host, laboratory, practice } = await openLaboratory(make, { company_name: 'Labo Test' })
    const [staff, doctor] = [await make.user(laboratory), await make.user(practice)]
    await make.order(practice)
    await make.insert(laboratory.id, 'feedback', {
      brand_id: laboratory.id,
      practice_id: practice.id,
      author_id: doctor.id,
      body: 'Très pratique',
    })
    return { host, laboratory, practice, staff, doctor }
  })
type Place = Awaited<ReturnType<typeof makePlace>>

async function signIn(page: Page, { host }: Pick<Place, 'host'>, user: TestUser, address = '/login') {
  await page.goto(at(host, address))
  await page.locator('[name=login]').first().fill(user.login)
  await page.locator('[name=password]').first().fill(testPassword)
  await page.locator('[name=password]').first().press('Enter')
  await page.waitForURL(url => url.pathname !== '/login')
  await expect(application(page).locator('.account')).toBeAttached()
}

const queue = (page: Page, name: string | RegExp) =>
  application(page).getByRole('main').getByRole('listitem').filter({ hasText: name })
const leave = async (page: Page) => {
  await application(page).locator('.account').click()
  await page.getByRole('button', { name: 'Se déconnecter' }).click()
  await expect(page).toHaveURL(/\/login$/)
}

test('the laboratory’s people see what waits, follow a link to it by keyboard, and see at once what else comes', async ({
  page,
}) => {
  const place = await makePlace()
  const isListening = page.waitForResponse(response => new URL(response.url()).pathname === '/api/events')
  await signIn(page, place, place.staff, '/login?redirect=%2Fcases')
  await expect(page).toHaveURL(/\/staff$/)
  await expect(page).toHaveTitle('Labo Test Client Portal · À traiter')
  await expect(application(page).getByRole('heading', { level: 1 })).toHaveText('À traiter')
  await expect(queue(page, 'À accepter')).toContainText(/depuis .*1$/)
  await expect(queue(page, /^En retard/)).toContainText(/0$/)
  await expect(application(page).getByRole('navigation').locator('[aria-current=page]')).toHaveText(['À traiter'])
  await expectAccessible(page)

  await isListening
  await elsewhere(page, place.host, place.doctor, '/api/supply-orders', { supplies: [await supplyOf(place)] })
  await expect(queue(page, 'Demandes de fournitures')).toContainText(/1$/)

  const feedback = queue(page, 'Avis').getByRole('link')
  await expect(feedback).toContainText(/1$/)
  await page.getByRole('link', { name: 'Aller au contenu' }).focus()
  await page.keyboard.press('Enter')
  const focused = () => feedback.evaluate(link => link === document.activeElement)
  for (let presses = 0; presses < 10 && !(await focused()); presses++) await page.keyboard.press('Tab')
  await expect(feedback).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/staff\/feedback$/)
  await expect(rows(page)).toContainText('Très pratique')
  await expectAccessible(page)
  await page.goBack()
  await expect(queue(page, 'À accepter')).toBeVisible()
})

const supplyOf = ({ laboratory }: Place) =>
  withMaker(async make => ({ name: (await make.supply(laboratory)).name, quantity: 1 }))

test('what could not be had says so, and is had by whoever tries again', async ({ page, quiet }) => {
  quiet.allow(refused(503))
  const place = await makePlace()
  await withoutAnswers(page)
  await page.route('**/api/staff/waiting', route => route.fulfill({ status: 503 }))
  await enter(page, place.host, place.staff, '/staff')
  await expect(application(page).getByText('Ce qui attend n’a pas pu être chargé')).toBeVisible()
  // Once news come, what waits is asked for again by itself: that may be had before the press.
  await expectCalm(page)
  await page.unroute('**/api/staff/waiting')
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect(queue(page, 'À accepter')).toContainText(/1$/)
})

test('where nothing waits the screen says so, and what to begin with', async ({ page }) => {
  const place = await withMaker(async make => {
    const { host, laboratory } = await openLaboratory(make, {})
    return { host, staff: await make.user(laboratory) }
  })
  await enter(page, place.host, place.staff, '/staff')
  await expect(application(page).getByText('Rien n’attend')).toBeVisible()
  await expectAccessible(page)
  await application(page).getByRole('main').getByRole('link', { name: 'Inviter votre équipe' }).click()
  await expect(page).toHaveURL(/\/staff\/team$/)
})

test('figures come first, then three problems at most, and the way to all of them', async ({ page }) => {
  const place = await makePlace()
  await withMaker(async make => {
    for (let index = 0; index < 4; index++) {
      const { id } = await make.order(place.practice, { status: 'delivered' })
      await make.insert(place.laboratory.id, 'order_problems', {
        brand_id: place.laboratory.id,
        practice_id: place.practice.id,
        order_id: id,
        kind: 'fit',
        description: 'Trop serré',
        reported_by: place.doctor.id,
      })
    }
  })
  await enter(page, place.host, place.staff, '/staff')
  const main = application(page).getByRole('main')
  await expect(main.getByRole('button', { name: /^Répondre au problème/ })).toHaveCount(3)
  await expect(main.getByRole('heading', { level: 2 })).toHaveText([
    'Travaux',
    'Échanges avec les cabinets',
    'Tournées et fournitures',
    'Comptabilité',
    'Problèmes sans réponse',
    'Premiers pas · 1 sur 9 faits',
  ])
  await expectAccessible(page)
  await main.getByRole('link', { name: 'Voir les 4' }).click()
  await expect(page).toHaveURL(/\/staff\/cases\?tab=all&said=problem$/)
  await expect(rows(page)).toHaveCount(4)
})

test('a driver sees what waits for a driver, and nothing of what their role may not do', async ({ page }) => {
  const place = await makePlace()
  await elsewhere(page, place.host, place.doctor, '/api/supply-orders', { supplies: [await supplyOf(place)] })
  const driver = await withMaker(make => make.user(place.laboratory, { role: 'driver' }))
  await enter(page, place.host, driver, '/staff')
  await expect(queue(page, 'Demandes de fournitures')).toContainText(/1$/)
  for (const name of ['Avis', 'À accepter']) await expect(queue(page, name)).toHaveCount(0)
  await expect(application(page).getByRole('navigation').getByRole('link')).toHaveText([
    'À traiter',
    'Scanner',
    'Tournée',
    'Collectes',
    'Expéditions',
    'Fournitures',
  ])
})

test('each audience has its own application: no file of the one reaches the other’s browser', async ({
  page,
  context,
  quiet,
}) => {
  quiet.allow(refused(404))
  const place = await makePlace()
  const loaded: string[] = []
  context.on('request', request => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/assets/')) loaded.push(pathname)
  })
  const ofConsole = () => loaded.filter(path => path.startsWith('/assets/staff/'))

  await signIn(page, place, place.doctor)
  for (const screen of ['/dashboard', '/cases', '/rides']) await page.goto(at(place.host, screen))
  await expect(application(page).getByRole('heading', { level: 1 })).toBeVisible()
  expect(loaded).not.toEqual([])
  expect(ofConsole()).toEqual([])
  for (const path of ['/staff', '/staff/feedback', '/staff/nowhere']) {
    await page.goto(at(place.host, path))
    await expect(page).toHaveURL(/\/dashboard$/)
  }
  await leave(page)

  await signIn(page, place, place.staff)
  await expect(queue(page, 'À accepter')).toBeVisible()
  const before = loaded.length
  await page.goto(at(place.host, '/staff/feedback'))
  await expect(rows(page)).toHaveCount(1)
  expect(loaded.slice(before).filter(path => !path.startsWith('/assets/staff/') && path.endsWith('.js'))).toEqual([])
})

test('the laboratory’s people find their own screens, whatever address they come by', async ({ page, quiet }) => {
  quiet.allow(refused(404))
  const place = await makePlace()
  const refusedCalls = countCalls(page.context(), '/api/orders')
  await page.goto(at(place.host, '/staff/feedback'))
  await expect(page).toHaveURL(/\/login\?redirect=%2Fstaff%2Ffeedback$/)
  await signIn(page, place, place.staff, '/login?redirect=%2Fstaff%2Ffeedback')
  await expect(page).toHaveURL(/\/staff\/feedback$/)
  for (const path of ['/', '/cases', '/login?redirect=%2Fcases']) {
    await page.goto(at(place.host, path))
    await expect(page).toHaveURL(/\/staff$/)
  }
  await expect(queue(page, 'À accepter')).toBeVisible()
  expect(refusedCalls.count()).toBe(0)

  expect((await page.goto(at(place.host, '/staff/nowhere')))?.status()).toBe(404)
  await expect(application(page).getByRole('heading', { level: 1 })).toHaveText('Page introuvable')
  await application(page).getByRole('main').getByRole('link').click()
  await expect(page).toHaveURL(/\/staff$/)
  await leave(page)
  await page.goto(at(place.host, '/staff'))
  await expect(page).toHaveURL(/\/login\?redirect=%2Fstaff$/)
})

test('a phone has the console whole: its menu in a drawer, and no sideways scroll', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  const place = await makePlace()
  await enter(page, place.host, place.staff, '/staff')
  await expect(queue(page, 'À accepter')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await application(page).getByRole('button', { name: 'Ouvrir le menu' }).click()
  await application(page).getByRole('navigation').getByRole('link', { name: 'Avis' }).click()
  await expect(page).toHaveURL(/\/staff\/feedback$/)
  await expect(application(page).getByRole('navigation')).toBeHidden()
})
