import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { type BrowserContext, test as base, expect, type Locator, type Page } from '@playwright/test'
import { isTold } from '../in-turn.ts'
import { breachesOf } from './accessibility.ts'

export { expect }

/** Of every demonstration account. */
export const password = 'Demo-portal-2026!'

/** A token, or a password of the tests: in no address and in no line of the log, whichever screen is tried. */
export const secret = /eyJ[\w-]{10,}\.|Demo-portal-2026|Correct-horse-26/

type Quiet = {
  /** The browser's own words for what this test provokes; anything else in the console fails it. */
  allow: (...words: RegExp[]) => void
  /** For contexts that a test opens itself. */
  listen: (context: BrowserContext) => void
}

/** The console's sentence for an answer that is an error: `refused(401)`. */
export const refused = (status: number) => new RegExp(`Failed to load resource: .* status of ${status}`)
export const unreachable = /Failed to load resource: net::ERR_/

/** axe-core speaks to every frame, and one in a sandbox has no origin by which it could be addressed. */
export const unaddressedByAxe =
  /Failed to execute 'postMessage' on 'DOMWindow': .* recipient window's origin \('null'\)/

/** A test whose pages log no error, throw none, and break the content security policy nowhere. */
export const test = base.extend<{ told: undefined; quiet: Quiet }>({
  told: [
    // Before anything is opened for it: of a name that is known already, since Playwright wants a pattern there.
    async ({ browserName: _ }, use, { file, titlePath, skip }) => {
      skip(!isTold(file, titlePath.join(' ')), 'told in another run')
      await use(undefined)
    },
    { auto: true },
  ],
  quiet: [
    async ({ context }, use) => {
      const allowed: RegExp[] = []
      const heard: string[] = []
      const listen = (heardIn: BrowserContext) => {
        heardIn.on('console', message => {
          if (['error', 'warning'].includes(message.type()))
            heard.push(`${message.text()} ${message.location().url}`.trim())
        })
        heardIn.on('weberror', error => heard.push(`uncaught: ${error.error().message}`))
        heardIn.on('request', asked => {
          if (secret.test(asked.url())) heard.push(`a secret in an address: ${asked.url()}`)
        })
      }
      listen(context)
      await use({ allow: (...words) => allowed.push(...words), listen })
      // An answer still being made when a test has seen enough fails for want of a page to give it to.
      const ends = { behavior: 'ignoreErrors' } as const
      await Promise.all([context.unrouteAll(ends), ...context.pages().map(page => page.unrouteAll(ends))])
      expect(heard.filter(words => !allowed.some(pattern => pattern.test(words)))).toEqual([])
    },
    { auto: true },
  ],
})

/** What stands in the place of the picture that came with the page. */
export const application = (page: Page) => page.locator('body > :not(#root)')

/**
 * To the demonstration, straight to the cases unless the address leads elsewhere. All tests share it: what one does there
 * comes on no other's screen.
 */
export async function signIn(page: Page, login = 'manager', address = '/cases') {
  await withoutEvents(page)
  await enterAs(page, { login, password }, new URL(address, process.env.ARCADE_ADDRESS).href)
}

/**
 * As somebody who has signed in before; the form is the subject of login.e2e.ts. The page's first load is the portal's: a page
 * of its own to sign in on would cost as much as the screen that is looked at.
 */
export async function enterAs(page: Page, given: { login: string; password: string }, address: string) {
  const { token, cookies } = await signInBeside(page, given, address)
  await page.context().addCookies(cookies)
  const entering = await page.addInitScript(token => {
    // The frame of the feedback widget has none.
    if (window !== top) return
    localStorage.setItem('access_token', token)
    // As the form does: whoever was here before has left.
    localStorage.removeItem('signed_out')
  }, token)
  await page.goto(address)
  await entering.dispose()
  await expectInside(page)
  // Whoever has typed a password has a hand there: what the page keeps for later comes now.
  await page.mouse.move(1, 1)
}

/** The same call as the form's, by the same browser as far as the server can tell. */
async function signInBeside(page: Page, given: { login: string; password: string }, address: string) {
  const { origin, host, port } = new URL(address)
  const known = await page.context().cookies(address)
  const headers = {
    host,
    origin,
    'content-type': 'application/json',
    'user-agent': await page.evaluate(() => navigator.userAgent),
    'accept-language': await page.evaluate(() => navigator.languages.join()),
    cookie: known.map(({ name, value }) => `${name}=${value}`).join('; '),
  }
  // By number: Node finds no `ivoire.localhost`.
  const asked = request({ host: '127.0.0.1', port, path: '/auth', method: 'POST', headers }).end(JSON.stringify(given))
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  const { data } = (await json(answer)) as { data: { token: string } }
  const cookies = (answer.headers['set-cookie'] ?? []).map(line => {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    const seconds = Number(/; Max-Age=(\d+)/.exec(line)?.[1])
    // All are of one kind: `__Host-`.
    const attributes = { path: '/', secure: true, httpOnly: true, sameSite: 'Strict' } as const
    return { name, value, domain: new URL(origin).hostname, expires: Date.now() / 1000 + seconds, ...attributes }
  })
  return { token: data.token, cookies }
}

/** By the form, where the way through it is the subject. */
export async function signInByForm(page: Page, login: string, address: string) {
  await withoutEvents(page)
  await page.goto(address)
  await page.locator('[name=login]').first().fill(login)
  // While the application takes the picture's place there are two of them.
  const field = page.locator('[name=password]').first()
  await field.fill(password)
  await field.press('Enter')
  await page.waitForURL(url => url.pathname !== '/login')
  await expectInside(page)
}

/** In the application itself, not in the picture of it that comes with the page. */
const expectInside = (page: Page) => expect(application(page).locator('.account')).toBeAttached()

/** All is there, and nothing has come for half a second; events never end and are not waited for. */
export const expectCalm = (page: Page) =>
  page.waitForFunction(() => {
    const latest = Math.max(
      0,
      ...performance.getEntriesByType('resource').map(entry => (entry as PerformanceResourceTiming).responseEnd),
    )
    return !document.querySelector('main .skeleton') && performance.now() - latest > 500
  })

/** Of a table that has been answered; the skeleton stands in rows of its own before. */
export const rows = (page: Page) => page.locator('tbody tr:not(.table__skeleton)')

/** One row that says this, whichever it is: the one at the top. */
export const anyRow = (page: Page, hasText: string | RegExp = '') => rows(page).filter({ hasText }).first()

/** The way into a case, whichever it is. */
export const anyCase = (page: Page, hasText?: string | RegExp) => anyRow(page, hasText).locator('.table__link')

export const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('access_token'))

/** The same claims, another end; the server does not accept it, the browser only reads it. */
export async function setTokenExpiry(page: Page, secondsFromNow: number) {
  await page.evaluate(seconds => {
    const [header, payload = '', signature] = (localStorage.getItem('access_token') ?? '').split('.')
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), byte => byte.charCodeAt(0))
    const claims = { ...JSON.parse(new TextDecoder().decode(bytes)), exp: Math.floor(Date.now() / 1000) + seconds }
    const changed = btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(claims))))
    const token = changed.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
    localStorage.setItem('access_token', `${header}.${token}.${signature}`)
  }, secondsFromNow)
}

/** A screen that follows the laboratory loads anew when it likes; here each call is the test's own doing. Before the page. */
export const withoutEvents = (page: Page) =>
  // In the page, not by a route: Playwright stops each request of a page that has one, and takes the browser's cache away.
  page.context().addInitScript(() => {
    const ask = globalThis.fetch
    globalThis.fetch = (asked, given) =>
      String(asked instanceof Request ? asked.url : asked).endsWith('/api/events')
        ? new Promise((_, leave) => given?.signal?.addEventListener('abort', () => leave(given.signal?.reason)))
        : ask(asked, given)
  })

/** A call that failed is tried once more by itself, a second later; here at once, where what it says in the end is looked at. Before the page. */
export const withoutPauses = (page: Page) =>
  page.addInitScript(() => {
    const wait = globalThis.setTimeout
    const pause = 1_000
    const sooner = (work: TimerHandler, time?: number, ...given: unknown[]) =>
      wait(work, time === pause ? 0 : time, ...given)
    Object.assign(globalThis, { setTimeout: sooner })
  })

/** As where the server could not tell whose page it is: what the page brings answers no call of the application's. */
export const withoutAnswers = (page: Page) =>
  page.addInitScript(() => {
    let kept: unknown
    Object.defineProperty(globalThis, 'early', {
      configurable: true,
      get: () => kept,
      set: early => {
        Object.freeze(early.answers)
        kept = early
      },
    })
  })

/** Calls to one address that the pages of a context make from now on; also those by which a screen catches up, unless a method is named. */
export function countCalls(context: BrowserContext, path: string, method?: 'POST'): { count: () => number } {
  let count = 0
  context.on('request', request => {
    if (new URL(request.url()).pathname === path && request.method() === (method ?? request.method())) count += 1
  })
  return { count: () => count }
}

/** Twice before the answer to this address comes: a quick one would let the second press fall on what stands beneath. */
export async function pressTwice(button: Locator, address: string) {
  const { promise: pressed, resolve: letThrough } = Promise.withResolvers<void>()
  await button.page().route(address, async route => {
    await pressed
    await route.fallback()
  })
  await button.dblclick()
  letThrough()
}

/** Nothing that axe calls serious or critical. Colours are looked at once nothing fades in or out any more. */
export async function expectAccessible(page: Page) {
  await page.evaluate(async () => {
    const fading = () =>
      document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    const frame = () => new Promise(requestAnimationFrame)
    // What has just been opened begins to fade in with the next frame.
    do {
      await frame()
      await frame()
      await Promise.allSettled(fading().map(({ finished }) => finished))
    } while (fading().length > 0)
  })
  expect(await breachesOf(page, 'grave')).toEqual([])
}
