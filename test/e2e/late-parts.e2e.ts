import type { Page } from '@playwright/test'
import { anyCase, expect, signIn, test, unreachable } from './portal.ts'

/** The files of the build whose names begin like this, held back until they are released. */
async function hold(page: Page, name: string) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(`**/assets/${name}-*.js`, async route => {
    await released
    await route.continue()
  })
  return release
}

const dialog = (page: Page) => page.locator('dialog[open]')
const report = (page: Page) => page.getByRole('button', { name: 'Signaler un problème' })

async function openCase(page: Page) {
  await signIn(page)
  await anyCase(page).click()
  await expect(page.locator('.timeline')).toBeVisible()
}

test('a press before its dialog has come says that it is on its way, and opens it once', async ({ page }) => {
  await openCase(page)
  const release = await hold(page, 'case-dialogs')
  await report(page).press('Enter')
  await expect(report(page)).toHaveAttribute('aria-busy', 'true')
  await report(page).press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  release()
  await expect(dialog(page)).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(report(page)).toBeFocused()
})

test('keys before quick access has come open it when it is there', async ({ page }) => {
  await signIn(page)
  const release = await hold(page, 'portal-palette')
  const asked = page.waitForRequest('**/assets/portal-palette-*.js')
  await page.keyboard.press('Control+k')
  await asked
  release()
  await expect(page.getByRole('combobox', { name: /^Un travail, .*un écran ou une action$/ })).toBeFocused()
})

test('a dialog that cannot be had is told, and the next press asks again', async ({ page, context, quiet }) => {
  quiet.allow(unreachable)
  await openCase(page)
  await context.setOffline(true)
  await report(page).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Une erreur est survenue' })).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  await context.setOffline(false)
  await report(page).click()
  await expect(dialog(page)).toHaveCount(1)
})

test('a part of a screen that cannot be had says why, and comes with the network', async ({ page, context, quiet }) => {
  quiet.allow(unreachable)
  await signIn(page)
  const release = await hold(page, 'thread')
  await anyCase(page).click()
  await expect(page.locator('.timeline')).toBeVisible()
  await context.setOffline(true)
  release()
  const why = 'Le portail est injoignable. Vérifiez votre connexion, puis réessayez.'
  // Other parts of the case may be without it, too.
  await expect(page.getByRole('status').filter({ hasText: why })).not.toHaveCount(0)
  await expect(page.locator('.timeline')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('textbox', { name: 'Votre message au laboratoire' })).toBeVisible()
})

test('a part of a screen whose words cannot be had leaves the screen as it is, and comes with the network', async ({
  page,
  context,
  quiet,
}) => {
  quiet.allow(unreachable)
  await signIn(page, 'doctor', '/dashboard')
  const release = await hold(page, 'passkey-fr')
  const asked = page.waitForRequest('**/assets/passkey-fr-*.js')
  await page.goto('/account')
  await asked
  await context.setOffline(true)
  release()
  const why = page.getByRole('status').filter({ hasText: 'Le portail est injoignable' })
  await expect(why).toHaveCount(1)
  await expect(page.getByRole('heading', { level: 1, name: 'Mon compte' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('button', { name: 'Ajouter une clé d’accès' })).toBeVisible()
  await expect(why).toHaveCount(0)
})
