import * as files from '../files.ts'
import { letLeave } from './answers.ts'
import { elsewhere } from './elsewhere.ts'
import { withMaker } from './laboratory.ts'
import { makeCase, openCase } from './place-with-case.ts'
import { expect, expectAccessible, expectCalm, refused, test, unreachable, withoutEvents } from './portal.ts'

test.describe('a question of the laboratory', () => {
  const asked = {
    status: 'on_hold',
    hold_reason: 'technical_response',
    hold_question: 'Limite cervicale floue : continuer ?',
  }

  test('is answered in one tap on the page of the case', async ({ page }) => {
    await openCase(page, await makeCase(asked))
    const notice = page.locator('.notice')
    await expect(notice).toContainText('Limite cervicale floue')
    const answer = notice.getByRole('button', { name: 'Vous pouvez continuer' })
    await answer.click()
    await expect(notice).toContainText('« Vous pouvez continuer » sera envoyé dans 10 s')
    await notice.getByRole('button', { name: 'Annuler l’envoi' }).click()
    await letLeave(page)
    await answer.click()
    await expect(notice).toContainText('« Vous pouvez continuer » sera envoyé dans 10 s')
    await letLeave(page)
    // What was asked and what was answered: nobody has to remember either.
    await expect(notice).toContainText(
      /Vous avez répondu au laboratoire.*Limite cervicale floue : continuer \?.*demande de continuer.*Réponse envoyée/s,
    )
    await expect(notice.getByRole('button')).toHaveCount(0)
    await expect(page.locator('.timeline')).toContainText('continuer')
  })

  test('is answered once: until it has been read again it is being sent, and the focus goes to where it is said', async ({
    page,
  }) => {
    await withoutEvents(page)
    const appointment_at = new Date(Date.now() + 20 * 86_400_000).toISOString()
    const made = await makeCase({ ...asked, appointment_at })
    await openCase(page, made)
    const notice = page.locator('.notice')
    let sent = 0
    let show = () => {}
    const isShown = new Promise<void>(resolve => {
      show = resolve
    })
    await page.route('**/hold-answer', route => {
      sent++
      return route.fallback()
    })
    await page.route(`**/api/orders/${made.order.id}`, async route => {
      await isShown
      return route.fallback()
    })
    await notice.getByRole('button', { name: 'Répondre par écrit' }).click()
    const field = notice.getByRole('textbox', { name: 'Votre réponse' })
    await field.fill('La limite est à 0,5 mm')
    await field.press('Control+Enter')
    await expect(page.locator('.toast')).toContainText('Réponse envoyée')
    await expect(notice.getByRole('button', { name: 'Envoyer la réponse' })).toHaveAttribute('aria-busy', 'true')
    await field.press('Control+Enter')
    show()
    await expect(page.locator('#answered')).toContainText('Vous avez répondu')
    await expect(page.locator('#answered')).toBeFocused()
    expect(sent).toBe(1)
  })

  test('without a network is kept, says so once in its place, and no more once somebody can be reached', async ({
    page,
    quiet,
  }) => {
    quiet.allow(unreachable)
    await page.setViewportSize({ width: 390, height: 844 })
    await openCase(page, await makeCase(asked))
    const notice = page.locator('.notice').filter({ hasText: 'Limite cervicale floue' })
    await notice.getByRole('button', { name: 'Répondre par écrit' }).click()
    const field = notice.getByRole('textbox', { name: 'Votre réponse' })
    await field.fill('La limite est à 0,5 mm')
    await expectCalm(page)
    await page.context().setOffline(true)
    const send = notice.getByRole('button', { name: 'Envoyer la réponse' })
    await send.click()
    const said = page.getByText(/Vous êtes hors ligne. Votre réponse est gardée/)
    await expect(notice.getByRole('alert')).toHaveText(/hors ligne/)
    await expect(said).toHaveCount(1)
    await expect(page.locator('.toast')).toHaveCount(0)
    await expect(page.getByText('Le portail est injoignable')).toHaveCount(0)
    await page.context().setOffline(false)
    await expect(said).toHaveCount(0)
    await expect(field).toHaveValue('La limite est à 0,5 mm')
    await send.click()
    await expect(page.locator('#answered')).toContainText('Vous avez répondu')
  })

  test('that goes by a press says so in its place without a network, or in a message to whoever went on', async ({
    page,
    quiet,
  }) => {
    quiet.allow(unreachable)
    await openCase(page, await makeCase(asked))
    const answer = page.getByRole('button', { name: 'Vous pouvez continuer' })
    // What the page keeps for later has come, the words for a failure among it.
    await expectCalm(page)
    await page.context().setOffline(true)
    await answer.click()
    await letLeave(page)
    const said = page.locator('.notice').getByRole('alert')
    await expect(said).toHaveText(/Vous êtes hors ligne. Votre réponse est gardée/)
    await expect(page.locator('.toast')).toHaveCount(0)
    await page.context().setOffline(false)
    await answer.click()
    await page.getByRole('link', { name: 'Travaux', exact: true }).first().click()
    await expect(page.locator('tbody')).toContainText('T-26 0001')
    await page.context().setOffline(true)
    await letLeave(page)
    await expect(page.locator('.toast')).toContainText('Vous êtes hors ligne')
  })

  test('is answered with a scan: the file, and the words that say that it is there', async ({ page }) => {
    await openCase(page, await makeCase({ ...asked, hold_question: 'Il manque le scan de l’antagoniste.' }))
    const notice = page.locator('.notice')
    // First of all answers, since it is asked for; both ways of being called stand side by side.
    await expect(notice.getByRole('button')).toHaveText([
      'Joindre un scan',
      'Vous pouvez continuer',
      'Appelez-moi',
      'Appelez-moi à…',
      'Répondre par écrit',
    ])
    await notice.getByRole('button', { name: 'Joindre un scan' }).click()
    const send = notice.getByRole('button', { name: 'Envoyer la réponse' })
    await expect(notice.getByLabel('Choisir')).toBeAttached()
    await send.click()
    await expect(notice.getByRole('textbox', { name: 'Votre réponse' })).toHaveAccessibleDescription(
      /Choisissez d’abord le fichier/,
    )
    const photo = { name: 'antagoniste.png', mimeType: 'image/png', buffer: await files.png() }
    await notice.getByLabel('Choisir').setInputFiles(photo)
    // In the list, with who has sent it: until then it is on its way, and the answer waits.
    await expect(notice).toContainText('Dr Claire Martin')
    await expectAccessible(page)
    await send.click()
    await expect(notice).toContainText('Vous avez répondu')
    await expect(page.getByRole('log', { name: 'Messages' })).toContainText('Le scan est joint.')
    await expect(page.locator('#answered')).toBeFocused()
  })

  test('is answered with a shade, where it is about one', async ({ page, quiet }) => {
    quiet.allow(refused(503))
    await openCase(page, await makeCase({ ...asked, hold_reason: 'shade' }))
    const notice = page.locator('.notice')
    await notice.getByRole('button', { name: 'Indiquer la teinte' }).click()
    const shade = notice.getByRole('textbox', { name: 'Teinte' })
    await shade.fill('a3,5')
    await expectAccessible(page)
    const send = notice.getByRole('button', { name: 'Envoyer la réponse' })
    await send.click()
    // Undone, or not arrived: it is not typed again.
    await notice.getByRole('button', { name: 'Annuler l’envoi' }).click()
    await expect(shade).toHaveValue('A3,5')
    await page.route('**/hold-answer', route => route.fulfill({ status: 503 }))
    await send.click()
    await letLeave(page)
    await expect(notice.getByRole('alert')).toBeVisible()
    await expect(shade).toHaveValue('A3,5')
    await page.unroute('**/hold-answer')
    await send.click()
    await letLeave(page)
    await expect(notice).toContainText('Vous avez répondu')
    await expect(page.locator('.timeline')).toContainText('A3.5')
  })

  test('about a shade is asked of one work, where several have one', async ({ page }) => {
    const made = await makeCase({ ...asked, hold_reason: 'shade', held_from: 'in_production' })
    await withMaker(async make => {
      const { reference } = await make.product(made.practice.laboratory)
      await make.orderLine(made.practice, made.order.id, reference, {
        case_sequence: 2,
        product_version: 1,
        teeth: [46],
        shade: 'A1',
      })
    })
    await openCase(page, made)
    const notice = page.locator('.notice')
    await notice.getByRole('button', { name: 'Indiquer la teinte' }).click()
    await notice.getByRole('textbox', { name: 'Teinte' }).fill('B3')
    const send = notice.getByRole('button', { name: 'Envoyer la réponse' })
    await send.click()
    const work = notice.getByRole('combobox', { name: 'De quel travail' })
    await expect(work).toHaveAccessibleDescription(/Choisissez le travail/)
    await work.selectOption({ label: 'Couronne zircone · 46' })
    await expectAccessible(page)
    await send.click()
    await letLeave(page)
    await expect(notice).toContainText('Vous avez répondu')
    await expect(page.locator('.timeline')).toContainText('B3 au lieu de A1')
  })

  test('is answered from the line of the list that says so', async ({ page }) => {
    await openCase(page, await makeCase(asked), '/cases')
    const line = page.getByRole('button', { name: 'Le laboratoire vous pose une question' })
    await line.click()
    await expect(page.getByRole('group', { name: 'Limite cervicale floue' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Appelez-moi', exact: true }).click()
    // No tick before anything has gone, and no promise once it has.
    await expect(page.locator('.toast--info')).toContainText('sera envoyé dans 10 s')
    await letLeave(page)
    await expect(page.locator('.toast--ok')).toContainText('Réponse envoyée')
    await expect(page.locator('.toast')).toHaveCount(1)
    await expect(page.locator('tbody')).toContainText('Vous avez répondu')
    await expect(line).toHaveCount(0)
  })

  test('is answered from the menu of its row, or in writing on its page', async ({ page }) => {
    await openCase(page, await makeCase({ ...asked, hold_reason: 'implant_parts' }), '/cases')
    await page.getByRole('button', { name: 'Actions pour T-26 0001' }).click()
    await expect(page.getByRole('button', { name: 'Les pièces sont en route' })).toBeVisible()
    await page.getByRole('link', { name: 'Répondre par écrit' }).click()
    const field = page.getByRole('textbox', { name: 'Votre réponse' })
    await expect(field).toBeFocused()
    await page.getByRole('button', { name: 'Annuler', exact: true }).click()
    // Not the answer that goes by a press alone.
    await expect(page.getByRole('button', { name: 'Répondre par écrit' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(field).toBeFocused()
    await page.getByRole('button', { name: 'Envoyer la réponse' }).click()
    await expect(field).toHaveAccessibleDescription(/Écrivez votre réponse/)
    await field.fill('Pilier Straumann posté hier')
    await field.press('Control+Enter')
    await expect(page.locator('.notice')).toContainText('Vous avez répondu')
    await expect(page.getByRole('log', { name: 'Messages' })).toContainText('Pilier Straumann posté hier')
  })

  test('that a colleague has answered says so and shows it', async ({ page, quiet }) => {
    quiet.allow(refused(409))
    const made = await makeCase(asked)
    await withoutEvents(page)
    await openCase(page, made)
    const button = page.getByRole('button', { name: 'Appelez-moi', exact: true })
    await expect(button).toBeVisible()
    await elsewhere(page, made.host, made.doctor, `/api/orders/${made.order.id}/hold-answer`, { answer: 'go_ahead' })
    await button.click()
    await letLeave(page)
    await expect(page.locator('.toast')).toContainText('Un collègue a déjà répondu.')
    await expect(page.locator('.notice')).toContainText('Vous avez répondu')
  })
})
