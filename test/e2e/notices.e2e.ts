import type { Page } from '@playwright/test'
import { inTurn } from '../in-turn.ts'
import { type TestUser, testPassword } from '../make.ts'
import { at } from './addresses.ts'
import { elsewhere } from './elsewhere.ts'
import { openLaboratory, withMaker } from './laboratory.ts'
import { doChoresNow, onlyMailTo } from './mails.ts'
import { application, enterAs, expect, expectAccessible, rows, test, unreachable } from './portal.ts'

const makePlace = (language: 'fr' | 'en') =>
  withMaker(async make => {
    const { host, laboratory, practice } = await openLaboratory(make, { company_name: 'Labo Test' })
    const order = await make.order(practice, { status: 'in_production', patient: 'Zoé Quartefeuille' })
    const [doctor, staff] = [await make.user(practice, { language }), await make.user(laboratory, { language })]
    return { host, laboratory, order, doctor, staff }
  })
type Place = Awaited<ReturnType<typeof makePlace>>

async function enter(page: Page, { host }: Place, user: TestUser, path: string) {
  const isListening = page.waitForResponse(response => new URL(response.url()).pathname === '/api/events')
  await enterAs(page, { login: user.login, password: testPassword }, at(host, path))
  await isListening
}

const words = {
  fr: {
    mark: 'Nouveau',
    count: '1 travail avec du nouveau',
    never: 'Jamais',
    message: 'Un message du laboratoire',
    saved: 'Enregistré',
    notSaved: 'Votre choix n’a pas été enregistré',
    atOnce: 'Tout de suite',
    retry: 'Réessayer',
    stopAll: 'Arrêter toutes les notifications',
    stopped: /^C’est fait/,
    sent: 'Envoyé',
  },
  en: {
    mark: 'New',
    count: '1 case with news',
    never: 'Never',
    message: 'A message from the laboratory',
    saved: 'Saved',
    notSaved: 'Your choice was not saved',
    atOnce: 'At once',
    retry: 'Try again',
    stopAll: 'Stop all notifications',
    stopped: /^Done/,
    sent: 'Sent',
  },
} as const
const desk = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

for (const [language, size, otherSize] of inTurn('notices', [
  ['fr', desk, phone],
  ['en', phone, desk],
] as const)) {
  test(`what the laboratory asks is mailed, leads to the case, and is read on every device; such mails are chosen and ended (${language}, ${size.width})`, async ({
    page,
    browser,
    quiet,
  }) => {
    const t = words[language]
    const place = await makePlace(language)
    await page.setViewportSize(size)
    const otherDevice = await browser.newContext({ viewport: otherSize, reducedMotion: 'reduce' })
    quiet.listen(otherDevice)
    const other = await otherDevice.newPage()
    await enter(page, place, place.doctor, '/cases')
    await enter(other, place, place.doctor, '/cases')

    const hold = { reason: 'technical_response', question: 'Zoé veut-elle la teinte A1 ?' }
    await elsewhere(page, place.host, place.staff, `/api/staff/orders/${place.order.id}/status`, {
      status: 'on_hold',
      hold,
    })
    for (const device of [page, other]) {
      await expect(rows(device).getByText(t.mark, { exact: true })).toBeVisible()
      await expect(application(device).locator('.sidebar').getByText(t.count)).toBeAttached()
    }
    await expectAccessible(page)

    await withMaker(make =>
      make.within(place.laboratory.id, client =>
        client.query(`update notices set created_at = created_at - interval '11 minutes'`),
      ),
    )
    await doChoresNow(place.laboratory.id)
    const { headers, text } = await onlyMailTo(`${place.doctor.login}@example.test`, place.order.code)
    expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(text).not.toMatch(/Zoé|teinte|Quartefeuille/)
    const link = (place: RegExp) => text.match(place)?.[0] ?? 'no link'

    await page.goto(link(/http:\S+\/cases\/\S+/))
    const heading = application(page).getByRole('heading', { level: 1 })
    await expect(heading).toContainText(t.mark)
    await expect(heading).toHaveText(place.order.code)
    await expect(rows(other).getByText(t.mark, { exact: true })).toHaveCount(0)
    for (const device of [page, other])
      await expect(application(device).locator('.sidebar').getByText(t.count)).toHaveCount(0)

    const { promise: isKnown, resolve: tell } = Promise.withResolvers<void>()
    await page.route('**/api/account', async route => {
      await isKnown
      await route.continue()
    })
    await page.goto(link(/http:\S+\/account#notices/))
    const choice = page.getByLabel(t.message)
    await expect(choice).toBeVisible()
    tell()
    // What stands above it has come last, and has not pushed it away.
    await expect(application(page).getByText(`${place.doctor.login}@example.test`).first()).toBeVisible()
    const top = () => page.locator('#notices').evaluate(section => section.getBoundingClientRect().top)
    await expect.poll(async () => Math.round(await top())).toBe(size === phone ? 72 : 16)
    quiet.allow(unreachable)
    await page.context().setOffline(true)
    await choice.selectOption(t.never)
    await expect(page.getByText(t.notSaved)).toBeVisible()
    await expect(choice.locator('option:checked')).toHaveText(t.atOnce)
    await expectAccessible(page)
    await page.context().setOffline(false)
    await page.locator('.notices-section').getByRole('button', { name: t.retry }).click()
    await expect(page.getByText(t.saved, { exact: true })).toBeVisible()
    await page.reload()
    await expect(choice.locator('option:checked')).toHaveText(t.never)

    await other.goto(link(/http:\S+\/unsubscribe\/\S+/))
    await expectAccessible(other)
    await other.getByRole('button', { name: t.stopAll }).click()
    await expect(other.getByRole('heading')).toHaveText(t.stopped)
    await page.reload()
    await expect(page.locator('.notices-section option:checked').filter({ hasText: t.never })).toHaveCount(8)
    await otherDevice.close()

    const laboratorys = await browser.newContext({ viewport: size, reducedMotion: 'reduce' })
    quiet.listen(laboratorys)
    const console = await laboratorys.newPage()
    await enter(console, place, place.staff, '/staff/mails')
    await expect(rows(console).filter({ hasText: place.order.code })).toContainText(t.sent)
    await expectAccessible(console)
    await laboratorys.close()
  })
}
