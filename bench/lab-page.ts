import { brotliCompressSync } from 'node:zlib'
import type { BrowserContext, CDPSession, Page } from '@playwright/test'
import { signIn } from './lab-browser.ts'
import { throttling } from './lab-lighthouse.ts'

type Seen = {
  usable: number
  takenOver: number
  largest: number
  shift: number
  keys: number[]
  clickedAt: number
  shownAt: number
  awaited: string
}

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

/** A page with its data, from an empty cache: what it was drawn from stands in it. */
export type MeasuredScreen = {
  hasData: boolean
  visible: number
  largest: number
  takenOver: number
  shift: number
  worstKey?: number
}
/** From the press on a prepared link to the frame that shows the screen, once it has its data. */
export type Change = { to: string; milliseconds: number }

/** The sign-in form with React behind it: what is typed and pressed from here on is heard by the application. */
export async function measureLogin(context: BrowserContext, address: string): Promise<Measured> {
  const { page, seen, loaded } = await open(context, `${address}/login`, 'form', true)
  await type(page, '[name=login]')
  const { shift, keys } = await seen()
  return { ...loaded, shift, worstKey: Math.max(0, ...keys) }
}

const screens = {
  cases: { path: '/cases', selector: 'tbody tr:not(.table__skeleton)' },
  dashboard: { path: '/dashboard', selector: '.dashboard__cards .widget__value:not(:has(.skeleton))' },
  case: { path: undefined, selector: '.timeline' },
}
export const screenNames = Object.keys(screens) as (keyof typeof screens)[]
export type ScreenName = (typeof screenNames)[number]

/** From the first byte of the page to the application that has taken its picture's place; on the list, typing all the while. */
export async function measureScreen(
  context: BrowserContext,
  address: string,
  name: ScreenName,
): Promise<MeasuredScreen> {
  const { selector, path = await pathOfCase(context, address) } = screens[name]
  const { page, seen } = await open(context, `${address}${path}`, selector, false)
  const hasData = await page.evaluate(() => 'hasData' in window)
  const isOver = async () => (await seen()).takenOver > 0
  if (name === 'cases') {
    await page.locator('[name=search]').first().focus()
    for (let letter = 0; letter < 120 && !(await isOver()); letter++)
      await page.keyboard.press('abcdefghij'.charAt(letter % 10), { delay: 30 })
  }
  await page.waitForFunction(() => (Reflect.get(window, 'lab') as Seen).takenOver > 0, null, { timeout: 60_000 })
  if (name === 'cases') await page.keyboard.type('xyz', { delay: 60 })
  await page.waitForTimeout(1_500)
  const { usable, largest, takenOver, shift, keys } = await seen()
  await page.close()
  const measured = { hasData, visible: usable, largest, takenOver, shift }
  return name === 'cases' ? { ...measured, worstKey: Math.max(0, ...keys) } : measured
}

async function pathOfCase(context: BrowserContext, address: string): Promise<string> {
  const page = await context.newPage()
  await page.goto(`${address}/cases`)
  const path = await page.locator('tbody th a').first().getAttribute('href')
  await page.close()
  return path ?? '/cases'
}

/** Through the menu and back, each prepared by the pointer, with the machine's own line: what is measured is the processor. */
export async function measureChanges(context: BrowserContext, address: string): Promise<Change[]> {
  const page = await context.newPage()
  const line = await context.newCDPSession(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.addInitScript(watch, { selector: 'h1', listening: false })
  await page.goto(`${address}/dashboard`)
  await page.waitForFunction(() => (Reflect.get(window, 'lab') as Seen).takenOver > 0, null, { timeout: 60_000 })
  await line.send('Emulation.setCPUThrottlingRate', { rate: throttling.cpuSlowdownMultiplier })
  const seen = () => page.evaluate(() => Reflect.get(window, 'lab') as Seen)
  const quiet = quietOf(page)
  const found: Change[] = []
  for (const { to, link, shows } of [
    { to: '/cases', link: 'nav a[href^="/cases"]', shows: 'tbody tr:not(.table__skeleton)' },
    { to: '/cases/$id', link: 'tbody th a', shows: '.timeline' },
    { to: '/dashboard', link: 'nav a[href^="/dashboard"]', shows: screens.dashboard.selector },
    { to: '/invoices', link: 'nav a[href^="/invoices"]', shows: 'main tbody tr:not(.table__skeleton)' },
    { to: '/cases again', link: 'nav a[href^="/cases"]', shows: 'tbody tr:not(.table__skeleton)' },
  ]) {
    await page.mouse.move(1, 1)
    await quiet()
    await page.locator(link).first().hover()
    await quiet()
    await page.evaluate(
      shows => Object.assign(Reflect.get(window, 'lab') as Seen, { awaited: shows }),
      `main ${shows.replace(/^main /, '')}`,
    )
    await page.evaluate(() => document.querySelector('main h1')?.setAttribute('data-left', ''))
    await page.locator(link).first().click()
    await page.waitForFunction(() => (Reflect.get(window, 'lab') as Seen).shownAt > 0, null, { timeout: 30_000 })
    const { clickedAt, shownAt } = await seen()
    found.push({ to, milliseconds: shownAt - clickedAt })
  }
  await page.close()
  return found
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

/**
 * Milliseconds until cards stand on the laboratory's board: in a new tab, from an empty cache and from a full one; loaded over itself,
 * which first puts its two hundred cards away; and by the menu.
 */
export type MeasuredBoard = { cold: number; again: number; reloaded: number; byMenu: number; scriptBytes: number }
const card = '.board__card'

export async function measureBoard(context: BrowserContext, address: string): Promise<MeasuredBoard> {
  await signIn(context, address, 'staff')
  const first = await open(context, `${address}/staff/board`, card, false)
  // The line by which news come stays open: the network is never idle.
  const quiet = quietOf(first.page)
  await quiet()
  // Nothing else is to be at work meanwhile.
  await first.page.goto('about:blank')
  const other = await open(context, `${address}/staff/board`, card, false, 'full')
  await other.page.close()
  await first.page.goto(`${address}/staff/board`)
  await quiet()
  await first.page.goto(`${address}/staff/board`, { waitUntil: 'commit' })
  await first.page.waitForFunction(() => (Reflect.get(window, 'lab') as Seen).usable > 0, null, { timeout: 60_000 })
  const reloaded = (await first.seen()).usable
  await first.page.goto(`${address}/staff`, { timeout: 60_000 })
  await quiet()
  const byMenu = await pressBoard(first.page)
  return {
    cold: first.loaded.usable,
    again: other.loaded.usable,
    reloaded,
    byMenu,
    scriptBytes: first.loaded.scriptBytes,
  }
}

/** As a finger does it: opens the menu, and presses; counted from there. */
async function pressBoard(page: Page): Promise<number> {
  const application = page.locator('body > :not(#root)')
  const link = application.locator('a[href="/staff/board"]').first()
  // Waited for: at the throttled processor the application comes long after the picture, and a menu that is looked for once is not there yet.
  await application.getByRole('button', { name: /^(Ouvrir le menu|Open the menu)$/ }).tap({ timeout: 60_000 })
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

/** The page in a new tab on the slow line, until the selector is there (and React listens to it, where asked). */
async function open(
  context: BrowserContext,
  url: string,
  selector: string,
  listening: boolean,
  cache: 'empty' | 'full' = 'empty',
) {
  const page = await context.newPage()
  const line = await context.newCDPSession(page)
  if (cache === 'empty') await line.send('Network.clearBrowserCache')
  await slowDown(line)
  await page.addInitScript(watch, { selector, listening })
  await page.goto(url, { waitUntil: 'commit', timeout: 60_000 })
  const seen = () => page.evaluate(() => Reflect.get(window, 'lab') as Seen)
  await page.waitForFunction(() => (Reflect.get(window, 'lab') as Seen).usable > 0, null, { timeout: 60_000 })
  const { usable } = await seen()
  return { page, seen, loaded: { usable, ...(await sizes(page, usable)) } }
}

async function slowDown(line: CDPSession) {
  const bytes = (kilobits: number) => Math.floor((kilobits * 1024) / 8)
  await line.send('Network.enable')
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
  const seen: Seen = {
    usable: 0,
    takenOver: 0,
    largest: 0,
    shift: 0,
    keys: [],
    clickedAt: 0,
    shownAt: 0,
    awaited: '.timeline',
  }
  Object.assign(window, { lab: seen })
  // What the page has brought is gone once its own few lines have read it.
  new MutationObserver(() => {
    if (document.querySelector('[data-answers]')) Object.assign(window, { hasData: true })
  }).observe(document, { childList: true, subtree: true })
  let hasStood = false
  const overtaken = () => {
    const stands = document.getElementById('root') !== null
    hasStood ||= stands
    if (hasStood && !stands) requestAnimationFrame(now => Object.assign(seen, { takenOver: now }))
    else requestAnimationFrame(overtaken)
  }
  requestAnimationFrame(overtaken)
  new PerformanceObserver(list => {
    for (const { startTime } of list.getEntries()) seen.largest = startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
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
    if (
      seen.clickedAt &&
      !seen.shownAt &&
      document.querySelector(seen.awaited) &&
      !document.querySelector('h1[data-left]')
    ) {
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
      // With the page itself; what is asked for afterwards, nobody has waited for.
      requests: 1 + files.filter(({ startTime }) => startTime <= until).length,
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
  // The link stands in the picture already: the application has to be there, and what the page fetches once it is calm.
  await page.waitForFunction(() => (Reflect.get(window, 'lab') as Seen).takenOver > 0, null, { timeout: 60_000 })
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
