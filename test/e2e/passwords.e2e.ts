import type { Locator, Page } from '@playwright/test'
import { type TestUser, testPassword } from '../make.ts'
import { at } from './addresses.ts'
import { byNumber } from './elsewhere.ts'
import { faultsOfOneForm } from './form-rules.ts'
import { openLaboratory, withMaker } from './laboratory.ts'
import { onlyMailTo } from './mails.ts'
import { expect, expectAccessible, refused, test } from './portal.ts'

const words = {
  fr: {
    forgotten: 'Mot de passe oublié ?',
    identifier: 'Identifiant',
    send: 'Envoyer le lien',
    sent: 'un e‑mail est en route',
    another: 'Essayer un autre identifiant',
    new: 'Nouveau mot de passe',
    again: 'Nouveau mot de passe, encore une fois',
    save: 'Enregistrer et se connecter',
    notIdentical: 'Les mots de passe saisis ne sont pas identiques.',
    unchanged: 'C’est le mot de passe que vous avez déjà. Choisissez-en un autre.',
    refused: 'Ni un mot de passe courant, ni l’actuel, ni un qui contient votre nom.',
    current: 'Mot de passe actuel',
    wrong: 'Le mot de passe actuel est incorrect, veuillez réessayer.',
    change: 'Changer le mot de passe',
    changed: 'Votre mot de passe est modifié',
    failed: /^Erreur\s: /,
    end: /^Déconnecter\s:/,
  },
  en: {
    forgotten: 'Forgotten password?',
    identifier: 'Identifier',
    send: 'Send the link',
    sent: 'an e‑mail is on its way',
    another: 'Try another identifier',
    new: 'New password',
    again: 'New password, once more',
    save: 'Save and sign in',
    notIdentical: 'The passwords entered are not identical.',
    unchanged: 'This is the password that you have already. Choose another one.',
    refused: 'Not a common password, not the current one, and none with your name in it.',
    current: 'Current password',
    wrong: 'Current password is incorrect, please try again.',
    change: 'Change the password',
    changed: 'Your password is changed',
    failed: /^Error: /,
    end: /^Sign out:/,
  },
}
const [second, third] = ['Trois mésanges sur 1 fil ?', 'Quatre merles sur 2 toits !']

/** As out of a password manager that fills in nothing itself. */
async function paste(field: Locator) {
  await field.press('ControlOrMeta+a')
  await field.press('ControlOrMeta+v')
}

/** Another device of the same user: whether it is still let in. */
async function deviceElsewhere(page: Page, host: string, user: TestUser, password: string) {
  const ask = (method: string, path: string, more: object = {}, token?: string) => {
    const { url, headers } = byNumber(host, path)
    return page.request.fetch(url, {
      method,
      headers: { ...headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
      ...more,
    })
  }
  const session = await ask('POST', '/auth', { data: { login: user.login, password } })
  const { token } = (await session.json()).data
  return async () => (await ask('GET', '/api/account/sessions', {}, token)).status()
}

for (const { language, width, kind } of [
  { language: 'fr', width: 1440, kind: 'practice' },
  { language: 'en', width: 390, kind: 'staff' },
] as const) {
  test.describe(`at ${width} px in ${language}`, () => {
    test.use({ viewport: { width, height: 844 }, locale: language })
    test(`of ${kind}, a forgotten password is chosen anew by mail, then changed, and another device is signed out`, async ({
      page,
      quiet,
    }) => {
      quiet.allow(refused(422))
      const w = words[language]
      const { host, user } = await withMaker(async make => {
        const { host, laboratory, practice } = await openLaboratory(make, {})
        return { host, user: await make.user(kind === 'staff' ? laboratory : practice, { language }) }
      })
      const before = await deviceElsewhere(page, host, user, testPassword)
      const field = (name: string) => page.getByRole('textbox', { name, exact: true })

      await page.goto(at(host, '/login'))
      await page.getByRole('link', { name: w.forgotten }).click()
      await field(w.identifier).fill(second)
      await field(w.identifier).press('ControlOrMeta+a')
      await field(w.identifier).press('ControlOrMeta+x')
      await field(w.identifier).fill(user.login)
      await page.getByRole('button', { name: w.send }).click()
      await expect(page.locator(':focus')).toContainText(w.sent)
      await expectAccessible(page)
      await page.getByRole('button', { name: w.another }).click()
      await expect(field(w.identifier)).toBeFocused()

      const [, token] = /#reset=([\w-]+)/.exec((await onlyMailTo(`${user.login}@example.test`, '#reset=')).text) ?? []
      await page.goto(at(host, `/login#reset=${token}`))
      await expect(field(w.identifier)).toHaveValue(user.login)
      await expect(page).toHaveURL(at(host, '/login#choose'))
      await expect(field(w.new)).toHaveAttribute('autocomplete', 'new-password')
      const choosing = page.locator('body > :not(#root) form').filter({ visible: true })
      expect(await faultsOfOneForm('auth/web/choose-password.tsx', choosing)).toEqual([])
      await expect(field(w.new)).toHaveAccessibleDescription(new RegExp(w.refused))
      await field(w.new).fill(testPassword)
      await field(w.again).fill(testPassword)
      await page.getByRole('button', { name: w.save }).click()
      await expect(field(w.new)).toHaveAccessibleDescription(new RegExp(w.unchanged))
      await field(w.new).fill(second)
      await field(w.again).fill(third)
      await page.getByRole('button', { name: w.save }).click()
      await expect(field(w.again)).toHaveAccessibleDescription(w.notIdentical)
      await expectAccessible(page)
      await paste(field(w.again))
      await page.getByRole('button', { name: w.save }).click()
      await page.waitForURL(kind === 'staff' ? '**/staff' : '**/dashboard')
      expect(await before()).toBe(401)

      const whenChanged = await deviceElsewhere(page, host, user, second)
      await page.goto(at(host, kind === 'staff' ? '/staff/account' : '/account'))
      await field(w.current).fill(second)
      await field(w.new).fill(second)
      await field(w.again).fill(second)
      await page.getByRole('button', { name: w.change }).click()
      await expect(field(w.new)).toHaveAccessibleDescription(new RegExp(w.unchanged))
      await field(w.current).fill('a guess')
      await field(w.new).fill(third)
      await field(w.again).fill(third)
      await page.getByRole('button', { name: w.change }).click()
      await expect(field(w.current)).toHaveAccessibleDescription(w.wrong)
      await expect(field(w.current)).toBeFocused()
      await expect(page).toHaveTitle(w.failed)
      // Their own page is behind the menu of their name.
      await expect(page.locator('.account')).toHaveAttribute('aria-current', 'page')
      await paste(field(w.current))
      await page.getByRole('button', { name: w.change }).click()
      await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(w.changed)
      await expect(field(w.current)).toHaveValue('')
      expect(await whenChanged()).toBe(401)

      const other = await deviceElsewhere(page, host, user, third)
      await page.reload()
      const end = page.getByRole('button', { name: w.end })
      await expect(end).toHaveCount(1)
      await expectAccessible(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      expect(await other()).toBe(200)
      await end.click()
      await expect(end).toHaveCount(0)
      expect(await other()).toBe(401)
    })
  })
}
