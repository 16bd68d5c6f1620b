import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { codeOf } from '../authenticator.ts'
import { inTurn } from '../in-turn.ts'
import { testPassword } from '../make.ts'
import { at } from './addresses.ts'
import { faultsOfOneDialog } from './dialog-rules.ts'
import { faultsOfOneForm } from './form-rules.ts'
import { openLaboratory, withMaker } from './laboratory.ts'
import { expect, expectAccessible, refused, test } from './portal.ts'

const words = {
  fr: {
    identifier: 'Identifiant',
    password: 'Mot de passe',
    signIn: 'Se connecter',
    turnOn: 'Activer',
    turnOff: 'Désactiver',
    turnOffNow: 'Désactiver la vérification',
    current: 'Mot de passe actuel',
    next: 'Suivant',
    key: 'Ou saisissez cette clé dans l’application',
    appCode: 'Code affiché par l’application',
    wrongCode: 'Ce code n’est pas le bon. Prenez celui que l’application affiche maintenant.',
    kept: 'Je les ai gardés',
    download: 'Télécharger',
    isOn: 'La vérification en deux étapes est activée',
    isOff: 'La vérification en deux étapes est désactivée',
    code: 'Code de votre application d’authentification',
    expected: 'Saisissez les 6 chiffres affichés par l’application.',
    recover: 'Utiliser un code de secours',
    recoveryCode: 'Code de secours',
    used: 'Ce code de secours n’est pas le bon, ou a déjà servi. Prenez-en un autre.',
    go: 'Continuer',
    left: 'Il reste 8 codes de secours.',
  },
  en: {
    identifier: 'Identifier',
    password: 'Password',
    signIn: 'Sign in',
    turnOn: 'Turn on',
    turnOff: 'Turn off',
    turnOffNow: 'Turn verification off',
    current: 'Current password',
    next: 'Next',
    key: 'Or type this key into the app',
    appCode: 'Code that the app shows',
    wrongCode: 'This code is not right. Take the one that the app shows now.',
    kept: 'I have kept them',
    download: 'Download',
    isOn: 'Two-step verification is on',
    isOff: 'Two-step verification is off',
    code: 'Code of your authenticator app',
    expected: 'Enter the 6 digits that the app shows.',
    recover: 'Use a recovery code',
    recoveryCode: 'Recovery code',
    used: 'This recovery code is not right, or was used already. Take another one.',
    go: 'Continue',
    left: '8 recovery codes are left.',
  },
}

/** As whoever closes the browser: what is typed at the next sign-in is asked in full. */
const forget = async (page: Page) => {
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
}

/** Whose phone is lost in this run. */
const losing = inTurn<string>('phone lost', ['practice', 'staff'])

for (const { language, width, kind } of [
  { language: 'fr', width: 1440, kind: 'practice' },
  { language: 'en', width: 390, kind: 'staff' },
] as const) {
  test.describe(`at ${width} px in ${language}`, () => {
    test.use({ viewport: { width, height: 844 }, locale: language })
    const isLost = losing.includes(kind)
    const onTheDay = isLost ? ', and replaced by a recovery code on the day the phone is lost' : ''
    test(`of ${kind}, codes are switched on, asked for at the door${onTheDay}`, async ({ page, quiet }) => {
      quiet.allow(refused(401), refused(403), refused(422))
      const w = words[language]
      const { host, user, laboratory } = await withMaker(async make => {
        // Of the laboratory's people it is demanded: they see nothing else before.
        const { host, laboratory, practice } = await openLaboratory(make, { staff_need_second_factor: true })
        if (kind === 'staff') await make.user(laboratory, { title: 'Mme', first_name: 'Zoé', last_name: 'Petit' })
        return { host, laboratory, user: await make.user(kind === 'staff' ? laboratory : practice, { language }) }
      })
      const home = kind === 'staff' ? '**/staff' : '**/dashboard'
      const field = (name: string) => page.getByRole('textbox', { name, exact: true })
      const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
      const dialog = page.getByRole('dialog')
      const asked = (name: string) => dialog.getByRole('textbox', { name, exact: true })
      const answer = (name: string) => dialog.getByRole('button', { name, exact: true }).click()
      const notifications = page.getByRole('region', { name: 'Notifications' })
      const withPassword = async () => {
        await page.goto(at(host, '/login'))
        // While the application takes the picture's place there are two of each.
        await field(w.identifier).first().fill(user.login)
        await field(w.password).first().fill(testPassword)
        await press(w.signIn)
      }
      const atSecurity = () => page.goto(at(host, kind === 'staff' ? '/staff/account' : '/account'))

      await withPassword()
      await page.waitForURL(home)
      if (kind === 'practice') await atSecurity()
      await press(w.turnOn)
      await asked(w.current).fill(testPassword)
      await expectAccessible(page)
      await answer(w.next)
      const key = page.getByText(w.key)
      await expect(key).toBeVisible()
      await expect(page.getByRole('img', { name: 'QR' })).toBeVisible()
      const secret = ((await key.locator('..').textContent()) ?? '').replace(w.key, '').replaceAll(/\s/g, '')
      await expect(asked(w.appCode)).toHaveAttribute('autocomplete', 'one-time-code')
      await expect(asked(w.appCode)).toHaveAttribute('inputmode', 'numeric')
      await expectAccessible(page)
      const asking = dialog.locator('form')
      expect(await faultsOfOneForm('auth/web/authenticator-dialog.tsx', asking)).toEqual([])
      await asked(w.appCode).fill(codeOf(secret, 9))
      await answer(w.turnOn)
      await expect(asked(w.appCode)).toHaveAccessibleDescription(new RegExp(w.wrongCode))
      await asked(w.appCode).fill(codeOf(secret).replace(/^.../, '$& '))
      await page.keyboard.press('Enter')
      const codes = dialog.getByRole('listitem')
      await expect(codes).toHaveCount(10)
      expect(await faultsOfOneDialog('auth/web/recovery-codes-dialog.tsx', page)).toEqual([])
      await expectAccessible(page)
      const [recoveryCode = ''] = await codes.allTextContents()
      const [download] = await Promise.all([page.waitForEvent('download'), press(w.download)])
      expect(download.suggestedFilename()).toMatch(/\.txt$/)
      await page.keyboard.press('Escape')
      await expect(codes).toHaveCount(10)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      // The token that is asked for then would bring back whom the next lines forget.
      await Promise.all([page.waitForResponse('**/api/token/refresh'), press(w.kept)])
      await expect(notifications).toContainText(w.isOn)
      if (kind === 'staff') await expect(page.getByRole('button', { name: 'Open the menu' })).toBeVisible()

      await forget(page)
      await withPassword()
      await expect(field(w.code)).toBeFocused()
      const atTheDoor = page.locator('body > :not(#root) form').filter({ visible: true })
      expect(await faultsOfOneForm('auth/web/second-step.tsx', atTheDoor)).toEqual([])
      await field(w.code).fill('12 34')
      await press(w.go)
      await expect(field(w.code)).toHaveAccessibleDescription(new RegExp(w.expected))
      await expectAccessible(page)
      await field(w.code).fill(codeOf(secret, 1).replace(/^.../, '$& '))
      await page.keyboard.press('Enter')
      await page.waitForURL(home)

      if (isLost) {
        await forget(page)
        await withPassword()
        await press(w.recover)
        await field(w.recoveryCode).fill(recoveryCode.toLowerCase())
        await press(w.go)
        await page.waitForURL(home)
        await forget(page)
        await withPassword()
        await press(w.recover)
        await field(w.recoveryCode).fill(recoveryCode)
        await press(w.go)
        await expect(field(w.recoveryCode)).toHaveAccessibleDescription(new RegExp(w.used))
        const saved = await readFile(await download.path(), 'utf8')
        const [, another = ''] = saved.trim().split('\n').slice(1)
        await field(w.recoveryCode).fill(another)
        await press(w.go)
        await page.waitForURL(home)
      }
      if (kind === 'staff') {
        // Asked before the whole team is held; never before it is left to each.
        await page.goto(at(host, '/staff/team'))
        const demanded = page.getByRole('checkbox', { name: 'Two-step verification is required of the whole team' })
        await demanded.click()
        await expect(notifications).toContainText('Two-step verification is left to each of the team')
        await demanded.click()
        const question = page.getByRole('alertdialog')
        await expect(question).toContainText('One person has not turned it on yet: Mme Zoé Petit.')
        await expectAccessible(page)
        await question.getByRole('button', { name: 'Require it of the whole team' }).click()
        await expect(demanded).toBeChecked()
      }
      await atSecurity()
      if (isLost) await expect(page.getByText(w.left)).toBeVisible()
      await press(w.turnOff)
      await asked(w.current).fill(testPassword)
      await answer(w.turnOffNow)
      await expect(notifications).toContainText(w.isOff)
      // Demanded of the laboratory's people: they are at the beginning again.
      await expect(page.getByRole('button', { name: w.turnOn, exact: true })).toBeVisible()
      await expectAccessible(page)
      if (kind === 'practice') return
      await withMaker(make =>
        make.within(laboratory.id, client => client.query('update brands set staff_need_second_factor = false')),
      )
      // Who waits behind a demand that is taken back is let in without touching anything.
      await expect(page.getByRole('button', { name: 'Open the menu' })).toBeVisible({ timeout: 15_000 })
    })
  })
}

for (const { language, width, words } of inTurn('second factor taken away', [
  {
    language: 'fr',
    width: 1440,
    words: {
      actions: 'Actions pour Mme Anne Roussel',
      others: 'Actions pour Mme Zoé Petit',
      entry: 'Retirer la vérification perdue…',
      title: 'Retirer la vérification de Mme Anne Roussel\u202f?',
      consequence: 'ses appareils sont déconnectés aussitôt',
      leave: 'Laisser tel quel',
      confirm: 'Retirer la vérification de Mme Anne Roussel',
      done: 'Mme Anne Roussel se connecte avec son seul mot de passe',
    },
  },
  {
    language: 'en',
    width: 390,
    words: {
      actions: 'Actions for Mme Anne Roussel',
      others: 'Actions for Mme Zoé Petit',
      entry: 'Take lost two-step verification away…',
      title: 'Take the two-step verification of Mme Anne Roussel away?',
      consequence: 'their devices are signed out at once',
      leave: 'Leave as it is',
      confirm: 'Take the two-step verification of Mme Anne Roussel away',
      done: 'Mme Anne Roussel signs in with the password alone',
    },
  },
] as const)) {
  test.describe(`an administrator at ${width} px in ${language}`, () => {
    test.use({ viewport: { width, height: 844 }, locale: language })
    test('takes away what somebody of a practice has lost, after being asked, and where there is something to lose', async ({
      page,
    }) => {
      const { host, practice, user } = await withMaker(async make => {
        const { host, laboratory, practice } = await openLaboratory(make, {})
        const lost = await make.user(practice, { title: 'Mme', first_name: 'Anne', last_name: 'Roussel' })
        await make.user(practice, { title: 'Mme', first_name: 'Zoé', last_name: 'Petit' })
        await make.insert(laboratory.id, 'authenticators', {
          brand_id: laboratory.id,
          user_id: lost.id,
          secret: Buffer.alloc(20, 7),
          confirmed_at: '2026-01-05T10:00:00Z',
        })
        return { host, practice, user: await make.user(laboratory, { language }) }
      })
      await page.goto(at(host, `/login?redirect=${encodeURIComponent(`/staff/practices/${practice.id}`)}`))
      await page.locator('[name=login]').first().fill(user.login)
      await page.locator('[name=password]').first().fill(testPassword)
      await page.locator('[name=password]').first().press('Enter')
      const menu = (name: string) => page.getByRole('button', { name, exact: true })
      const entry = page.getByRole('button', { name: words.entry, exact: true })
      await menu(words.others).click()
      await expect(page.locator('[popover]:popover-open').getByRole('button').first()).toBeVisible()
      await expect(entry).toHaveCount(0)
      await page.keyboard.press('Escape')

      const question = page.getByRole('alertdialog', { name: words.title })
      await menu(words.actions).click()
      await entry.click()
      await expect(question).toContainText(words.consequence)
      await expectAccessible(page)
      await question.getByRole('button', { name: words.leave }).click()
      await expect(question).toHaveCount(0)

      await menu(words.actions).click()
      await entry.click()
      await question.getByRole('button', { name: words.confirm, exact: true }).click()
      await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(words.done)
      await menu(words.actions).click()
      await expect(entry).toHaveCount(0)
    })
  })
}
