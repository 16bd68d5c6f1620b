import type { Browser, BrowserContext, Page } from '@playwright/test'
import type { TestUser } from '../make.ts'
import { testPassword } from '../make.ts'
import { at } from './addresses.ts'
import { search } from './case-list.ts'
import { elsewhere } from './elsewhere.ts'
import { openLaboratory, withMaker } from './laboratory.ts'
import { countCalls, expect, rows, test, unreachable } from './portal.ts'

/** Two practices of one laboratory with thirty cases each, and the laboratory's own hand. */
const makePlace = () =>
  withMaker(async make => {
    const { host, laboratory, practice } = await openLaboratory(make, { company_name: 'Labo Test' })
    const orders = []
    for (let n = 10; n < 40; n++) orders.push(await make.order(practice, { code: `T-26 00${n}`, delivery_on: null }))
    const [order] = orders
    if (!order) throw new Error('thirty')
    const neighbour = await make.practice(laboratory)
    await make.order(neighbour, { code: 'T-26 0099' })
    return {
      host,
      order,
      neighbour,
      doctor: await make.user(practice),
      other: await make.user(neighbour),
      staff: await make.user(laboratory),
    }
  })
type Place = Awaited<ReturnType<typeof makePlace>>

/** Signed in, and listening: from the first move of a hand on. */
async function open(page: Page, { host }: Place, user: TestUser, path = '/cases') {
  const isListening = page.waitForResponse(response => new URL(response.url()).pathname === '/api/events')
  await page.goto(at(host, `/login?redirect=${encodeURIComponent(path)}`))
  await page.locator('[name=login]').first().fill(user.login)
  await page.locator('[name=password]').first().fill(testPassword)
  await page.locator('[name=password]').first().press('Enter')
  await expect(rows(page)).not.toHaveCount(0)
  await isListening
}

const laboratorySets = (page: Page, { host, staff, order }: Place, status: string) =>
  elsewhere(page, host, staff, `/api/staff/orders/${order.id}/status`, { status })

async function newContext(browser: Browser, listen: (context: BrowserContext) => void) {
  const context = await browser.newContext()
  listen(context)
  return context
}

/** What the pages of a context are told, word for word. Before the page. */
async function hear(context: BrowserContext) {
  let told = ''
  await context.exposeFunction('hear', (words: string) => {
    told += words
  })
  await context.addInitScript(() => {
    const { hear } = window as unknown as { hear: (words: string) => void }
    const ask = window.fetch
    window.fetch = async (...asked) => {
      const answer = await ask(...asked)
      if (answer.url.endsWith('/api/events')) {
        const words = answer.clone().body?.pipeThrough(new TextDecoderStream())
        words?.pipeTo(new WritableStream({ write: hear })).catch(() => undefined)
      }
      return answer
    }
  })
  return { changes: () => [...told.matchAll(/^event: change\ndata: (.*)$/gm)].map(([, data]) => data) }
}

const rowOf = (page: Page, { order }: Place) => rows(page).filter({ hasText: order.code })

// Within two seconds: features/live/server/live.test.ts, where no browser waits for a busy machine.
test('what the laboratory does shows on every open screen of the practice, and reaches no other', async ({
  page,
  context,
  browser,
  quiet,
}) => {
  const place = await makePlace()
  await open(page, place, place.doctor)
  // A second tab of the same browser, on the case itself: one of the two listens for both.
  const streams = countCalls(context, '/api/events')
  const tab = await context.newPage()
  await tab.goto(at(place.host, `/cases/${place.order.id}`))
  const status = tab.locator('.widget', { hasText: 'Statut' })
  await expect(status).toBeVisible()
  await tab.mouse.move(5, 5)

  const elsewhere = await newContext(browser, quiet.listen)
  const stranger = await elsewhere.newPage()
  const { changes } = await hear(elsewhere)
  await open(stranger, place, place.other)

  await laboratorySets(page, place, 'in_preparation')
  await expect(rowOf(page, place)).toContainText('En préparation')
  await expect(status).toContainText('En préparation')
  // Their own comes after it, and alone.
  await withMaker(make => make.ride(place.neighbour, '2099-01-05', 'AM', { created_by: place.other.id }))
  await expect.poll(() => changes().length).toBeGreaterThan(0)
  expect(changes()).toEqual(['{"topics":["rides"]}'])
  expect(streams.count()).toBe(0)

  // The tab that listened goes: the other takes over and catches up.
  await page.close()
  await expect.poll(() => streams.count()).toBe(1)
  await laboratorySets(tab, place, 'in_production')
  await expect(status).toContainText('En fabrication')
  await elsewhere.close()
})

test('a change takes away neither what is being typed nor the place on the page, and the rows stay', async ({
  page,
}) => {
  const place = await makePlace()
  await open(page, place, place.doctor, '/cases?sort_by=code&sort_order=ASC')
  await page.setViewportSize({ width: 1280, height: 400 })
  await rowOf(page, place).evaluate(row => row.setAttribute('data-kept', 'yes'))
  // A row above may become a pixel higher: what somebody reads stays where it is on the screen.
  const read = rows(page).nth(9)
  await read.scrollIntoViewIfNeeded()
  const top = async () => (await read.boundingBox())?.y ?? Number.NaN
  const before = await top()
  await laboratorySets(page, place, 'in_preparation')
  await expect(rowOf(page, place)).toContainText('En préparation')
  expect(Math.abs((await top()) - before)).toBeLessThan(2)

  // Whether the search has gone out already or still waits for the end of typing when the change comes.
  await search(page).focus()
  const typing = page.keyboard.type(place.order.code, { delay: 150 })
  await laboratorySets(page, place, 'in_production')
  await expect(rowOf(page, place)).toContainText('En fabrication')
  await expect(rowOf(page, place)).toHaveAttribute('data-kept', 'yes')
  await expect(search(page)).toBeFocused()
  await typing
  await expect(search(page)).toHaveValue(place.order.code)
})

test('whoever was cut off catches up when the line is back', async ({ page, context, quiet }) => {
  quiet.allow(unreachable)
  const place = await makePlace()
  await open(page, place, place.doctor)
  await context.setOffline(true)
  // An open answer outlives the browser's pretended silence: the server's own end of it is what the page would see.
  await page.reload().catch(() => undefined)
  await laboratorySets(page, place, 'in_preparation')
  await context.setOffline(false)
  await page.reload()
  await expect(rowOf(page, place)).toContainText('En préparation')
})
