import { brotliCompressSync } from 'node:zlib'
import type { BrowserContext, CDPSession, Page } from '@playwright/test'
import { signIn } from './lab-browser.ts'
import { throttling } from './lab-lighthouse.ts'

type Seen = { usable: number; shift: number; keys: number[]; clickedAt: number; shownAt: number }

/** Sizes in bytes as they came over the wire; times in milliseconds. */
export type Measured = {
  usable: number
  requests: number
  shift: number
  scriptBytes: number
  htmlBytes: number
  styleBytes: number
  fontBytes: number
  worstKey: number
  warmRoute?: { milliseconds: number; scriptBytes: number }
}

/** The sign-in form with React behind it: what is typed and pressed from here on is heard by the application. */
export async function measureLogin(context: BrowserContext, address: string): Promise<Measured> {
  const { page, seen, loaded } = await open(context, `${address}/login`, 'form', true)
  await type(page, '[name=login]')
  const { shift, keys } = await seen()
  return { ...loaded, shift, worstKey: Math.max(0, ...keys) }
}

export async function measureCases(context: BrowserContext, address: string): Promise<Measured> {
  await signIn(context, address)
  const { page, seen, loaded } = await open(context, `${address}/cases`, 'tbody tr:not(.table__skeleton)', false)
  await page.waitForLoadState('networkidle')
  const { shift } = await seen()
  await type(page, '[name=search]')
  const { keys } = await seen()
  await page.goto(`${address}/cases`)
  return { ...loaded, shift, worstKey: Math.max(0, ...keys), warmRoute: await openWarm(page, seen) }
}

/** Milliseconds until cards stand on the laboratory's board: from an empty cache, from a full one, and by the menu. */
export type MeasuredBoard = { cold: number; again: number; byMenu: number; scriptBytes: number }
const card = '.board__card'

export async function measureBoard(context: BrowserContext, address: string): Promise<MeasuredBoard> {
  await signIn(context, address, 'production')
  const first = await open(context, `${address}/staff/board`, card, false)
  // The line by which news come stays open: the network is never idle.
  const quiet = quietOf(first.page)
  await quiet()
  await first.page.goto(`${address}/staff/board`, { waitUntil: 'commit' })
  await first.page.waitForFunction(() => (Reflect.get(window, 'lab') as Seen).usable > 0, null, { timeout: 60_000 })
  const again = (await first.seen()).usable
  await first.page.goto(`${address}/staff`, { timeout: 60_000 })
  await quiet()
  const byMenu = await pressBoard(first.page)
  return { cold: first.loaded.usable, again, byMenu, scriptBytes: first.loaded.scriptBytes }
}

/** As a finger does it: opens the menu, and presses; counted from there. */
async function pressBoard(page: Page): Promise<number> {
  const application = page.locator('body > :not(#root)')
  const link = application.locator('a[href="/staff/board"]').first()
  const menus = ['Ouvrir le menu', 'Open the menu'].map(name => application.getByRole('button', { name }))
  for (const menu of menus) if (await menu.isVisible()) await menu.tap()
  await link.waitFor()
  await page.waitForTimeout(1_000)
  await page.evaluate(selector => {
    const waited = { from: 0, to: 0 }
    Object.assign(window, { waited })
    addEventListener('click', event => Object.assign(waited, { from: event.timeStamp }), true)
    const look = () => {
      const isThere = waited.from > 0 && document.querySelector(selector)
      requestAnimationFrame(isThere ? now => Object.assign(waited, { to: now }) : look)
    }
    requestAnimationFrame(look)
  }, card)
  await link.tap()
  await page.waitForFunction(() => (Reflect.get(window, 'waited') as { to: number }).to > 0, null, { timeout: 60_000 })
  const { from, to } = await page.evaluate(() => Reflect.get(window, 'waited') as { from: number; to: number })
  return to - from
}

/** The page from an empty cache on the slow line, until the selector is there (and React listens to it, where asked). */
async function open(context: BrowserContext, url: string, selector: string, listening: boolean) {
  const page = await context.newPage()
  const line = await context.newCDPSession(page)
  await slowDown(line)
  await page.addInitScript(watch, { selector, listening })
  let requests = 0
  page.on('request', request => {
    // The icon of the tab is nothing that anybody waits for.
    if (request.resourceType() !== 'other') requests += 1
  })
  await page.goto(url, { waitUntil: 'commit', timeout: 60_000 })
  const seen = () => page.evaluate(() => Reflect.get(window, 'lab') as Seen)
  await page.waitForFunction(() => (Reflect.get(window, 'lab') as Seen).usable > 0, null, { timeout: 60_000 })
  const loaded = { requests, usable: (await seen()).usable }
  return { page, seen, loaded: { ...loaded, ...(await sizes(page, loaded.usable)) } }
}

async function slowDown(line: CDPSession) {
  const bytes = (kilobits: number) => Math.floor((kilobits * 1024) / 8)
  await line.send('Network.enable')
  await line.send('Network.clearBrowserCache')
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: throttling.requestLatencyMs,
    downloadThroughput: bytes(throttling.downloadThroughputKbps),
    uploadThroughput: bytes(throttling.uploadThroughputKbps),
  })
  await line.send('Emulation.setCPUThrottlingRate', { rate: throttling.cpuSlowdownMultiplier })
}

/** Runs in the page, before anything of its own. */
function watch({ selector, listening }: { selector: string; listening: boolean }) {
  const seen: Seen = { usable: 0, shift: 0, keys: [], clickedAt: 0, shownAt: 0 }
  Object.assign(window, { lab: seen })
  const isReady = () => {
    const found = document.querySelector(selector)
    return found && (!listening || Object.keys(found).some(key => key.startsWith('__reactProps$')))
  }
  const look = () => {
    if (isReady()) requestAnimationFrame(now => Object.assign(seen, { usable: now }))
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
  new PerformanceObserver(list => {
    for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[]) {
      if (!entry.hadRecentInput) seen.shift += entry.value
    }
  }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver(list => {
    for (const { name, duration } of list.getEntries()) if (/^key|input$/.test(name)) seen.keys.push(duration)
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  addEventListener('click', event => Object.assign(seen, { clickedAt: event.timeStamp, shownAt: 0 }), true)
  const arrive = () => {
    if (seen.clickedAt && !seen.shownAt && document.querySelector('.timeline')) {
      requestAnimationFrame(now => Object.assign(seen, { shownAt: now }))
    }
    requestAnimationFrame(arrive)
  }
  requestAnimationFrame(arrive)
}

async function sizes(page: Page, until: number) {
  const found = await page.evaluate(until => {
    const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const sum = (pattern: RegExp) =>
      files
        .filter(({ name, startTime }) => startTime <= until && pattern.test(new URL(name).pathname))
        .reduce((bytes, { encodedBodySize }) => bytes + encodedBodySize, 0)
    const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    return {
      scriptBytes: sum(/\.js$/),
      sheetBytes: sum(/\.css$/),
      fontBytes: sum(/\.woff2?$/),
      htmlBytes: page?.encodedBodySize ?? 0,
      inlineStyle: [...document.querySelectorAll('style')].map(style => style.textContent).join(''),
    }
  }, until)
  const { sheetBytes, inlineStyle, ...rest } = found
  return { ...rest, styleBytes: sheetBytes + brotliCompressSync(inlineStyle).length }
}

/** Twenty letters in groups, with the pause after which the list searches: answers arrive under the next letters. */
async function type(page: Page, field: string) {
  await page.locator(field).click()
  for (const group of ['couron', 'ne zir', 'cone 26', 'x']) {
    await page.keyboard.type(group, { delay: 60 })
    await page.waitForTimeout(400)
  }
  await page.waitForTimeout(1_500)
}

/** From the press on a case whose page the pointer has already prepared, to the frame that shows all of it. */
async function openWarm(page: Page, seen: () => Promise<Seen>) {
  const link = page.locator('tbody th a').first()
  await link.waitFor({ timeout: 60_000 })
  const scripts = () =>
    page.evaluate(() => {
      const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      return files.filter(({ name }) => name.endsWith('.js')).reduce((bytes, file) => bytes + file.encodedBodySize, 0)
    })
  const quiet = quietOf(page)
  // What the page fetches once it is calm, too.
  await page.mouse.move(1, 1)
  await quiet()
  const before = await scripts()
  await link.hover()
  await quiet()
  const scriptBytes = (await scripts()) - before
  await link.click()
  await page.waitForFunction(() => (Reflect.get(window, 'lab') as Seen).shownAt > 0, null, { timeout: 30_000 })
  const { clickedAt, shownAt } = await seen()
  return { milliseconds: shownAt - clickedAt, scriptBytes }
}

/** Waits until nothing has been asked for and answered for a second; `networkidle` is of the page's first load only. */
function quietOf(page: Page) {
  let latest = performance.now()
  const note = () => {
    latest = performance.now()
  }
  page.on('request', note).on('requestfinished', note).on('requestfailed', note)
  return async () => {
    note()
    while (performance.now() - latest < 1_000) await page.waitForTimeout(100)
  }
}
