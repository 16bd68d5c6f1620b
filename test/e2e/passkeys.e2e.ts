import type { Page } from '@playwright/test'
import type { TestUser } from '../make.ts'
import { testPassword } from '../make.ts'
import { at } from './addresses.ts'
import { openLaboratory, withMaker } from './laboratory.ts'
import { onlyMailTo } from './mails.ts'
import { expect, expectAccessible, refused, rows, test } from './portal.ts'

const words = {
  fr: {
    add: 'Ajouter une clé d’accès',
    addConfirmed: 'Continuer',
    password: 'Mot de passe actuel',
    wrong: 'Le mot de passe actuel est incorrect, veuillez réessayer.',
    added: 'Votre clé d’accès est ajoutée',
    mail: 'Une clé d’accès vient d’être ajoutée',
    rename: /^Renommer/,
    name: 'Nom',
    save: 'Enregistrer le nom',
    remove: /^Retirer\s:/,
    removeConfirmed: 'Retirer la clé d’accès',
    none: 'Aucune clé d’accès pour l’instant',
    signIn: 'Utiliser une clé d’accès',
    refused: 'Cette clé d’accès n’ouvre aucun compte ici. Connectez-vous avec votre mot de passe.',
  },
  en: {
    add: 'Add a passkey',
    addConfirmed: 'Continue',
    password: 'Current password',
    wrong: 'Current password is incorrect, please try again.',
    added: 'Your passkey is added',
    mail: 'A passkey has just been added',
    rename: /^Rename/,
    name: 'Name',
    save: 'Save the name',
    remove: /^Remove:/,
    removeConfirmed: 'Remove the passkey',
    none: 'No passkey yet',
    signIn: 'Use a passkey',
    refused: 'This passkey opens no account here. Sign in with your password.',
  },
}

/** A device that recognises its user, and keeps what it is given until the test is over. */
async function addAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable', { enableUI: false })
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

const signedInLongAgo = ({ id, laboratory }: TestUser) =>
  withMaker(make =>
    make.within(laboratory.id, client =>
      client.query("update sessions set created_at = now() - interval '1 hour' where user_id = $1", [id]),
    ),
  )

/** Signed out, at the door. */
async function leave(page: Page, door: string) {
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await page.goto(door)
}

for (const { language, width, kind, fillsIn } of [
  { language: 'fr', width: 1440, kind: 'practice', fillsIn: false },
  { language: 'en', width: 390, kind: 'staff', fillsIn: true },
] as const) {
  test.describe(`at ${width} px in ${language}`, () => {
    test.use({ viewport: { width, height: 844 }, locale: language })
    test(`of ${kind}, a passkey is added, signs in, and is removed`, async ({ page, quiet }) => {
      quiet.allow(refused(401), refused(422))
      const w = words[language]
      const { host, user } = await withMaker(async make => {
        const { host, laboratory, practice } = await openLaboratory(make, {})
        return { host, user: await make.user(kind === 'staff' ? laboratory : practice, { language }) }
      })
      const account = at(host, kind === 'staff' ? '/staff/account' : '/account')
      const home = kind === 'staff' ? '**/staff' : '**/dashboard'
      const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
      await addAuthenticator(page)
      // A browser that fills in passkeys takes the only one there is, as if it had been chosen; another waits for the button.
      if (!fillsIn)
        await page.addInitScript(() => {
          PublicKeyCredential.isConditionalMediationAvailable = async () => false
        })
      const showPasskey = async () => (fillsIn ? page.locator('[name=login]').click() : press(w.signIn))

      await page.goto(at(host, '/login'))
      await page.locator('[name=login]').first().fill(user.login)
      await page.locator('[name=password]').first().fill(testPassword)
      await page.locator('[name=password]').first().press('Enter')
      await page.waitForURL(home)
      await signedInLongAgo(user)
      await page.goto(account)
      await expect(page.getByText(w.none)).toBeVisible()
      await press(w.add)
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('textbox', { name: w.password }).fill('a guess')
      await dialog.getByRole('button', { name: w.addConfirmed, exact: true }).click()
      await expect(dialog.getByRole('textbox', { name: w.password })).toHaveAccessibleDescription(w.wrong)
      await expectAccessible(page)
      await dialog.getByRole('textbox', { name: w.password }).fill(testPassword)
      await dialog.getByRole('button', { name: w.addConfirmed, exact: true }).click()
      await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(w.added)
      await onlyMailTo(`${user.login}@example.test`, w.mail)

      await press(w.rename)
      await dialog.getByRole('textbox', { name: w.name }).fill('Poste 2')
      await dialog.getByRole('button', { name: w.save }).click()
      await expect(dialog).toBeHidden()
      await expect(rows(page).filter({ hasText: 'Poste 2' })).toBeVisible()
      await expectAccessible(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)

      await leave(page, at(host, '/login'))
      await showPasskey()
      await page.waitForURL(home)

      await page.goto(account)
      await press(w.remove)
      await page.getByRole('alertdialog').getByRole('button', { name: w.removeConfirmed }).click()
      await expect(page.getByText(w.none)).toBeVisible()
      await leave(page, at(host, '/login'))
      await showPasskey()
      await expect(page.locator('form').getByRole('alert')).toHaveText(w.refused)
      await expectAccessible(page)
    })
  })
}
