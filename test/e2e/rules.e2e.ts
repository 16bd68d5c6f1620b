// Rules of docs/forty-rules.md that concern every screen alike.
import { makeLaboratory } from './laboratory.ts'
import { enter } from './ordering.ts'
import { expect, expectAccessible, rows, signIn, test } from './portal.ts'
import { faultsOfLongerWords } from './screen-rules.ts'

test('a practice without any case is told what comes next, in each tab', async ({ page }) => {
  const { host, user } = await makeLaboratory({}, [])
  await enter(page, host, user, '/cases')
  const main = page.locator('main')
  for (const [tab, words] of [
    ['En cours', 'Aucun travail en cours'],
    ['Historique', 'Pas encore d’historique'],
    ['Tous', 'Aucun travail pour l’instant'],
  ] as const) {
    await main.getByRole('link', { name: tab }).click()
    await expect(main.locator('.state')).toContainText(words)
    await expect(main.locator('.state').getByRole('link', { name: 'Passer commande' })).toBeVisible()
  }
  await expectAccessible(page)
})

test('a server that never answers is given up, and can be asked again', async ({ page }) => {
  await page.clock.install()
  await signIn(page, 'doctor')
  await expect(rows(page)).toHaveCount(25)
  await page.route(/\/api\/orders\?/, () => undefined)
  await page.getByRole('link', { name: 'Historique' }).click()
  await expect(page.locator('table')).toHaveAttribute('aria-busy', 'true')
  const failure = page.getByText('Le portail met trop de temps à répondre.')
  await expect(async () => {
    // The wait of one try, and that before the next.
    await page.clock.runFor(16_000)
    await expect(failure).toBeVisible({ timeout: 500 })
  }).toPass()
  await page.unroute(/\/api\/orders\?/)
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect(failure).toBeHidden()
  await expect(rows(page)).not.toHaveCount(0)
})

for (const width of [1440, 390]) {
  test(`on the open pages words a third longer are cut nowhere at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    for (const path of ['/login', '/signup']) {
      await page.goto(path)
      await expect(page.locator('#root')).toHaveCount(0)
      expect(await page.evaluate(faultsOfLongerWords), path).toEqual([])
    }
  })
}
