// The laboratory's management software is let in by a key, which is shown once, replaced, and ended.
import type { Page } from '@playwright/test'
import { at } from './addresses.ts'
import { faultsOfOneDialog } from './dialog-rules.ts'
import { openLaboratory, withMaker } from './laboratory.ts'
import { enter } from './ordering.ts'
import { application, expect, expectAccessible, refused, rows, test } from './portal.ts'

const makeLaboratory = (language: 'fr' | 'en') =>
  withMaker(async make => {
    const { host, laboratory } = await openLaboratory(make, { company_name: 'Labo Test' })
    return {
      host,
      administrator: await make.user(laboratory, { language }),
      colleague: await make.user(laboratory, { language }),
    }
  })

const english = {
  title: 'Software',
  none: 'No software is let in',
  add: 'Let software in',
  name: 'Its name',
  submit: 'Let it in',
  required: 'Fill in this field.',
  key: 'Key',
  copy: 'Copy the key',
  copied: 'The key is copied.',
  close: 'Close',
  actions: 'Actions for Dentalsoft',
  neverUsed: 'Never used',
  used: 'Last used: ',
  newKey: 'New key…',
  goesOn: 'goes on for a day',
  makeKey: 'Make a new key',
  ends: 'Ends: ',
  tell: 'Tell it at an address…',
  address: 'Address',
  save: 'Save the address',
  notAnAddress: /Type an address like/,
  notAllowed: /Give an address on the internet/,
  secret: 'Secret',
  stop: 'Stop telling it…',
  confirmStop: 'Stop telling Dentalsoft',
  notTold: 'Nowhere: it comes by itself',
  remove: 'Remove…',
  confirmRemove: 'Remove Dentalsoft',
  noKey: 'No key',
  again: 'Let it in again…',
  confirmAgain: 'Let it in again',
}
const french: typeof english = {
  title: 'Logiciels',
  none: 'Aucun logiciel n’est autorisé',
  add: 'Autoriser un logiciel',
  name: 'Son nom',
  submit: 'Autoriser ce logiciel',
  required: 'Remplissez ce champ.',
  key: 'Clé',
  copy: 'Copier la clé',
  copied: 'La clé est copiée.',
  close: 'Fermer',
  actions: 'Actions pour Dentalsoft',
  neverUsed: 'Jamais utilisée',
  used: 'Dernière utilisation : ',
  newKey: 'Nouvelle clé…',
  goesOn: 'vaut encore un jour',
  makeKey: 'Faire une nouvelle clé',
  ends: 'Prend fin : ',
  tell: 'Prévenir à une adresse…',
  address: 'Adresse',
  save: 'Enregistrer l’adresse',
  notAnAddress: /Saisissez une adresse comme/,
  notAllowed: /Donnez une adresse sur Internet/,
  secret: 'Secret',
  stop: 'Ne plus le prévenir…',
  confirmStop: 'Ne plus prévenir Dentalsoft',
  notTold: 'Nulle part : il vient de lui-même',
  remove: 'Retirer…',
  confirmRemove: 'Retirer Dentalsoft',
  noKey: 'Aucune clé',
  again: 'Autoriser à nouveau…',
  confirmAgain: 'Autoriser à nouveau',
}

/** What the interface says to this key. */
const statusFor = (page: Page, key: string) =>
  page.evaluate(
    key =>
      fetch('/api/integration/v1/changes', { headers: { authorization: `Bearer ${key}` } }).then(
        ({ status }) => status,
      ),
    key,
  )

for (const [language, words, width] of [
  ['fr', french, 1440],
  ['en', english, 390],
] as const)
  test(`an administrator lets software in, replaces its key, says where it is told, and removes it (${language})`, async ({
    page,
    context,
    browser,
    quiet,
  }) => {
    test.slow()
    quiet.allow(refused(401), refused(422))
    const { host, administrator, colleague } = await makeLaboratory(language)
    await page.setViewportSize({ width, height: 844 })
    await enter(page, host, administrator, '/staff/programs')
    const origin = new URL(at(host, '/')).origin
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin })
    const main = application(page).getByRole('main')
    const dialog = application(page).locator('dialog[open]')
    const act = async (entry: string) => {
      await main.getByRole('button', { name: words.actions }).click()
      await application(page).getByRole('button', { name: entry }).click()
    }
    await expect(main.getByRole('heading', { level: 1, name: words.title })).toBeVisible()
    await expect(main.getByText(words.none)).toBeVisible()
    await expectAccessible(page)

    // Somebody else looks at the same screen.
    const other = await browser.newContext({ reducedMotion: 'reduce' })
    quiet.listen(other)
    const beside = await other.newPage()
    await enter(beside, host, colleague, '/staff/programs')
    await expect(application(beside).getByRole('main').getByText(words.none)).toBeVisible()

    await main.getByRole('button', { name: words.add }).click()
    await dialog.getByRole('button', { name: words.submit }).click()
    await expect(dialog.getByLabel(words.name)).toHaveAccessibleDescription(new RegExp(words.required))
    await dialog.getByLabel(words.name).fill('Dentalsoft')
    await dialog.getByRole('button', { name: words.submit }).click()
    const key = dialog.getByLabel(words.key, { exact: true })
    await expect(key).toHaveValue(/^arcade_[\w-]{43}$/)
    await expect(key).toBeFocused()
    await expect(dialog).toContainText(`${origin}/api/integration/v1`)
    expect(await faultsOfOneDialog('integration/web/secret-dialog.tsx', page)).toEqual([])
    await expectAccessible(page)
    await dialog.getByRole('button', { name: words.copy }).click()
    await expect(dialog.getByRole('status')).toHaveText(words.copied)
    const first = await key.inputValue()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first)
    await dialog.locator('footer').getByRole('button', { name: words.close }).click()
    await expect(dialog).toHaveCount(0)
    await expect(rows(page)).toContainText([`…${first.slice(-4)}`])
    await expect(rows(page)).toContainText([words.neverUsed])
    await expect(rows(beside)).toContainText(['Dentalsoft'])
    await other.close()
    await expectAccessible(page)

    // That it has come is seen without anybody's asking.
    expect(await statusFor(page, first)).toBe(200)
    await expect(rows(page)).toContainText([words.used])

    await act(words.newKey)
    await expect(dialog).toContainText(words.goesOn)
    await dialog.getByRole('button', { name: words.makeKey }).click()
    await expect(key).toHaveValue(/^arcade_/)
    const second = await key.inputValue()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(rows(page)).toContainText([words.ends])
    expect([await statusFor(page, first), await statusFor(page, second)]).toEqual([200, 200])

    await act(words.tell)
    const address = dialog.getByLabel(words.address, { exact: true })
    for (const [typed, said] of [
      ['logiciel', words.notAnAddress],
      ['http://logiciel.exemple.fr', words.notAllowed],
      ['https://10.0.0.1/messages', words.notAllowed],
    ] as const) {
      await address.fill(typed)
      await dialog.getByRole('button', { name: words.save }).click()
      await expect(address).toHaveAccessibleDescription(said)
      await expect(address).toBeFocused()
    }
    await address.fill('https://logiciel.exemple.fr/messages')
    await dialog.getByRole('button', { name: words.save }).click()
    await expect(dialog.getByLabel(words.secret)).toHaveValue(/^whsec_/)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(rows(page)).toContainText(['logiciel.exemple.fr/messages'])
    await act(words.stop)
    await dialog.getByRole('button', { name: words.confirmStop }).click()
    await expect(rows(page)).toContainText([words.notTold])

    await act(words.remove)
    await dialog.getByRole('button', { name: words.confirmRemove }).click()
    await expect(rows(page)).toContainText([words.noKey])
    expect([await statusFor(page, first), await statusFor(page, second)]).toEqual([401, 401])
    await expectAccessible(page)

    await act(words.again)
    await dialog.getByRole('button', { name: words.confirmAgain }).click()
    await expect(key).toHaveValue(/^arcade_/)
    const third = await key.inputValue()
    await page.keyboard.press('Escape')
    await expect(rows(page)).toContainText([`…${third.slice(-4)}`])
    expect([await statusFor(page, second), await statusFor(page, third)]).toEqual([401, 200])
  })
