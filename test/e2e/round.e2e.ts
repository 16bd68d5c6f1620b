import { type BrowserContext, devices, type Page } from '@playwright/test'
import { dayInZone } from '#kit/day.ts'
import * as files from '#test/files.ts'
import { at } from './addresses.ts'
import { openLaboratory, withMaker } from './laboratory.ts'
import { enter } from './ordering.ts'
import { application, expect, expectAccessible, setTokenExpiry, test, unreachable } from './portal.ts'

const today = dayInZone(new Date(), 'Europe/Paris')
const phone = { width: 390, height: 844 }
/** The network is away from the first of these until the second one has been left. */
const stops = 8
const away = { from: 4, until: 6 }

const makeRound = () =>
  withMaker(async make => {
    const { host, laboratory, practice } = await openLaboratory(make, { company_name: 'Labo Test' })
    const driver = await make.user(laboratory, { role: 'driver', title: '', first_name: 'Paul', last_name: 'Durand' })
    const asking = await make.user(practice)
    for (let stop = 1; stop <= stops; stop++) {
      const name = `Cabinet ${String(stop).padStart(2, '0')}`
      const visited = await make.practice(laboratory, {
        name,
        phone: '01 02 03 04 05',
        city: 'Paris',
        opening_days: '{1,2,3,4,5,6,7}',
      })
      await make.insert(laboratory.id, 'round_stops', {
        brand_id: laboratory.id,
        practice_id: visited.id,
        position: stop,
      })
      await make.order(visited, { status: 'shipped', delivery_on: today })
      if (stop % 4 === 0) await make.ride(visited, today, 'AM', { status: 'confirmed', created_by: asking.id })
    }
    return { host, laboratory, practice, driver }
  })
type Round = Awaited<ReturnType<typeof makeRound>>

const stopOf = (page: Page, name: string) =>
  application(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 3, name, exact: true }) })
const order = (page: Page) => application(page).getByRole('heading', { level: 3 })
const countOf = ({ laboratory }: Round, text: string) =>
  withMaker(make => make.within(laboratory.id, async client => (await client.query(text)).rows[0]?.count))
const kept = (page: Page) => page.evaluate(() => Object.keys(localStorage).filter(key => /^(copy|unsent)\//.test(key)))

test('a driver does a round on a phone whose network goes away in the middle: nothing is lost, nothing twice', async ({
  page,
  context,
  quiet,
}, { annotations }) => {
  quiet.allow(unreachable)
  const round = await makeRound()
  await page.setViewportSize(phone)
  await enter(page, round.host, round.driver, '/staff/deliveries')
  await expect(order(page)).toHaveCount(stops)
  await expect(application(page).getByText('Tout est envoyé')).toBeVisible()
  await expectAccessible(page)

  // The order of the road, by button and by hand, is there again the next time.
  const isKept = () =>
    page.waitForResponse(response => response.url().endsWith('/api/staff/deliveries/round') && response.ok())
  let keeping = isKept()
  await page.getByRole('button', { name: 'Monter Cabinet 03' }).click()
  await keeping
  await expect(page.getByRole('button', { name: 'Monter Cabinet 03' })).toBeFocused()
  keeping = isKept()
  await drag(page, 'Cabinet 01', 'Cabinet 02')
  await keeping
  const first = ['Cabinet 03', 'Cabinet 02', 'Cabinet 01', 'Cabinet 04']
  await expect.poll(async () => (await order(page).allTextContents()).slice(0, 4)).toEqual(first)
  await page.reload()
  await expect.poll(async () => (await order(page).allTextContents()).slice(0, 4)).toEqual(first)

  const began = performance.now()
  let presses = 0
  const press = async (name: string) => {
    await page.getByRole('button', { name, exact: true }).click()
    presses += 1
  }
  const answerLost = await loseAnswer(context)
  for (let stop = 1; stop <= stops; stop++) {
    const name = `Cabinet ${String(stop).padStart(2, '0')}`
    if (stop === away.from) await context.setOffline(true)
    if (stop === away.until + 1) await context.setOffline(false)
    if (stop === 2) {
      await press(`Absent, ${name}`)
      await press('Noter que personne n’était là')
      await expect(stopOf(page, name)).toContainText('Personne sur place à')
      continue
    }
    await press(`Remettre, ${name}`)
    if (stop === away.from + 1) {
      await expectAccessible(page)
      await page.getByRole('textbox', { name: 'Reçu par' }).fill('Mme Petit')
      await sign(page)
      const photo = { name: 'IMG_0001.jpg', mimeType: 'image/jpeg', buffer: await files.photo() }
      await page.getByLabel('Prendre une photo').setInputFiles(photo)
      await expect(page.getByRole('img', { name: 'Photo du colis' })).toBeVisible()
      await expectAccessible(page)
    }
    await press('Confirmer la remise')
    await expect(stopOf(page, name)).toContainText(stop === away.from + 1 ? 'Remis à Mme Petit à' : 'Remis à')
    if (stop === away.until) {
      // Those of the stops without a network, and what had not been answered before.
      await expect(page.getByRole('complementary', { name: 'À envoyer' })).toContainText(
        /\d remises et 1 photo à envoyer/,
      )
      await expectAccessible(page)
      await expect(stopOf(page, name)).toContainText('À envoyer')
    }
  }
  await expect(application(page).getByText('Tout est envoyé')).toBeVisible()
  annotations.push({
    type: `a round of ${stops} stops`,
    description: `${presses} presses, ${Math.round((performance.now() - began) / 1000)} s`,
  })
  expect(presses).toBe(2 * stops)
  expect(answerLost()).toBe(1)

  await expect(application(page).getByText(`${stops - 1} sur ${stops} arrêts faits`)).toBeVisible()
  const delivered = `select count(*)::int from order_events where status = 'delivered'`
  expect(await countOf(round, delivered)).toBe(stops - 1)
  expect(await countOf(round, `select count(distinct order_id)::int as count from handed_cases`)).toBe(stops - 1)
  expect(await countOf(round, `select count(*)::int from hand_overs`)).toBe(stops)
  expect(await countOf(round, `select count(*)::int from rides where status = 'picked_up'`)).toBe(stops / 4)
  expect(await countOf(round, `select count(*)::int from attachments where state = 'ready'`)).toBe(1)

  // Opened once, the sheet can be read without an answer; signed out, nothing of it is on the phone.
  await page.route('**/api/staff/deliveries*', route => route.abort('internetdisconnected'))
  await page.reload()
  await expect(application(page).getByText('gardée sur ce téléphone')).toBeVisible()
  await expect(stopOf(page, `Cabinet 0${away.from + 1}`)).toContainText('Remis à Mme Petit')
  expect(await kept(page)).toHaveLength(1)
  await signOut(page)
  await expect(page).toHaveURL(/\/login$/)
  expect(await kept(page)).toEqual([])
  expect(await page.evaluate(() => indexedDB.databases())).toEqual([])
})

test('a driver opens the round without a network, notes a stop, and is heard once there is one; signed out, nothing is kept', async ({
  page,
  context,
  quiet,
}) => {
  quiet.allow(unreachable)
  const round = await makeRound()
  await page.setViewportSize(phone)
  await enter(page, round.host, round.driver, '/staff/deliveries')
  await expect(order(page)).toHaveCount(stops)
  const keptPages = () =>
    page.evaluate(() => navigator.serviceWorker.ready.then(async () => (await caches.keys()).length))
  await expect.poll(keptPages).toBe(1)
  // Nothing of the round or of whoever drives it stands in what is kept.
  const keptWords = await page.evaluate(async () => {
    const answers = await Promise.all(
      (await caches.keys()).map(async name => (await caches.open(name)).match('/staff/deliveries')),
    )
    return (await Promise.all(answers.map(answer => answer?.text()))).join('')
  })
  expect(keptWords).toContain('id="boot"')
  for (const word of ['Cabinet', 'Durand', 'data-answers', round.driver.id]) expect(keptWords).not.toContain(word)

  await context.setOffline(true)
  await setTokenExpiry(page, -600)
  await page.reload()
  await expect(application(page).getByText('gardée sur ce téléphone')).toBeVisible()
  await expect(order(page)).toHaveCount(stops)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Remettre, Cabinet 01', exact: true }).click()
  await page.getByRole('button', { name: 'Confirmer la remise' }).click()
  await expect(stopOf(page, 'Cabinet 01')).toContainText('À envoyer')
  await page.reload()
  await expect(stopOf(page, 'Cabinet 01')).toContainText('À envoyer')
  await context.setOffline(false)
  await expect(application(page).getByText('Tout est envoyé')).toBeVisible()
  expect(await countOf(round, `select count(*)::int from hand_overs`)).toBe(1)

  await signOut(page)
  await expect(page).toHaveURL(/\/login$/)
  expect(
    await page.evaluate(async () => [await caches.keys(), await navigator.serviceWorker.getRegistrations()]),
  ).toEqual([[], []])
  expect(await kept(page)).toEqual([])
})

test('whoever sees patients, and has only looked at a round, is out without a network when their time is over', async ({
  page,
  context,
  quiet,
}) => {
  quiet.allow(unreachable)
  const { host, laboratory } = await makeRound()
  const administrator = await withMaker(make => make.user(laboratory))
  await page.setViewportSize(phone)
  await enter(page, host, administrator, '/staff/deliveries')
  await expect(order(page)).toHaveCount(stops)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  expect(await kept(page)).toEqual([`copy/${administrator.id}`])
  await context.setOffline(true)
  await setTokenExpiry(page, -600)
  const isOut = page.waitForRequest(request => new URL(request.url()).pathname === '/login')
  await page.reload()
  await isOut
  await context.setOffline(false)
  await page.goto(at(host, '/login'))
  expect(await kept(page)).toEqual([])
})

test('whoever signs out is not kept by a worker that is still fetching its files', async ({ page }) => {
  const { host, driver } = await makeRound()
  await page.addInitScript(() => {
    navigator.serviceWorker.getRegistrations = () => new Promise(() => {})
  })
  await page.setViewportSize(phone)
  await enter(page, host, driver, '/staff/deliveries')
  await expect(order(page)).toHaveCount(stops)
  await signOut(page)
  await expect(page).toHaveURL(/\/login$/)
})

test('the address of a stop opens the phone’s own maps', async ({ browser }) => {
  const round = await withMaker(async make => {
    const { host, laboratory } = await openLaboratory(make, {})
    const visited = await make.practice(laboratory, {
      name: 'Cabinet A',
      address: '3 rue de l’Été',
      postal_code: '75011',
      city: 'Paris',
    })
    await make.order(visited, { status: 'shipped', delivery_on: today })
    return { host, driver: await make.user(laboratory, { role: 'driver' }) }
  })
  const context = await browser.newContext({
    ...devices['Pixel 7'],
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const page = await context.newPage()
  await enter(page, round.host, round.driver, '/staff/deliveries')
  const way = page.getByRole('link', { name: 'Itinéraire vers 3 rue de l’Été, 75011 Paris' })
  await expect(way).toHaveAttribute('href', `geo:0,0?q=${encodeURIComponent('3 rue de l’Été, 75011 Paris')}`)
  expect((await way.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await page.getByRole('button', { name: 'Autres actions pour Cabinet A' }).click()
  await page.getByRole('button', { name: 'Copier l’adresse' }).click()
  await expect(page.getByText('Copié\u00a0: 3 rue de l’Été, 75011 Paris')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('3 rue de l’Été, 75011 Paris')
  await context.close()
})

async function signOut(page: Page) {
  await page.getByRole('button', { name: 'Ouvrir le menu' }).click()
  await application(page).locator('.account').click()
  await page.getByRole('button', { name: 'Se déconnecter' }).click()
}

/** One is done, and the phone never hears of it. */
async function loseAnswer(context: BrowserContext) {
  let lost = 0
  await context.route('**/api/staff/hand-overs', async route => {
    if (lost > 0) return route.fallback()
    lost += 1
    // Node asks the network for the names that browsers know.
    const request = route.request()
    const { host, pathname } = new URL(request.url())
    await route.fetch({ url: at('127.0.0.1', pathname), headers: { ...request.headers(), host } })
    await route.abort('connectionreset')
  })
  return () => lost
}

async function drag(page: Page, name: string, behind: string) {
  const handle = stopOf(page, name).getByTitle(`Faire glisser ${name}`)
  await handle.scrollIntoViewIfNeeded()
  const from = await handle.boundingBox()
  if (!from) throw new Error('There is nothing to drag.')
  const across = from.x + from.width / 2
  await page.mouse.move(across, from.y + from.height / 2)
  await page.mouse.down()
  // Just past the middle of the stop it goes behind, wherever that stands by now: what is above the list comes and goes.
  await expect(async () => {
    const to = await stopOf(page, behind).boundingBox()
    await page.mouse.move(across, (to?.y ?? 0) + (to?.height ?? 0) / 2 + 4, { steps: 6 })
    const names = await order(page).allTextContents()
    expect(names.indexOf(name)).toBe(names.indexOf(behind) + 1)
  }).toPass()
  await page.mouse.up()
}

async function sign(page: Page) {
  const pad = await page.getByRole('img', { name: 'Signature' }).boundingBox()
  if (!pad) throw new Error('There is nothing to sign on.')
  await page.mouse.move(pad.x + 20, pad.y + 30)
  await page.mouse.down()
  await page.mouse.move(pad.x + 120, pad.y + 60, { steps: 8 })
  await page.mouse.up()
  await expect(page.getByRole('button', { name: 'Effacer la signature' })).toBeVisible()
}
