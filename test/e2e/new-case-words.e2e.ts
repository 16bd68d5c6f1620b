// What is typed or pasted into an order stays whole, and what is wrong with it is said where it stands, before it is sent.
import { check, fillCrown, lastLook, makeOrderingPractice, openForm, registered, saved, send } from './ordering.ts'
import { expect, test } from './portal.ts'

test('a comment that is too long stays whole: its field says at once what to do, and so does sending', async ({
  page,
}) => {
  const practice = await makeOrderingPractice()
  await openForm(page, practice)
  await fillCrown(page, 'P-0412')
  const comment = page.getByRole('textbox', { name: /^Commentaire/ })
  const pasted = `${'x'.repeat(2_790)} la fin.`
  await comment.focus()
  await page.keyboard.insertText(pasted)
  await comment.blur()
  await expect(comment).toHaveValue(pasted)
  await expect(comment).toHaveAccessibleDescription(/Raccourcissez le commentaire à 2\s000 caractères\./)
  await expect(page.locator('.faults')).toHaveCount(0)
  await test.step('it is kept as it is, and found again', async () => {
    await expect(saved(page)).toBeVisible()
    await page.reload()
    await expect(comment).toHaveValue(pasted)
    await expect(comment).toHaveAccessibleDescription(/Raccourcissez le commentaire/)
  })
  await test.step('sending leads back to it, until it is short enough', async () => {
    await check(page).click()
    await expect(page.locator('.faults')).toContainText('Raccourcissez le commentaire')
    await comment.fill('Merci de garder la fin.')
    await expect(page.locator('.faults')).toHaveCount(0)
    await check(page).click()
    await expect(lastLook(page)).toContainText('Merci de garder la fin.')
    await send(page).click()
    await registered(page)
  })
})
