import { writtenDay } from '#kit/web/typed-day.ts'
import { add, dialog, fill, from, inDays, open, submit, to } from './declaring.ts'
import { withMaker } from './laboratory.ts'
import { countCalls, expect, expectAccessible, refused, rows, test, unreachable } from './portal.ts'

for (const [language, sentence, other] of [
  ['fr', 'Une absence existe déjà pour cette période.', 'Elle va du \\d'],
  ['en', 'An absence already exists for this period.', 'It is from \\d'],
] as const) {
  test(`days that overlap are refused in the words of the specification, and kept (${language})`, async ({
    page,
    quiet,
  }) => {
    quiet.allow(refused(409))
    await open(page, [[10, 14]], { language })
    await add(page).click()
    await fill(page, writtenDay(inDays(14)), writtenDay(inDays(16)))
    await page.keyboard.press('Enter')
    await expect(from(page)).toHaveAccessibleDescription(new RegExp(`${sentence} ${other}`))
    await expect(from(page)).toBeFocused()
    await expect(from(page)).toHaveValue(writtenDay(inDays(14)))
    await expectAccessible(page)
    // It holds for these days, and for no others.
    await from(page).fill(writtenDay(inDays(15)))
    await expect(dialog(page)).not.toContainText(sentence)
    await page.keyboard.press('Enter')
    await expect(page.locator('dialog[open]')).toHaveCount(0)
    await expect(rows(page)).toHaveCount(2)
  })
}

test('an absence that is in the way is named while the days are typed, and can be changed instead', async ({
  page,
}) => {
  await open(page, [[10, 14]])
  await add(page).click()
  await fill(page, writtenDay(inDays(14)), writtenDay(inDays(16)))
  await expect(from(page)).toHaveAccessibleDescription(/Chevauche celle du \d.* au \d/)
  await expect(from(page)).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page)
  const change = dialog(page).getByRole('button', { name: /^Modifier l’absence du / })
  await from(page).fill(writtenDay(inDays(15)))
  await expect(dialog(page)).not.toContainText('Chevauche')
  await expect(change).toHaveCount(0)
  await from(page).fill(writtenDay(inDays(14)))
  const name = (await change.textContent()) ?? ''
  await change.click()
  await page.getByRole('button', { name: 'Abandonner ma saisie' }).click()
  await expect(dialog(page)).toHaveAccessibleName(name)
  await expect(from(page)).toHaveValue(writtenDay(inDays(10)))
  await to(page).fill(writtenDay(inDays(16)))
  await submit(page).click()
  await expect(page.locator('dialog[open]')).toHaveCount(0)
  await expect(rows(page)).toHaveCount(1)
})

test('what is wrong is said under its field before anything is sent', async ({ page, context }) => {
  await open(page)
  await add(page).click()
  const calls = countCalls(context, '/api/absences', 'POST')
  await submit(page).click()
  await expect(from(page)).toBeFocused()
  await expect(from(page)).toHaveAccessibleDescription(/Indiquez le premier jour/)
  await expect(to(page)).toHaveAccessibleDescription(/Indiquez le dernier jour/)
  const says = async (first: string, last: string, field: typeof from, words: RegExp) => {
    await fill(page, first, last)
    await page.keyboard.press('Enter')
    await expect(field(page)).toHaveAccessibleDescription(words)
    await expect(field(page)).toBeFocused()
  }
  const soon = writtenDay(inDays(5))
  await says('31/02/2027', soon, from, /Indiquez un jour qui existe/)
  await says(soon, '', to, /Indiquez le dernier jour/)
  await says(soon, writtenDay(inDays(4)), to, /qui ne précède pas le premier/)
  await says(writtenDay(inDays(-9)), writtenDay(inDays(-1)), to, /déjà passée/)
  await says(soon, writtenDay(inDays(371)), to, /au plus 366 jours/)
  expect(calls.count()).toBe(0)
})

test('a deletion that fails says why, and the list shows what is', async ({ page, quiet }) => {
  quiet.allow(refused(404))
  const { practice } = await open(page, [[11, 13]])
  await page.getByRole('button', { name: /^Supprimer l’absence/ }).click()
  // A colleague was quicker.
  await withMaker(make => make.within(practice.laboratory.id, client => client.query('delete from absences')))
  await dialog(page).locator('.button--danger').click()
  await expect(dialog(page).getByRole('alert')).toContainText('L’absence n’est pas supprimée')
  await expect(dialog(page).getByRole('alert')).toContainText('n’existe plus')
  await dialog(page).getByRole('button', { name: 'Garder l’absence' }).click()
  await expect(page.getByText('Aucune absence à venir')).toBeVisible()
})

test('what cannot be sent says why and is kept', async ({ page, quiet }) => {
  quiet.allow(unreachable)
  await open(page)
  await add(page).click()
  await fill(page, writtenDay(inDays(5)), writtenDay(inDays(6)))
  const keys: (string | undefined)[] = []
  await page.route('**/api/absences', async route => {
    if (route.request().method() !== 'POST') return route.fallback()
    keys.push(route.request().headers()['idempotency-key'])
    return keys.length > 1 ? route.fallback() : route.abort()
  })
  await submit(page).click()
  await expect(dialog(page).getByRole('alert')).toContainText('L’absence n’est pas déclarée')
  await expect(dialog(page).getByRole('alert')).toContainText('Vérifiez votre connexion')
  await submit(page).click()
  await expect(rows(page)).toHaveCount(1)
  // An answer that was lost declares nothing twice.
  expect(new Set(keys).size).toBe(1)
})
