import type { Locator, Page } from '@playwright/test'
import { inTurn } from '../in-turn.ts'
import { at } from './addresses.ts'
import { openLaboratory, withMaker } from './laboratory.ts'
import { onlyMailTo } from './mails.ts'
import { enter } from './ordering.ts'
import { application, expect, expectAccessible, refused, rows, test } from './portal.ts'

const makePlace = (language: 'fr' | 'en') =>
  withMaker(async make => {
    const { host, practice } = await openLaboratory(make, { company_name: 'Labo Test' })
    const manager = await make.user(practice, { account_type: 'manager', last_name: 'Abel', language })
    return { host, manager, email: `${manager.login}.new@cabinet.test` }
  })

const words = {
  fr: {
    colleagues: 'Collègues',
    invite: 'Inviter un collègue',
    firstName: 'Prénom',
    lastName: 'Nom',
    email: 'Adresse e‑mail',
    send: 'Envoyer l’invitation',
    invited: 'Invitation envoyée',
    active: 'Actif',
    password: 'Nouveau mot de passe',
    again: 'Nouveau mot de passe, encore une fois',
    choose: 'Enregistrer et se connecter',
    actions: 'Actions pour Zoé Lemoine',
    change: 'Modifier le rôle…',
    manager: /^Gestionnaire/,
    save: 'Enregistrer',
    disable: 'Désactiver…',
    confirm: 'Désactiver Zoé Lemoine',
    disabled: 'Désactivé',
    over: 'Ce lien ne sert plus',
    signIn: 'Se connecter',
    another: 'Recevoir un autre lien',
    identifier: 'Identifiant',
  },
  en: {
    colleagues: 'Colleagues',
    invite: 'Invite a colleague',
    firstName: 'First name',
    lastName: 'Last name',
    email: 'E‑mail address',
    send: 'Send the invitation',
    invited: 'Invited',
    active: 'Active',
    password: 'New password',
    again: 'New password, once more',
    choose: 'Save and sign in',
    actions: 'Actions for Zoé Lemoine',
    change: 'Change the role…',
    manager: /^Manager/,
    save: 'Save',
    disable: 'Disable…',
    confirm: 'Disable Zoé Lemoine',
    disabled: 'Disabled',
    over: 'This link is over',
    signIn: 'Sign in',
    another: 'Have another link sent',
    identifier: 'Identifier',
  },
} as const

const shown = async (page: Page, place: Locator) => {
  await expect(place).toBeVisible()
  await expectAccessible(page)
}

for (const [language, size] of inTurn('colleagues', [
  ['fr', { width: 1440, height: 900 }],
  ['en', { width: 390, height: 844 }],
] as const)) {
  test(`a colleague is invited, follows the mail, and what the manager changes is so at once (${language}, ${size.width})`, async ({
    page,
    browser,
    quiet,
  }) => {
    const t = words[language]
    const { host, manager, email } = await makePlace(language)
    await page.setViewportSize(size)
    await enter(page, host, manager, '/account')
    await application(page).locator('main').getByRole('link', { name: t.colleagues }).click()
    await expect(page).toHaveURL(/\/account\/colleagues$/)
    await page.getByRole('button', { name: t.invite }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(t.firstName, { exact: true }).fill('Zoé')
    await dialog.getByLabel(t.lastName, { exact: true }).fill('Lemoine')
    await dialog.getByLabel(t.email).fill(email)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: t.send }).click()
    const row = rows(page).filter({ hasText: 'Zoé Lemoine' })
    await shown(page, row.getByText(t.invited, { exact: true }))

    const newcomers = await browser.newContext({ viewport: size, locale: language, reducedMotion: 'reduce' })
    quiet.listen(newcomers)
    const newcomer = await newcomers.newPage()
    const { text } = await onlyMailTo(email, '#invitation=')
    const link = text.match(/http:\S+\/login#invitation=\S+/)?.[0] ?? 'no link'
    await newcomer.goto(link)
    await newcomer.getByLabel(t.password, { exact: true }).fill('Une-phrase-longue-7!')
    await newcomer.getByLabel(t.again).fill('Une-phrase-longue-7!')
    await newcomer.getByRole('button', { name: t.choose }).click()
    await expect(newcomer).toHaveURL(/\/dashboard$/)
    await expect(row.getByText(t.active, { exact: true })).toBeVisible()

    const isListening = newcomer.waitForResponse(response => new URL(response.url()).pathname === '/api/events')
    await newcomer.goto(at(host, '/account'))
    await isListening
    const way = application(newcomer).locator('main').getByRole('link', { name: t.colleagues })
    await expect(newcomer.locator('main .card').first()).toBeVisible()
    await expect(way).toHaveCount(0)
    await row.getByRole('button', { name: t.actions }).click()
    await page.getByRole('button', { name: t.change }).click()
    await page.getByRole('radio', { name: t.manager }).check()
    await expectAccessible(page)
    await page.getByRole('button', { name: t.save, exact: true }).click()
    await way.click()
    await shown(newcomer, rows(newcomer).filter({ hasText: 'Abel' }))

    quiet.allow(refused(401), refused(404))
    await row.getByRole('button', { name: t.actions }).click()
    await page.getByRole('button', { name: t.disable }).click()
    await page.getByRole('button', { name: t.confirm }).click()
    await expect(newcomer).toHaveURL(/\/login\?redirect=/)
    await shown(page, row.getByText(t.disabled, { exact: true }))

    // The mail is opened once more, as the only thing somebody remembers of the portal.
    await newcomer.goto(link)
    await shown(newcomer, newcomer.getByRole('heading', { level: 1, name: t.over }))
    await newcomer.getByRole('link', { name: t.another }).click()
    await expect(newcomer.getByRole('textbox', { name: t.identifier })).toHaveValue(email)
    await newcomer.goBack()
    await newcomer.getByRole('link', { name: t.signIn }).click()
    await expect(newcomer.getByRole('textbox', { name: t.identifier })).toHaveValue(email)
    await newcomers.close()
  })
}

test('whom the laboratory says to be DLCPM orders nothing any more, on the screen that is open, and knows whom to ask', async ({
  page,
  browser,
  quiet,
}) => {
  const { host, staff, doctor } = await withMaker(async make => {
    const { host, laboratory, practice } = await openLaboratory(make, { company_name: 'Labo Test' })
    const doctor = await make.user(practice, { first_name: 'Zoé', last_name: 'Lemoine' })
    return { host, staff: await make.user(laboratory), doctor }
  })
  const members = await browser.newContext({ locale: 'fr-FR', reducedMotion: 'reduce' })
  quiet.listen(members)
  const member = await members.newPage()
  const isListening = member.waitForResponse(response => new URL(response.url()).pathname === '/api/events')
  await enter(member, host, doctor, '/cases')
  await isListening
  const order = application(member).getByRole('link', { name: 'Passer commande' })
  await expect(order.first()).toBeVisible()

  await enter(page, host, staff, '/staff/practices')
  const say = async (isDLCPM: boolean) => {
    await application(page)
      .getByRole('button', { name: /^Actions pour .*Zoé Lemoine$/ })
      .click()
    await page.getByRole('button', { name: 'Changer le rôle…' }).click()
    await page.getByRole('checkbox', { name: /^DLCPM/ }).setChecked(isDLCPM)
    await expectAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Enregistrer' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await say(true)
  await expect(order).toHaveCount(0)
  await expect(application(page).getByText('· DLCPM ·')).toBeVisible()
  quiet.allow(refused(403))
  await member.goto(at(host, '/cases/new'))
  await expect(member.getByText('C’est le laboratoire qui en décide.')).toBeVisible()
  await member.goto(at(host, '/cases'))
  await say(false)
  await expect(order.first()).toBeVisible()
  await members.close()
})
