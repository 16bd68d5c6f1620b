import type { Page } from '@playwright/test'
import { at } from './addresses.ts'
import { makeLaboratory } from './laboratory.ts'
import { enter } from './ordering.ts'
import {
  anyCase,
  application,
  expect,
  expectAccessible,
  refused,
  rows,
  signIn,
  test,
  withoutAnswers,
} from './portal.ts'

const widest = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

/** What has the focus, and what is wrong with how it is seen. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const places = [
      [left + 2, top + 2],
      [(left + right) / 2, (top + bottom) / 2],
      [right - 2, bottom - 2],
    ] as const
    const isSeen = places.some(([x, y]) => {
      const there = document.elementFromPoint(x, y)
      return there && (element.contains(there) || there.contains(element))
    })
    const name = element.getAttribute('aria-label') ?? element.getAttribute('name') ?? element.textContent ?? ''
    const faults = [
      ...(outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2 ? ['has no outline'] : []),
      ...(isSeen ? [] : ['is covered or off the screen']),
    ]
    return { name, faults: faults.map(fault => `${name} ${fault}`) }
  })

async function tabThrough(page: Page, steps: number) {
  const names: string[] = []
  const faults: string[] = []
  for (let step = 0; step < steps; step++) {
    await page.keyboard.press('Tab')
    const found = await focused(page)
    if (!found) break
    names.push(found.name)
    faults.push(...found.faults)
  }
  expect(faults).toEqual([])
  return names
}

/** Links and buttons smaller than this both ways; a word in a sentence may be. */
const tooSmall = (page: Page, least: number) =>
  page.evaluate(least => {
    const found = [...document.querySelectorAll('a[href], button, input:not([type=checkbox]), label')].filter(
      element => {
        const { width, height } = element.getBoundingClientRect()
        const isShown = width > 1 && height > 1 && !element.closest('thead, .skip-link, .field__label, p')
        const around = element.matches('.table__link') ? 28 : 0
        return isShown && (height + around < least || width + around < least)
      },
    )
    return found.map(element => `${element.className} ${element.textContent}`)
  }, least)

for (const [width, height, what] of [
  [1280, 800, 'on a desk'],
  [320, 256, 'enlarged to 400 %'],
] as const) {
  test.describe(what, () => {
    test.use({ viewport: { width, height } })

    test('the focus is always seen, and reaches everything', async ({ page }) => {
      await page.goto('/login')
      await expect(page.locator('#root')).toHaveCount(0)
      expect(await tabThrough(page, 9)).toContain('Créer un compte')
      await signIn(page, 'doctor')
      await page.goto('/cases')
      await expect(page.locator('#root')).toHaveCount(0)
      await expect(rows(page)).toHaveCount(25)
      const names = await tabThrough(page, 44)
      expect(names[0]).toBe('Aller au contenu')
      // Where there is no room the filters stand behind one button.
      const filters = width < 768 ? ['Filtrer'] : ['Statut', 'Livraison']
      for (const name of ['Tous', 'search', ...filters]) expect(names).toContain(name)
      expect(names.some(name => name.startsWith('Actions pour'))).toBe(true)
      await anyCase(page).focus()
      await page.keyboard.press('Enter')
      await expect(page.locator('.timeline')).toBeVisible()
      expect(await tabThrough(page, 3)).toContain('Travaux')
    })
  })
}

test.describe('under a thumb', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('everything has 44 px, and fields do not make the page jump', async ({ page }) => {
    for (const path of ['/login', '/login#forgot', '/signup']) {
      await page.goto(path)
      await expect(page.locator('#root')).toHaveCount(0)
      expect(await tooSmall(page, 44), path).toEqual([])
    }
    await signIn(page, 'doctor')
    await expect(rows(page)).toHaveCount(25)
    expect(await tooSmall(page, 44)).toEqual([])
    const sizes = await page.locator('input').evaluateAll(all => all.map(one => getComputedStyle(one).fontSize))
    expect(new Set(sizes)).toEqual(new Set(['16px']))
    await anyCase(page).tap()
    await expect(page.locator('.timeline')).toBeVisible()
    expect(await tooSmall(page, 44)).toEqual([])
  })
})

test('names of any length and any writing stay in their places', async ({ page }) => {
  const long = 'W'.repeat(120)
  const markup = `<img src=x onerror="window.broken=1">"'&amp;<script>window.broken=2</script>`
  const { host, user } = await makeLaboratory(
    { company_name: 'Laboratoire de prothèse dentaire de la Haute-Vallée-de-Chevreuse-et-Environs' },
    [
      {
        code: `T-${'0'.repeat(60)}`,
        patient: long,
        patient_code: `P-${'9'.repeat(60)}`,
        summary_fr: 'Bridge '.repeat(60),
      },
      { code: markup, patient: markup, patient_code: markup, summary_fr: markup, comment: `${markup} ${long}` },
      { code: 'é', patient: 'مرحبا بالعالم', patient_code: '\u202eabc', summary_fr: '' },
      { code: 'A', status: 'on_hold', hold_reason: 'other', hold_question: `${long} ?` },
    ],
  )
  await enter(page, host, user, '/cases')
  await expect(rows(page)).toHaveCount(4)
  const cases = await rows(page)
    .locator('th a')
    .evaluateAll(links => links.map(link => link.getAttribute('href') ?? ''))
  const atEachWidth = async (work?: () => Promise<void>) => {
    for (const width of [1440, 320]) {
      await page.setViewportSize({ width, height: 800 })
      await expect.poll(() => widest(page)).toBeLessThanOrEqual(width)
      await work?.()
    }
  }
  await atEachWidth(async () => {
    const overflowing = await rows(page)
      .locator('th a, .two-lines > span:first-child')
      .evaluateAll(all =>
        all.filter(words => {
          const text = document.createRange()
          text.selectNodeContents(words)
          const edge = words.closest('th, td')?.getBoundingClientRect().right ?? 0
          return text.getBoundingClientRect().right > edge + 1
        }),
      )
    expect(overflowing).toHaveLength(0)
  })
  for (const path of cases) {
    await page.goto(at(host, path))
    await expect(page.locator('.timeline, .card p.muted').filter({ visible: true })).not.toHaveCount(0)
    await atEachWidth()
  }
  expect(await page.evaluate(() => 'broken' in window)).toBe(false)
})

test('a logo that does not come leaves the initial', async ({ page, quiet }) => {
  quiet.allow(refused(404))
  await page.route('**/api/brand/images/**', route => route.fulfill({ status: 404 }))
  await page.goto('/login')
  await expect(page.locator('.brand-mark__tile')).toHaveText('É')
})

test.describe('in the reader’s own colours', () => {
  test.use({ contextOptions: { forcedColors: 'active' } })

  test('the chosen tab and entry still differ', async ({ page }) => {
    await signIn(page, 'doctor')
    await expect(rows(page)).toHaveCount(25)
    const edges = await page
      .locator('.tabs__tab')
      .evaluateAll(tabs => tabs.map(tab => getComputedStyle(tab).borderBottomColor))
    expect(edges[1]).toBe(edges[2])
    expect(edges[0]).not.toBe(edges[1])
    expect(
      await page.locator('.sidebar__entry[aria-current]').evaluate(entry => getComputedStyle(entry).borderTopWidth),
    ).toBe('1px')
    await expectAccessible(page)
  })
})

test.describe('without motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('nothing moves while something is on its way', async ({ page }) => {
    await signIn(page, 'doctor')
    await expect(rows(page)).toHaveCount(25)
    await page.route(/\/api\/orders|\/assets\//, () => undefined)
    await page.getByRole('link', { name: 'Historique' }).click()
    await expect(page.locator('table')).toHaveAttribute('aria-busy', 'true')
    await page.locator('.account').click()
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
  })
})

test('nothing spins before 200 ms, and what does stays for 300', async ({ page }) => {
  await signIn(page, 'doctor')
  await expect(rows(page)).toHaveCount(25)
  // The first rows were waited for too.
  await expect(page.locator('table')).not.toHaveAttribute('aria-busy')
  const changes = await page.evaluateHandle(() => {
    const seen: { at: number; busy: boolean }[] = []
    const table = document.querySelector('table')
    const note = () => seen.push({ at: performance.now(), busy: table?.getAttribute('aria-busy') === 'true' })
    if (table) new MutationObserver(note).observe(table, { attributes: true, attributeFilter: ['aria-busy'] })
    addEventListener('click', note, { capture: true })
    return seen
  })
  // Only now: a list that is loaded anew of its own accord would be held as well.
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/orders?**', async route => {
    await promise
    await route.continue()
  })
  await page.getByRole('columnheader', { name: 'Numéro' }).getByRole('link').click()
  await expect(page.locator('table')).toHaveAttribute('aria-busy', 'true')
  resolve()
  await expect.poll(async () => (await changes.jsonValue()).length).toBe(3)
  const [click, begin, end] = await changes.jsonValue()
  expect((begin?.at ?? 0) - (click?.at ?? 0)).toBeGreaterThanOrEqual(195)
  expect((end?.at ?? 0) - (begin?.at ?? 0)).toBeGreaterThanOrEqual(295)
})

test('a list that is refused says what to do, and keeps the search', async ({ page, quiet }) => {
  await signIn(page, 'doctor')
  await withoutAnswers(page)
  for (const [status, code, sentence, step] of [
    [403, 'forbidden', 'C’est le gestionnaire de votre cabinet qui donne les accès.', undefined],
    [409, 'conflict', 'Voyez l’état actuel, puis réessayez', 'Réessayer'],
    [422, 'input_invalid', 'n’est pas valable', 'Effacer les filtres'],
    [429, 'too_many_requests', 'Réessayez dans 30 secondes', 'Réessayer'],
  ] as const) {
    quiet.allow(refused(status))
    await page.route('**/api/orders?**', route =>
      route.fulfill({
        status,
        contentType: 'application/problem+json',
        headers: { 'retry-after': '30' },
        json: { status, code },
      }),
    )
    await page.goto('/cases?search=abc')
    await expect(application(page).locator('main')).toContainText(sentence)
    await expect(page).toHaveURL(/search=abc/)
    await expect(page.locator('.account')).toBeVisible()
    if (!step) continue
    await expect(page.getByText(step, { exact: true })).toBeVisible()
    await expect(page.getByRole('searchbox')).toHaveValue('abc')
  }
})

test('with the control key every link opens a tab of its own', async ({ page, context }) => {
  await signIn(page, 'doctor')
  await expect(rows(page)).toHaveCount(25)
  for (const [link, address] of [
    [anyCase(page), /\/cases\/[\w-]+$/],
    [page.getByRole('link', { name: 'Historique' }), /tab=history/],
    [page.getByRole('columnheader', { name: 'Patient' }).getByRole('link'), /sort_by=patient/],
    [page.getByRole('link', { name: 'Suivant' }), /page=2/],
  ] as const) {
    const opened = context.waitForEvent('page')
    await link.click({ modifiers: ['Control'] })
    const tab = await opened
    await expect(tab).toHaveURL(address)
    await tab.close()
    await expect(page).toHaveURL('/cases')
  }
})

test('the pointer and the focus prepare the page of a case', async ({ page }) => {
  await signIn(page, 'doctor')
  await expect(rows(page)).toHaveCount(25)
  for (const [index, touch] of [
    [3, 'hover'],
    [5, 'focus'],
  ] as const) {
    const link = rows(page).nth(index).getByRole('link')
    const id = (await link.getAttribute('href'))?.split('/').at(-1)
    const asked = page.waitForRequest(`**/api/orders/${id}`)
    await link[touch]()
    await asked
  }
})
