import type { Page } from '@playwright/test'
import { dayInZone } from '#kit/day.ts'
import { readCalendar } from '../calendar.ts'
import { at } from './addresses.ts'
import { openLaboratory, withMaker } from './laboratory.ts'
import { enter } from './ordering.ts'
import { expect, expectAccessible, refused, test } from './portal.ts'

const today = dayInZone(new Date(), 'Europe/Paris')

const newPractice = (values: Record<string, unknown> = {}) =>
  withMaker(async make => {
    const { host, practice } = await openLaboratory(make, { company_name: 'Labo Agenda' })
    const user = await make.user(practice, values)
    await make.order(practice, { patient: 'Zoé Martin', patient_code: 'P-0042', delivery_on: today })
    await make.absence(practice, today, today)
    return { host, user }
  })

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

/** As a program on the same machine would: with nothing but the address. */
const look = (page: Page, address: string) =>
  page.evaluate(async address => {
    const answer = await fetch(address, { credentials: 'omit' })
    return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
  }, address)

test('whoever wants the days in a calendar of their own gets a secret address, and takes it back', async ({
  page,
  context,
  quiet,
}) => {
  quiet.allow(refused(404))
  const { host, user } = await newPractice()
  await enter(page, host, user, '/dashboard')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: new URL(at(host, '/')).origin })
  const opener = page.getByRole('button', { name: 'Dans mon agenda' })
  const subscription = dialog(page, 'Abonnement au calendrier')

  // Without a mouse.
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(subscription).toContainText('Les patients n’y figurent que par leur code.')
  await expect(subscription).toContainText('Gardez l’adresse pour vous')
  await expectAccessible(page)
  const create = subscription.getByRole('button', { name: 'Créer une adresse' })
  await expect(create).toBeEnabled()
  await create.focus()
  await page.keyboard.press('Enter')
  const field = subscription.getByRole('textbox', { name: 'Adresse de votre calendrier' })
  await expect(field).toBeFocused()
  const address = await field.inputValue()
  expect(address).toMatch(new RegExp(`^${at(host, '/api/calendar/')}[\\w-]{43}\\.ics$`))
  await expect(subscription.getByRole('link', { name: 'Ouvrir dans mon agenda' })).toHaveAttribute(
    'href',
    address.replace('http:', 'webcal:'),
  )
  await expectAccessible(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(subscription.getByRole('status')).toHaveText('Copiée.')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)

  const feed = await look(page, address)
  expect([feed.status, feed.type]).toEqual([200, 'text/calendar; charset=utf-8'])
  const { events, title } = readCalendar(feed.text)
  expect(title).toBe('Labo Agenda')
  expect(events.map(({ summary, start }) => [summary, start])).toEqual([
    ['Livraison estimée P-0042', today],
    ['Absence du cabinet', today],
  ])
  expect(feed.text).not.toContain('Martin')

  // Shown this once.
  await page.keyboard.press('Escape')
  await expect(subscription).toBeHidden()
  await expect(opener).toBeFocused()
  await opener.click()
  await expect(subscription).toContainText('Vous avez une adresse depuis le')
  await expect(field).toBeHidden()
  await subscription.getByRole('button', { name: 'Créer une nouvelle adresse' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('L’adresse actuelle cesse aussitôt de fonctionner')
  await question.getByRole('button', { name: 'Créer une nouvelle adresse' }).click()
  await expect(field).toBeFocused()
  const second = await field.inputValue()
  expect(second).not.toBe(address)
  expect((await look(page, address)).status).toBe(404)
  expect((await look(page, second)).status).toBe(200)

  await subscription.getByRole('button', { name: 'Mettre fin à l’abonnement' }).click()
  await expect(question).toBeVisible()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Garder l’adresse actuelle' }).click()
  await expect(question).toBeHidden()
  await subscription.getByRole('button', { name: 'Mettre fin à l’abonnement' }).click()
  await question.getByRole('button', { name: 'Mettre fin à l’abonnement' }).click()
  await expect(page.getByText('L’abonnement au calendrier est terminé.')).toBeVisible()
  await expect(subscription).toBeHidden()
  expect((await look(page, second)).status).toBe(404)
})

test('on a phone, in English, for a practice doctor, and when the line is bad', async ({ page, quiet }) => {
  quiet.allow(refused(503))
  await page.setViewportSize({ width: 390, height: 844 })
  const { host, user } = await newPractice({ language: 'en', is_practice_doctor: true })
  await enter(page, host, user, '/dashboard')
  const subscription = dialog(page, 'Calendar subscription')
  const fail = () => page.route('**/api/calendar', route => route.fulfill({ status: 503 }))
  await fail()
  await page.getByRole('button', { name: 'In my calendar' }).click()
  await expect(subscription).toContainText('Your subscription could not be loaded')
  await expect(subscription).not.toContainText('absences')
  await page.unroute('**/api/calendar')
  await subscription.getByRole('button', { name: 'Retry' }).click()
  const create = subscription.getByRole('button', { name: 'Create an address' })
  await expect(create).toBeEnabled()
  await fail()
  await create.click()
  await expect(subscription.getByText('That did not work')).toBeVisible()
  await page.unroute('**/api/calendar')
  await create.click()
  const field = subscription.getByRole('textbox', { name: 'Address of your calendar' })
  await expect(field).toBeFocused()
  await expect(subscription.getByText('That did not work')).toBeHidden()
  await expectAccessible(page)
  const { events } = readCalendar((await look(page, await field.inputValue())).text)
  expect(events.map(({ summary }) => summary)).toEqual(['Estimated delivery P-0042'])
})
