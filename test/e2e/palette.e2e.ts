import type { Page } from '@playwright/test'
import { testPassword } from '../make.ts'
import { at } from './addresses.ts'
import { makeLaboratory, openLaboratory, withMaker } from './laboratory.ts'
import { enter } from './ordering.ts'
import { current, field, openPalette, options, palette } from './palette.ts'
import {
  anyCase,
  enterAs,
  expect,
  expectAccessible,
  refused,
  signIn,
  test,
  withoutEvents,
  withoutPauses,
} from './portal.ts'

const count = (page: Page) => palette(page).locator('p[role=status]')

test.describe('quick access by the keyboard alone', () => {
  test('opens anywhere and leads to a screen, is walked with the arrows, and opens a tab of its own', async ({
    page,
    context,
  }) => {
    const fetched: string[] = []
    page.on('request', request => {
      if (/portal-palette|palette-text/.test(request.url())) fetched.push(request.url())
    })
    await signIn(page)
    await test.step('opens anywhere, comes only then, and leads to a screen', async () => {
      await page.getByRole('searchbox').click()
      await page.getByRole('searchbox').fill('cour')
      await expect(page).toHaveURL(/search=cour/)
      expect(fetched).toEqual([])
      await openPalette(page)
      expect(fetched).not.toEqual([])
      await expect(field(page)).toHaveAttribute('aria-expanded', 'true')
      await expect(field(page)).not.toHaveAttribute('aria-activedescendant')
      await expect(palette(page).getByRole('group')).toHaveCount(3)
      await expectAccessible(page)
      // The same keys close it, Escape too, and the focus is where it was.
      await page.keyboard.press('Control+k')
      await expect(palette(page)).toBeHidden()
      await expect(page.getByRole('searchbox')).toBeFocused()
      await openPalette(page)
      await page.keyboard.press('Escape')
      await expect(palette(page)).toBeHidden()
      await expect(page.getByRole('searchbox')).toBeFocused()
      await openPalette(page)
      await palette(page).getByRole('heading').click()
      await expect(palette(page)).toBeVisible()
      // A press beside it takes nothing away.
      await page.mouse.click(5, 300)
      await expect(palette(page)).toBeHidden()
      await openPalette(page)
      // Without accents, in any order, by another word for it.
      await page.keyboard.type('BORD tableau')
      await expect(current(page)).toHaveText('Tableau de bord')
      await expect(count(page)).toHaveText('1 résultat')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL('/dashboard')
      await expect(palette(page)).toBeHidden()
      await expect(page.locator('main')).toBeFocused()
    })
    await test.step('walks with the arrows, Home and End, round and round', async () => {
      await openPalette(page)
      const first = options(page).first()
      const last = options(page).last()
      await page.keyboard.press('ArrowDown')
      await expect(first).toHaveAttribute('aria-selected', 'true')
      await expect(field(page)).toHaveAttribute('aria-activedescendant', (await first.getAttribute('id')) ?? '')
      await page.keyboard.press('ArrowUp')
      await expect(last).toHaveAttribute('aria-selected', 'true')
      await expect(last).toBeInViewport()
      await page.keyboard.press('ArrowDown')
      await expect(first).toHaveAttribute('aria-selected', 'true')
      await page.keyboard.press('End')
      await expect(last).toHaveAttribute('aria-selected', 'true')
      await page.keyboard.press('Home')
      await expect(first).toHaveAttribute('aria-selected', 'true')
      await expect(current(page)).toHaveCount(1)
      await expect(field(page)).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(palette(page)).toBeHidden()
    })
    await test.step('opens a result in a tab of its own with the control key', async () => {
      await openPalette(page)
      await page.keyboard.type('absences')
      await expect(current(page)).toHaveText('Absences')
      const tab = context.waitForEvent('page')
      await page.keyboard.press('Control+Enter')
      await expect(await tab).toHaveURL('/absences')
      await expect(palette(page)).toBeVisible()
      await expect(page).toHaveURL('/dashboard')
    })
  })

  test('finds a case by number, patient and patient code, without a word of it in the address', async ({ page }) => {
    const { host, user } = await makeLaboratory({}, [
      { code: 'T-4711', patient: 'Zoé Lemaître', patient_code: 'P-90210', status: 'invoiced' },
      { code: 'T-4712', patient: 'Zoé Martin', patient_code: 'P-31415' },
      { code: 'T-8800', patient: null, patient_code: 'P-27182' },
    ])
    const documents: string[] = []
    page.on('framenavigated', frame => documents.push(frame.url()))
    await signInTo(page, host, user.login)
    for (const [typed, code] of [
      ['lemaitre zoe', 'T-4711'],
      ['31415', 'T-4712'],
      ['8800', 'T-8800'],
    ] as const) {
      await openPalette(page)
      await page.keyboard.type(typed)
      // Pressed before the case has come: it counts when it is there.
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { level: 1 })).toContainText(code)
      await expect(page).toHaveURL(/\/cases\/[\da-f-]{36}$/)
      await expect(palette(page)).toBeHidden()
    }
    await openPalette(page)
    await page.keyboard.type('zoe')
    await expect(options(page)).toHaveText([/T-4712.*P-31415 · Zoé Martin/, /T-4711.*P-90210 · Zoé Lemaître.*Facturé/])
    await expect(count(page)).toHaveText('2 résultats')
    await expectAccessible(page)
    expect(documents.join(' ')).not.toMatch(/zo|lema|search/i)
  })

  test('finds a piece by its number, for whoever may see what is owed', async ({ page }) => {
    const { host, manager, doctor, code, id } = await withMaker(async make => {
      const { host, practice } = await openLaboratory(make, {})
      const { id } = await make.invoice(practice, { amount_cents: 12_000 })
      const { rows } = await make.within(practice.laboratory.id, client =>
        client.query<{ code: string }>('select piece_code as code from invoices where id = $1', [id]),
      )
      const manager = await make.user(practice, { account_type: 'manager' })
      const doctor = await make.user(practice, { is_practice_doctor: true })
      return { host, manager, doctor, id, code: rows[0]?.code ?? '' }
    })
    await enter(page, host, manager, '/dashboard')
    await openPalette(page)
    await page.keyboard.type(code.toLowerCase())
    await expect(options(page)).toHaveText([new RegExp(`${code}.*À payer`)])
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(at(host, `/invoices/${id}`))
    await enter(page, host, doctor, '/dashboard')
    const asked: string[] = []
    page.on('request', request => asked.push(new URL(request.url()).pathname))
    await openPalette(page)
    await page.keyboard.type(code)
    await expect(palette(page)).toContainText('Vérifiez l’orthographe')
    expect(asked).toContain('/api/orders')
    expect(asked).not.toContain('/api/invoices')
  })

  test('knows the lists that wait, and acts on the case that is open as far as it may', async ({ page }) => {
    const { host, user } = await makeLaboratory({}, [
      { code: 'T-6001', status: 'in_production', delivery_on: '2030-01-04', appointment_at: '2030-01-08T09:00:00Z' },
      { code: 'T-6002', status: 'delivered', delivery_on: '2026-01-06' },
    ])
    await signInTo(page, host, user.login)
    for (const [typed, name, address] of [
      ['repondre', 'À répondre', /waiting=any/],
      ['retardes', 'Retardés', /delivery=delayed/],
      ['cette semaine', 'Cette semaine', /delivery=this_week/],
      ['brouillons', 'Brouillons', /drafts$/],
    ] as const) {
      await openPalette(page)
      await page.keyboard.type(typed)
      await expect(current(page)).toHaveText(name)
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(address)
    }
    const acts = palette(page).getByRole('group', { name: 'Ce travail' }).getByRole('option')
    async function openCase(code: string) {
      await openPalette(page)
      await page.keyboard.type(code)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { level: 1 })).toContainText(code)
      await expect(page.getByRole('button', { name: 'Contacter le laboratoire' })).toBeEnabled()
    }
    await openCase('T-6002')
    await openPalette(page)
    await expect(acts).toHaveText([/Écrire/, /Signaler/, /fiche de traçabilité/, /Tous les travaux/])
    await page.keyboard.press('Escape')
    await openCase('T-6001')
    await expect(page.getByRole('button', { name: /changer le jour ou l’heure$/ })).toBeVisible()
    await openPalette(page)
    await expect(acts).toHaveText([
      /Écrire/,
      /Signaler/,
      'Modifier ce travail',
      'Déplacer le rendez-vous',
      'Demander plus tôt',
      /fiche de traçabilité/,
      /Tous les travaux/,
    ])
    await expectAccessible(page)
    for (const title of ['Signaler un problème', 'Modifier ce travail', 'Demander plus tôt']) {
      await field(page).fill(title)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('dialog', { name: /T-6001/ })).toBeVisible()
      await page.keyboard.press('Escape')
      await openPalette(page)
    }
    await page.keyboard.type('déplacer')
    await page.keyboard.press('Enter')
    await expect(page.locator('.calendar [data-day="2030-01-08"]')).toBeFocused()
    // Pressed, a day is chosen and nothing moves yet.
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Déplacer au' })).toBeVisible()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    // Another hour, the same day.
    const hour = page.getByRole('textbox', { name: 'Heure' })
    await hour.fill('neuf')
    await page.getByRole('button', { name: 'Garder le jour' }).click()
    await expect(hour).toHaveAccessibleDescription(/14h30 par exemple/)
    await hour.fill('1430')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Sera noté dans 10 s').first()).toBeVisible()
    await openPalette(page)
    await page.keyboard.type('écrire')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Votre message' })).toBeFocused()
  })

  test('does what the menus do: dialogs, language, sign-out', async ({ page }) => {
    const { host, user } = await makeLaboratory({})
    await signInTo(page, host, user.login)
    for (const [typed, title] of [
      ['collecte program', 'Programmer une collecte'],
      ['conges declar', 'Déclarer une absence'],
      ['fournitures', 'Demander des fournitures'],
    ] as const) {
      await openPalette(page)
      await page.keyboard.type(typed)
      await expect(current(page)).toHaveText(title)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('dialog', { name: title })).toBeVisible()
      await expect(palette(page)).toBeHidden()
      // Another dialog waits for an answer.
      await page.keyboard.press('Control+k')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
    }
    // Left with its screen.
    await page.getByRole('link', { name: 'Historique' }).click()
    await openPalette(page)
    await page.keyboard.type('conges declar')
    await expect(current(page)).toHaveText('Déclarer une absence')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Déclarer une absence' })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('dialog')).toBeHidden()
    await openPalette(page)
    await page.keyboard.type('english')
    await expect(current(page)).toHaveText('Changer de langue : English')
    await page.keyboard.press('Enter')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox', { name: /^A case, .*a screen or an action$/ })).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.type('sign out')
    await expect(page.getByRole('option', { selected: true })).toHaveText('Log out')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/login$/)
    // Nothing of it is left on the open pages.
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog')).toBeHidden()
  })
})

test.describe('who finds what in quick access', () => {
  for (const [login, hidden, shown] of [
    ['practice-doctor', ['Absences', 'Déclarer une absence'], 'Changer de langue : English'],
    ['dlcpm', ['Nouvelle demande de travail', 'Changer de langue : English'], 'Absences'],
  ] as const) {
    test(`${login} finds what the menus have, and no more`, async ({ page }) => {
      await signIn(page, login)
      await openPalette(page)
      await expect(palette(page).getByRole('option', { name: shown, exact: true })).toBeVisible()
      await expect(palette(page).getByRole('option', { name: 'Programmer une collecte' })).toBeVisible()
      for (const name of hidden) await expect(palette(page).getByRole('option', { name, exact: true })).toHaveCount(0)
    })
  }
})

test.describe('when cases are slow or fail to come', () => {
  test('an answer that is no longer asked for shows nothing, and a failure is said and can be mended', async ({
    page,
    quiet,
  }) => {
    await withoutPauses(page)
    const { host, user } = await makeLaboratory({}, [
      { code: 'T-1001', patient: 'Zoé Aubert', patient_code: 'P-1' },
      { code: 'T-1002', patient: 'Luc Zola', patient_code: 'P-2' },
      { code: 'T-1003', patient: 'Colette Aubert', patient_code: 'P-3' },
    ])
    await withoutEvents(page)
    await signInTo(page, host, user.login)
    await test.step('an answer that is no longer asked for shows nothing', async () => {
      const given = Promise.withResolvers<void>()
      await page.route(/search=zo(&|$)/, async route => {
        await given.promise
        await route.continue().catch(() => undefined)
      })
      await openPalette(page)
      const asked = page.waitForRequest(/search=zo(&|$)/)
      const dropped = page.waitForEvent('requestfailed', request => /search=zo(&|$)/.test(request.url()))
      await page.keyboard.type('zo')
      await asked
      await expect(palette(page).getByText('Recherche en cours…')).toBeVisible()
      await page.keyboard.type('la')
      await dropped
      await expect(options(page)).toHaveText([/T-1002/])
      given.resolve()
      await expect(count(page)).toHaveText('1 résultat')
      await expect(options(page)).toHaveText([/T-1002/])
    })
    await test.step('a failure is said, leaves the screens in reach, and can be mended', async () => {
      quiet.allow(refused(503))
      await page.keyboard.press('Escape')
      await page.route(/search=/, route => route.fulfill({ status: 503 }))
      await openPalette(page)
      await page.keyboard.type('colette')
      await expect(palette(page).getByRole('alert')).toContainText('La recherche n’a pas abouti')
      await expectAccessible(page)
      await page.unroute(/search=/)
      await palette(page).getByRole('button', { name: 'Réessayer' }).click()
      await expect(options(page)).toHaveText([/T-1003/])
      await page.route(/search=/, route => route.fulfill({ status: 503 }))
      await field(page).fill('collecte')
      await expect(palette(page).getByRole('alert')).toBeVisible()
      await expect(palette(page).getByRole('option', { name: 'Collectes' })).toBeVisible()
      await page.unroute(/search=/)
      await field(page).fill('qqqq')
      await expect(palette(page).getByText('Rien ne correspond à « qqqq ».')).toBeVisible()
      await expect(count(page)).toHaveText('Aucun résultat')
    })
  })
})

test.describe('under a thumb', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('quick access is one press away, in the upper half, with 44 px everywhere', async ({ page }) => {
    await signIn(page)
    const code = (await anyCase(page).textContent()) ?? ''
    await page.getByRole('banner').getByRole('button', { name: 'Accès rapide' }).tap()
    await expect(field(page)).toBeFocused()
    const heights = await options(page).evaluateAll(all =>
      all.map(one => Math.round(one.getBoundingClientRect().height)),
    )
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(44)
    expect((await palette(page).boundingBox())?.y).toBeLessThan(40)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await expectAccessible(page)
    await options(page).filter({ hasText: 'Tableau de bord' }).tap()
    await expect(page).toHaveURL('/dashboard')
    // From the drawer, which makes way.
    await page.getByRole('button', { name: 'Ouvrir le menu' }).tap()
    const drawer = page.getByRole('complementary', { name: 'Menu' })
    await drawer.getByRole('button', { name: 'Accès rapide' }).tap()
    await expect(field(page)).toBeFocused()
    await expect(drawer).toBeHidden()
    await field(page).fill(code)
    await options(page).filter({ hasText: code }).tap()
    await expect(page).toHaveURL(/\/cases\/.+/)
  })
})

const signInTo = (page: Page, host: string, login: string) =>
  enterAs(page, { login, password: testPassword }, at(host, '/cases'))
