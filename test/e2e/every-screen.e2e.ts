// Rules of docs/forty-rules.md on every screen that the menus lead to, and on those behind them.
import { globSync, readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { inTurn, isInTurn } from '../in-turn.ts'
import { breachesOf } from './accessibility.ts'
import { asksNothing, type Harmless } from './all-forms.ts'
import { faultsOfEmpty, faultsOfForm } from './form-rules.ts'
import { enter } from './ordering.ts'
import { makePlace } from './place-with-forms.ts'
import { application, expect, test, withoutPauses } from './portal.ts'
import { broken, ended, type Failure, fail, giveUpSoon, otherFailures, withoutWaits } from './refusals.ts'
import { faultsOf, faultsOfOpened } from './screen-rules.ts'

type Place = Awaited<ReturnType<typeof makePlace>>
type Who = 'manager' | 'staff'

/** Where the menus lead, and what lies behind: read from the menus, so that a new entry is walked too. */
async function screensOf(page: Page, place: Place, who: Who) {
  const links = await page
    .locator('.sidebar a[href^="/"]')
    .evaluateAll(all => all.map(one => one.getAttribute('href') ?? ''))
  const { books, bench } = place
  const behind =
    who === 'manager'
      ? [
          '/cases/drafts',
          '/supplies',
          '/account',
          '/account/colleagues',
          `/cases/${place.late}`,
          `/cases/${place.late}/patient`,
          `/invoices/${place.proForma}`,
          `/invoices/payments/${place.payment}`,
        ]
      : [
          `/staff/cases/${place.late}`,
          `/staff/cases/new?practiceId=${books.practice}`,
          '/staff/account',
          '/staff/figures/cases',
          '/staff/settings/catalogue',
          '/staff/settings/prices',
          `/staff/settings/prices/${place.bench.prices}`,
          '/staff/settings/calendar',
          '/staff/settings/capacity',
          '/staff/settings/supplies',
          '/staff/settings/import',
          '/staff/settings/mails',
          '/staff/settings/brand',
          '/staff/billing/settings',
          `/staff/signup-requests/${place.signup}`,
          `/staff/practices/${books.practice}`,
          `/staff/billing/practices/${books.practice}`,
          `/staff/invoices/${books.questioned}`,
          `/staff/sheets/${bench.order}`,
          `/staff/materials/${bench.material}`,
          `/staff/lots/${bench.lot}`,
        ]
  return [...new Set([...links.filter(link => link !== '/'), ...behind])]
}

/** What the same screens also look like: other parts of them, and cases that stand elsewhere. */
const statesOf = ({ held, shipped, late, bench }: Place, who: Who) =>
  who === 'manager'
    ? [
        `/cases/${held}`,
        `/cases/${shipped}`,
        `/cases/${bench.left}`,
        `/cases/${late}?tab=attachments`,
        '/cases?tab=history',
        '/absences?tab=all',
        '/dashboard?tab=week',
      ]
    : [`/staff/cases/${held}`, `/staff/cases/${shipped}`, `/staff/cases/${bench.left}`]

/** Of the audience, as the routes say them; whoever is not signed in sees what is left out, and what leads on shows nothing. */
function pathsOf(who: Who): string[] {
  const sources = new URL('../../', import.meta.url)
  const routes = globSync('{app,features}/**/*.tsx', { cwd: sources }).flatMap(name =>
    readFileSync(new URL(name, sources), 'utf8')
      .split('createRoute({')
      .slice(1)
      .map(route => route.split('\n})')[0] ?? ''),
  )
  const paths = routes
    .filter(route => route.includes('component: lazyScreen('))
    // One that is written another way would be left out in silence.
    .map(route => /^ {2}path: '([^']+)'/m.exec(route)?.[1] ?? `no path: ${route.slice(0, 200)}`)
    .filter(path => !['/login', '/signup'].includes(path) && path.startsWith('/staff') === (who === 'staff'))
  expect(paths.length).toBeGreaterThan(who === 'manager' ? 10 : 40)
  return paths
}
const leadsTo = (path: string, address: string) =>
  new RegExp(`^${path.replaceAll(/\$\w+/g, '[^/]+')}$`).test(address.split('?')[0] ?? '')
/** `addresses` are those that were shown, wherever the links led. */
const notWalked = (who: Who, addresses: string[]) =>
  pathsOf(who).filter(path => !addresses.some(address => leadsTo(path, address)))

/** The whole screen, by its address or by a link: no heading is left of the one before. */
async function expectWhole(page: Page, address: string) {
  await expect(page.locator('#root')).toHaveCount(0)
  await expect(page.locator('h1:not([data-left])').first(), address).toBeVisible()
  await expect(page.locator('.skeleton')).toHaveCount(0)
  await expect(page.locator('main'), address).not.toContainText(/Page introuvable|Réessayer|Page not found|Try again/)
  return new URL(page.url()).pathname
}

async function show(page: Page, address: string) {
  await page.goto(new URL(address, page.url()).href)
  return expectWhole(page, address)
}

/** With the frame: they have no part of their own that could be gone. */
const comesAtOnce = ['/cases', '/staff', '/staff/cases']

/** As a link of ours does, which loads no page; what stood and could be pressed before is no answer of the next screen. */
const follow = (page: Page, address: string) =>
  page.evaluate(address => {
    for (const one of document.querySelectorAll('h1, main button')) one.setAttribute('data-left', '')
    const { state } = history
    history.pushState({ ...state, __TSR_index: (state?.__TSR_index ?? 0) + 1 }, '', address)
  }, address)

async function goTo(page: Page, address: string) {
  if (address !== new URL(page.url()).pathname) await follow(page, address)
  return expectWhole(page, address)
}

/** Where whoever is stuck looks: on a phone behind the button of the menu. */
const help = (page: Page) =>
  page.evaluate(() => {
    const places = ['.sidebar__help', '.account', '.topbar [popovertarget]'].flatMap(selector => {
      const one = document.querySelector(selector)
      return one?.checkVisibility({ visibilityProperty: true }) ? [one.getBoundingClientRect()] : []
    })
    const words = document.querySelector('.sidebar__help:has(a[href^="tel:"])')?.textContent
    return words && places.length > 0 && places.every(({ bottom }) => bottom <= innerHeight)
      ? `${places.map(({ x, y }) => `${Math.round(x)} ${Math.round(y)}`)} ${words}`
      : 'no help'
  })

const standing = Object.entries<Harmless>(asksNothing).flatMap(([source, form]) =>
  'stands' in form ? [{ source, ...form }] : [],
)
/** Of the forms in which nothing can be lost; the others are judged as they open (leaving.e2e.ts). */
async function faultsOfStanding(page: Page, address: string, judged: Set<string>): Promise<string[]> {
  const faults: string[] = []
  for (const { source, on, stands, holds } of standing) {
    if (judged.has(source) || !address.startsWith(on)) continue
    const form = page.locator(stands).filter({ visible: true })
    if ((await form.count()) === 0) continue
    judged.add(source)
    const found = [...(await faultsOfForm(form.first())), ...(await faultsOfEmpty(form.first()))]
    faults.push(...found.filter(holds ?? Boolean).map(fault => `${source}: ${fault}`))
  }
  return faults
}

/** Each screen in both languages in every run, and at both widths in each over the runs. */
const languages = inTurn('the languages of every screen', [
  ['fr', 'en'],
  ['en', 'fr'],
] as const)
/** The states of a screen are seen at one of the widths. */
const statesAt = inTurn('the states of every screen', [24, 44])

/** By a link at one of the widths, within one loaded application, and by its address at the other. */
const linkedAt = inTurn('which screens are come to by links', [24, 44])

const withoutIds = (address: string) => address.replaceAll(/[-0-9a-f]{36}/g, '$id')

/** In one way for all of them, so that each screen's part is gone in one run of three. */
const isGone = (address: string) => isInTurn(`whether the part of ${withoutIds(address)} is gone`)

/** What axe finds takes as long as all the rest: of each screen in one run of six, of each that has failed in one of twelve, of all with `STORIES=all`. */
const isAxesTurn = (what: string) => isInTurn(`axe on ${withoutIds(what)}`, 6)

/** On the narrowest phone that WCAG knows (1.4.10), where most has to give way; a mouse's screen is seen as it stands. */
async function seenByAxe(page: Page, what: string): Promise<string[]> {
  if (!isAxesTurn(what)) return []
  const size = page.viewportSize() ?? { width: 1440, height: 900 }
  if (size.width > 390) return breachesOf(page)
  await page.setViewportSize({ ...size, width: 320 })
  const found = await breachesOf(page)
  await page.setViewportSize(size)
  return found.map(breach => `at 320 px ${breach}`)
}

for (const who of ['manager', 'staff'] as const) {
  for (const [what, options, least] of [
    ['with a mouse', { viewport: { width: 1440, height: 900 } }, 24],
    ['under a thumb', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }, 44],
  ] as const) {
    test.describe(`every screen of ${who === 'manager' ? 'a practice' : 'the laboratory'} ${what}`, () => {
      test.use(options)

      test('keeps the rules that hold everywhere', async ({ page }) => {
        test.slow()
        const language = languages[0]?.[least === 24 ? 0 : 1] ?? 'fr'
        const place = await makePlace({ longest: true, language })
        await enter(page, place.host, place[who], who === 'manager' ? '/dashboard' : '/staff')
        await expect(page.locator('h1').first()).toBeVisible()
        const places = new Set<string>()
        const found: string[] = []
        const shown: string[] = []
        const [judged, opened] = [new Set<string>(), new Set<string>()]
        const states = statesAt.includes(least) ? statesOf(place, who) : []
        for (const address of [...(await screensOf(page, place, who)), ...states]) {
          // A state may be of the very screen that stands there.
          const isLinked = least === linkedAt[0] && !states.includes(address)
          const path = await (isLinked ? goTo(page, address) : show(page, address))
          shown.push(path)
          // 39
          places.add(await help(page))
          const judge = () => faultsOfStanding(page, path, judged)
          const judgeOpened = async (kind: string) => [
            ...(await judge()),
            ...(await seenByAxe(page, `${kind} at ${least}`)),
          ]
          const faults = [...(await judge()), ...(await faultsOfOpened(page, opened, least, judgeOpened))]
          faults.push(...(await faultsOf(page, least)), ...(await seenByAxe(page, `${path} at ${least}`)))
          found.push(...faults.map(fault => `${address} ${fault}`))
        }
        await expect(page.locator('html')).toHaveAttribute('lang', language)
        expect(found).toEqual([])
        expect([...places]).toEqual([expect.stringMatching(/\d/)])
        expect(notWalked(who, shown)).toEqual([])
        const ours = standing.filter(({ on }) => on.startsWith('/staff') === (who === 'staff'))
        // On a phone some of them stand in a panel within a panel.
        if (least === 24) expect(ours.map(({ source }) => source).filter(source => !judged.has(source))).toEqual([])
        expect(opened.size).toBeGreaterThan(2)
      })
    })
  }

  test(`on every screen of ${who === 'manager' ? 'a practice' : 'the laboratory'} a failure has a sentence and a next step`, async ({
    page,
    quiet,
  }) => {
    test.slow()
    quiet.allow(/Failed to load resource/, /Failed to fetch dynamically imported module|No \/assets/)
    const place = await makePlace()
    // One that comes without its answers: they would be in the way of a failure.
    const first = who === 'manager' ? '/account' : '/staff/account'
    await withoutPauses(page)
    await withoutWaits(page)
    await enter(page, place.host, place[who], first)
    await expect(page.locator('h1').first()).toBeVisible()
    // What is scanned is looked up then: there is nothing to load.
    const all = await screensOf(page, place, who)
    expect(notWalked(who, all)).toEqual([])
    const addresses = all.filter(address => address !== first && !address.startsWith('/staff/scan'))
    // 34: a screen whose part is gone says so. Never over what somebody has typed, so that here no page is loaded anew: the one
    // reload is of one making for all of them (failures.e2e.ts).
    await page.evaluate(() => {
      const typed = document.createElement('input')
      typed.hidden = true
      typed.value = 'a'
      document.body.append(typed)
    })
    await page.route('**/assets/**', route => route.fulfill({ status: 404 }))
    for (const address of addresses.filter(address => !comesAtOnce.includes(address) && isGone(address)))
      await test.step(address, async () => {
        const told = page.evaluate(
          () => new Promise<void>(resolve => addEventListener('arcade:chunk-failed', () => resolve(), { once: true })),
        )
        await follow(page, address)
        await told
        // That of the screen before says the same.
        await expect(page.locator('h1:not([data-left])', { hasText: 'Le portail a été mis à jour' })).toBeVisible()
        expect(await seenByAxe(page, `${address} gone`), address).toEqual([])
      })
    await page.unroute('**/assets/**')
    await show(page, first)
    let failure = broken
    const failAs = async (other: Failure) => {
      failure = other
      await giveUpSoon(page, other)
    }
    await page.route(/\/api\/(?!token|brand|events)/, route => fail(route, failure))
    const retry = page.locator('main button:not([data-left])', { hasText: 'Réessayer' })
    const main = page.locator('main')
    // All screens say it by the same part: half of them in one run, the others in another.
    for (const address of addresses.filter(address => isInTurn(`failing ${withoutIds(address)}`, 2))) {
      await failAs(broken)
      await follow(page, address)
      await expect(retry.first(), address).toBeVisible()
      await expect(main, address).not.toContainText('Quelque chose s’est mal passé')
      expect(await seenByAxe(page, `${address} failed`), address).toEqual([])
      // Asked again, it fails otherwise: each of these on some screens in every run, and on each of them over the runs.
      const ways = inTurn(`how ${withoutIds(address)} fails`, otherFailures)
      // What is said for good leaves nothing to press again: where all are told, one of those, and last.
      const ends = ways.filter(({ isEnd }) => isEnd)
      for (const other of [...ways.filter(({ isEnd }) => !isEnd), ...ends.slice(0, 1)])
        await test.step(`${address} ${other.code}`, async () => {
          await failAs(other)
          await retry.first().click()
          await expect(main).toContainText(other.says)
          await expect(main.locator('a[href], button').filter({ visible: true }).first()).toBeVisible()
          if (other.isEnd) return
          await expect(retry.first()).toBeVisible()
        })
    }
    await failAs(broken)
    await page.goto(new URL(first, page.url()).href)
    await expect(retry.first()).toBeVisible()
    // Whose session is over signs in, and comes back to where they were.
    await page.route('**/api/token/refresh', route => fail(route, ended))
    await failAs(ended)
    // What is asked a second time by itself may lead away before the press.
    await retry
      .first()
      .click({ timeout: 5_000 })
      .catch(() => undefined)
    await expect(page).toHaveURL(url => url.pathname === '/login' && url.search.includes(encodeURIComponent(first)))
    await expect(application(page).locator('form [name=password]')).toBeVisible()
  })
}
