import { expect, test } from '@playwright/test'
import { at } from './addresses.ts'

test.describe('each host is a laboratory', () => {
  for (const [host, company] of [
    ['localhost', 'Laboratoire Émail'],
    ['127.0.0.1', 'Laboratoire Émail'],
    ['ivoire.localhost', 'Atelier Ivoire'],
  ] as const) {
    test(`${host} is ${company}`, async ({ page }) => {
      const answer = await page.goto(at(host, '/login'))
      expect(answer?.status()).toBe(200)
      await expect(page).toHaveTitle(new RegExp(`^${company} `))
      await expect(page.getByRole('button', { name: 'Se connecter' })).toBeVisible()
    })
  }

  test('any other is none', async ({ page }) => {
    const answer = await page.goto(at('unknown.localhost', '/login'))
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'Portail client non configuré' })).toBeVisible()
  })
})
