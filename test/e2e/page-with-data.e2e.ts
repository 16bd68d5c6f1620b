import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { type TestUser, testPassword } from '../make.ts'
import { at } from './addresses.ts'
import { openLaboratory, whileCasesAreHeld, withMaker } from './laboratory.ts'
import { application, enterAs, expect, rows, storedToken, test, unreachable, withoutEvents } from './portal.ts'

/** A page as a browser without scripts gets it, until it has its data: the first ones find nobody ready to draw. */
async function pageOf(address: string, cookie: string): Promise<string> {
  const { host, port, pathname, search } = new URL(address)
  const asked = request({ host: '127.0.0.1', port, path: pathname + search, headers: { host, cookie } }).end()
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  return text(answer)
}

const answersIn = (html: string) =>
  [...html.matchAll(/<script type="application\/json" data-answers="([^"]*)"[^>]*>(.*?)<\/script>/gs)].map(
    ([, address = '', answer = '']) => ({ address, answer }),
  )
const hasData = (html: string) => answersIn(html).length > 0

async function drawn(address: string, cookie: string): Promise<string> {
  let html = ''
  await expect
    .poll(async () => {
      html = await pageOf(address, cookie)
      return hasData(html)
    })
    .toBe(true)
  return html
}

/** The session of somebody who has signed in, as their browser would send it. */
async function cookieOf(host: string, { login }: TestUser): Promise<string> {
  const { port, origin } = new URL(at(host, '/'))
  const headers = { host: `${host}:${port}`, origin, 'content-type': 'application/json' }
  const asked = request({ host: '127.0.0.1', port, path: '/auth', method: 'POST', headers })
  asked.end(JSON.stringify({ login, password: testPassword }))
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  answer.resume()
  return (answer.headers['set-cookie'] ?? []).map(line => line.split(';')[0]).join('; ')
}

/** A practice with one case, whose patient nobody else has. */
async function practiceWith(patient: string, values: Record<string, unknown> = {}) {
  return withMaker(async make => {
    const { host, laboratory, practice } = await openLaboratory(make, { company_name: 'Labo Test' })
    const user = await make.user(practice, values)
    // Of what is begun nothing is awaited: what the first card says of that comes in a part of its own.
    const order = await make.order(practice, { patient, status: 'in_production' })
    const other = await make.practice(laboratory)
    const neighbour = await make.user(other)
    await make.order(other, { patient: `${patient} d’à côté` })
    const staff = await make.user(laboratory)
    return { host, user, order, neighbour, staff }
  })
}

/** Until there is a page with its data: what the first ones find is their skeleton. */
async function openDrawn(page: Page, address: string) {
  await expect
    .poll(async () => {
      await page.goto(address, { waitUntil: 'commit' })
      return page.evaluate(() => document.documentElement.innerHTML.includes('data-answers') || 'drawn' in window)
    })
    .toBe(true)
}

/** On a busy machine a page may come without its data: whoever cannot run scripts loads it once more. */
const thereOnceDrawn = (page: Page, one: Locator) =>
  expect(async () => {
    if (!(await one.isVisible())) await page.reload()
    await expect(one).toBeVisible({ timeout: 500 })
  }).toPass()

/** What the page was written with is gone once its own few lines have read it. */
const noteData = (context: BrowserContext) =>
  context.addInitScript(() => {
    new MutationObserver(() => {
      if (document.querySelector('[data-answers]')) Object.assign(window, { drawn: true })
    }).observe(document, { childList: true, subtree: true })
  })

test('list and dashboard come with their data, make no call for it, and the list moves by nothing when the application comes', async ({
  page,
  context,
}) => {
  const { host, user, order } = await practiceWith('Ada Lovelace')
  await withoutEvents(page)
  await noteData(context)
  await enterAs(page, { login: user.login, password: testPassword }, at(host, '/cases'))
  const asked: string[] = []
  page.on('request', request => {
    if (/\/api\/(orders|dashboard|to-do)/.test(request.url())) asked.push(request.url())
  })
  let held = Promise.withResolvers<void>()
  await page.route('**/assets/web-*.js', async route => {
    await held.promise
    await route.continue()
  })
  await openDrawn(page, at(host, '/cases'))
  await expect(page.locator('#root').getByText('Ada Lovelace')).toBeVisible()
  await expect(page.locator('#root .account')).toContainText(user.login === '' ? '' : /\S/)
  asked.length = 0
  await page.evaluate(() => {
    const seen = { shift: 0 }
    Object.assign(globalThis, { seen })
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  held.resolve()
  await expect(rows(page).filter({ hasText: 'Ada Lovelace' })).toHaveCount(1)
  await expect(application(page).getByText(order.code)).toBeVisible()
  expect(asked).toEqual([])
  expect(await page.evaluate(() => (globalThis as unknown as { seen: { shift: number } }).seen.shift)).toBeLessThan(
    0.01,
  )

  held = Promise.withResolvers<void>()
  await openDrawn(page, at(host, '/dashboard'))
  asked.length = 0
  held.resolve()
  await expect(application(page).getByRole('heading', { level: 1 })).toBeVisible()
  await expect(application(page).locator('.dashboard__cards .widget__value').first()).toHaveText('0')
  expect(asked).toEqual([])
})

test('the laboratory’s board comes with its cards, and nobody of a practice gets it', async () => {
  const { host, user, order, staff } = await practiceWith('Ada Lovelace')
  const html = await drawn(at(host, '/staff/board'), await cookieOf(host, staff))
  expect(html).toMatch(new RegExp(`class="board__card".*${order.code}`, 's'))
  expect(answersIn(html).map(({ address }) => address)).toEqual(['/api/staff/board'])
  expect(hasData(await pageOf(at(host, '/staff/board'), await cookieOf(host, user)))).toBe(false)
})

test('without scripts, or with one that cannot be had, the list and a case are read', async ({
  page,
  browser,
  quiet,
}) => {
  quiet.allow(unreachable)
  const { host, user, order } = await practiceWith('Ada Lovelace')
  await withoutEvents(page)
  await enterAs(page, { login: user.login, password: testPassword }, at(host, '/cases'))
  const storageState = await page.context().storageState()
  const plain = await browser.newContext({ javaScriptEnabled: false, storageState })
  const read = await plain.newPage()
  await read.goto(at(host, '/cases'))
  await thereOnceDrawn(read, read.getByRole('link', { name: order.code }))
  await read.getByRole('link', { name: order.code }).click()
  await read.waitForURL(`**/cases/${order.id}`)
  await thereOnceDrawn(read, read.getByRole('heading', { name: order.code }))
  await thereOnceDrawn(read, read.locator('main').getByText('Ada Lovelace'))
  await plain.close()

  await page.route('**/assets/web-*.js', route => route.abort())
  await page.goto(at(host, '/cases'))
  await thereOnceDrawn(page, page.getByRole('link', { name: order.code }))
  await page.getByRole('link', { name: order.code }).click()
  await page.waitForURL(`**/cases/${order.id}`)
  await thereOnceDrawn(page, page.locator('main').getByText('Ada Lovelace'))
})

test('nobody sees what is another’s, whoever asks in whatever order with whatever cookie', async () => {
  const [ours, theirs] = await Promise.all([practiceWith('Ada Lovelace'), practiceWith('Grace Hopper')])
  const all = ['Ada Lovelace d’à côté', 'Grace Hopper d’à côté', 'Ada Lovelace', 'Grace Hopper']
  const people = [
    { host: ours.host, cookie: await cookieOf(ours.host, ours.user), own: 'Ada Lovelace' },
    { host: ours.host, cookie: await cookieOf(ours.host, ours.neighbour), own: 'Ada Lovelace d’à côté' },
    { host: theirs.host, cookie: await cookieOf(theirs.host, theirs.user), own: 'Grace Hopper' },
  ]
  const [first] = people.map(({ cookie }) => cookie)
  const nobodys = [
    { host: theirs.host, cookie: first ?? '', own: undefined },
    { host: ours.host, cookie: (first ?? '').replace(/\.1\./, '.2.'), own: undefined },
    { host: ours.host, cookie: `__Host-refresh=${crypto.randomUUID()}.1.${'A'.repeat(43)}`, own: undefined },
    { host: ours.host, cookie: '__Host-refresh=x', own: undefined },
  ]
  for (const { host, cookie } of people) await drawn(at(host, '/cases'), cookie)
  const asking = [...people, ...people, ...nobodys]
  let withData = 0
  const said = new Set<string>()
  // A busy machine draws few pages in time: it is asked until enough of them had data that could have been another's.
  for (let round = 0; round < 50 || withData <= 100; round += 1)
    await Promise.all(
      asking.flatMap(({ host, cookie, own }) =>
        ['/cases', '/dashboard'].map(async path => {
          const html = await pageOf(at(host, path), cookie)
          if (hasData(html)) withData += 1
          let rest = html
          for (const patient of all) {
            if (!rest.includes(patient)) continue
            if (patient !== own) said.add(`${own ?? 'nobody'} sees ${patient}`)
            rest = rest.replaceAll(patient, '')
          }
        }),
      ),
    )
  expect([...said]).toEqual([])
})

test('looking at a page uses up nothing of the session', async () => {
  const { host, user } = await practiceWith('Ada Lovelace')
  const cookie = await cookieOf(host, user)
  const read = () =>
    withMaker(make =>
      make.within(user.laboratory.id, async client => {
        const { rows } = await client.query(
          'select refresh_generation, used_at, rotated_at, ended_at from sessions where user_id = $1',
          [user.id],
        )
        return rows
      }),
    )
  const before = await read()
  await drawn(at(host, '/cases'), cookie)
  await pageOf(at(host, '/cases'), cookie.replace(/\.1\./, '.9.'))
  expect(await read()).toEqual(before)
})

test('hostile words stay words, in the picture and in what it was drawn from', async () => {
  const hostile = `</script><script>window.broken=1</script><!--<img src=x onerror=alert(1)>`
  const { host, user } = await practiceWith(hostile.slice(0, 60), {
    first_name: hostile.slice(0, 40),
    last_name: '"><svg onload=alert(1)>',
  })
  const html = await drawn(at(host, '/cases'), await cookieOf(host, user))
  expect(html).not.toContain('<script>window')
  expect(html).not.toContain('<svg onload')
  expect(html).not.toContain('<img src=x')
  const [list] = answersIn(html)
  expect(JSON.parse(list?.answer ?? '').data[0].patient).toBe(hostile.slice(0, 60))
})

test('a database that is slow costs a page its data, and nothing else', async () => {
  const { host, user } = await practiceWith('Ada Lovelace')
  const cookie = await cookieOf(host, user)
  await drawn(at(host, '/cases'), cookie)
  const html = await whileCasesAreHeld(() => pageOf(at(host, '/cases'), cookie))
  expect(hasData(html)).toBe(false)
  expect(html).toContain('skeleton')
})

test('a page is in the language of whoever it is drawn for', async () => {
  const { host, user } = await practiceWith('Ada Lovelace', { language: 'en' })
  const html = await drawn(at(host, '/cases'), `${await cookieOf(host, user)}; language=fr`)
  expect(html).toContain('<html lang="en"')
  expect(html).toContain('In progress')
})

test('what is drawn for one is not shown to another, nor after everybody has left', async ({ page, context }) => {
  const { host, user, neighbour } = await practiceWith('Ada Lovelace')
  await withoutEvents(page)
  await noteData(context)
  await enterAs(page, { login: user.login, password: testPassword }, at(host, '/cases'))
  await page.route('**/assets/web-*.js', () => undefined)
  await openDrawn(page, at(host, '/cases'))
  await expect(page.getByText('Ada Lovelace')).toBeVisible()

  const elsewhere = await context.newPage()
  await elsewhere.route('**/assets/web-*.js', () => undefined)
  await elsewhere.goto(at(host, '/login'), { waitUntil: 'commit' })
  await elsewhere.evaluate(() => localStorage.setItem('signed_out', 'left'))
  await expect(page.locator('#root')).toBeEmpty()
  expect(
    await page.evaluate(() => Object.keys((globalThis as unknown as { early: { answers: object } }).early.answers)),
  ).toEqual([])
  await elsewhere.evaluate(() => localStorage.removeItem('signed_out'))
  await elsewhere.close()

  // As another tab leaves it where somebody else has signed in there.
  const token = await storedToken(page)
  const [head, , signature] = (token ?? '').split('.')
  const claims = Buffer.from(JSON.stringify({ id: neighbour.id, exp: 4_000_000_000 })).toString('base64url')
  await page.evaluate(token => localStorage.setItem('access_token', token), [head, claims, signature].join('.'))
  await openDrawn(page, at(host, '/cases'))
  await expect(page.locator('#root')).toBeEmpty()

  await page.evaluate(token => {
    localStorage.setItem('access_token', token ?? '')
    localStorage.setItem('signed_out', 'left')
  }, token)
  await openDrawn(page, at(host, '/cases'))
  await expect(page.locator('#root')).toBeEmpty()
})
