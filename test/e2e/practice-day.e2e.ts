import type { Locator, Page } from '@playwright/test'
import { addDays, dayInZone, weekday } from '#kit/day.ts'
import { letLeave } from './answers.ts'
import { elsewhere, signedInElsewhere } from './elsewhere.ts'
import { openLaboratory, withMaker } from './laboratory.ts'
import { enter } from './ordering.ts'
import { expect, expectAccessible, refused, rows, test } from './portal.ts'

const today = dayInZone(new Date(), 'Europe/Paris')
const workday = (ahead: number) => {
  let day = addDays(today, ahead)
  while (weekday(day) > 5) day = addDays(day, 1)
  return day
}

/** A practice with a question, a problem that was answered, a case that comes after its patient, and one not begun. */
const makeDay = (user: Record<string, unknown> = {}) =>
  withMaker(async make => {
    const { host, laboratory, practice } = await openLaboratory(make, { company_name: 'Labo Journée' })
    const { reference } = await make.product(laboratory)
    const doctor = await make.user(practice, user)
    const staff = await make.user(laboratory)
    await make.order(practice, { code: 'Q-1', status: 'on_hold', hold_reason: 'other', hold_question: 'A2 ou A3 ?' })
    const delivered = await make.order(practice, { code: 'P-1', status: 'delivered', delivery_on: addDays(today, -2) })
    const late = await make.order(practice, {
      code: 'L-1',
      status: 'in_preparation',
      delivery_on: workday(8),
      appointment_at: `${workday(5)}T09:00:00Z`,
    })
    const bridge = await make.product(laboratory, {
      reference: 'BRIDGE',
      position: 2,
      tooth_need: 'run',
      minimum_teeth: 3,
      has_pontics: true,
    })
    const made = { product_version: 1, shade: 'A2' }
    await make.orderLine(practice, late.id, reference, {
      ...made,
      label_fr: 'Couronne',
      label_en: 'Crown',
      teeth: [26],
    })
    await make.orderLine(practice, late.id, bridge.reference, {
      ...made,
      case_sequence: 2,
      label_fr: 'Bridge',
      label_en: 'Bridge',
      teeth: [13, 14, 15],
      pontics: [14],
    })
    return { host, doctor, staff, delivered, late }
  })
type Day = Awaited<ReturnType<typeof makeDay>>

/** The laboratory answers a problem that the practice has reported. */
async function answerProblem(page: Page, { host, doctor, staff, delivered }: Day) {
  const practice = await signedInElsewhere(page, host, doctor)
  const report = { kind: 'fit', description: 'Bascule', remake: false }
  const reported = await practice('POST', `/api/orders/${delivered.id}/problems`, report)
  const { id } = (await reported.json()).data
  const answer = { answer: 'Nous la reprenons jeudi' }
  await elsewhere(page, host, staff, `/api/staff/orders/${delivered.id}/problems/${id}/answer`, answer)
}

/** Every press of the day, so that it never needs more. */
function counting(page: Page) {
  let presses = 0
  return {
    press: async (role: 'button' | 'link', name: string | RegExp, within = page.locator('body')) => {
      presses++
      await within.getByRole(role, { name }).click()
    },
    presses: () => presses,
  }
}

const toDo = (page: Page) => page.getByRole('region', { name: /^(À vous de répondre|Waiting for you)/ })
const dialog = (page: Page) => page.locator('dialog[open]')

test.describe('the day of an assistant', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test('says what waits, and each has its next step', async ({ page }) => {
    const made = await makeDay()
    await answerProblem(page, made)
    await enter(page, made.host, made.doctor, '/dashboard')
    const { press, presses } = counting(page)
    await expect(toDo(page)).toHaveAccessibleName('À vous de répondre · 2')
    const menu = page.getByRole('navigation', { name: 'Menu' })
    // What nobody sees at first comes with the first move.
    await page.mouse.move(10, 10)
    await expect(menu.getByRole('link', { name: /Tableau de bord.*2 choses vous attendent/s })).toBeVisible()
    await expectAccessible(page)

    await press('link', '1 réponse à un problème, à vérifier', toDo(page))
    await expect(rows(page).getByRole('rowheader')).toHaveText([/P-1/])
    await press('link', 'P-1', rows(page))
    await expect(page.getByText('Nous la reprenons jeudi')).toBeVisible()
    await press('button', 'C’est réglé')
    await expect(page.getByText('Réglé', { exact: true })).toBeVisible()
    // Back to the list that one has come from.
    await press('link', 'Travaux', page.getByRole('navigation', { name: 'Où vous êtes' }))
    await expect(page).toHaveURL(/waiting=problem/)

    await press('link', 'Effacer les filtres', page.locator('.toolbar'))
    await press('link', 'À répondre', page.locator('.toolbar'))
    await expect(rows(page).getByRole('rowheader')).toHaveText([/Q-1/])
    await expect(page.locator('.toolbar').getByRole('link', { name: 'À répondre' })).toHaveAttribute(
      'aria-current',
      'true',
    )

    await page.goto(new URL('/cases', page.url()).href)
    await press('link', 'L-1', rows(page))
    const late = page
      .locator('.notice')
      .filter({ hasText: /^Arrive le \S+ \d.*, le patient vient le \S+ \d.* à \d\d:\d\d/ })
    await press('button', 'Demander plus tôt', late)
    await expect(dialog(page).getByRole('textbox', { name: /Pour quel jour/ })).not.toHaveValue('')
    await expectAccessible(page)
    await press('button', 'Demander plus tôt', dialog(page))
    await expect(page.locator('.notice').filter({ hasText: 'Demandé au laboratoire' })).toBeVisible()
    await press('link', /^(Précédent|Suivant)/, page.getByRole('navigation', { name: 'Dans cette liste' }))
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Q-1')
    expect(presses()).toBe(10)
  })
})

test('where no day is left before the patient, the appointment is to be moved first, and no day is proposed', async ({
  page,
}) => {
  const { host, user, id } = await withMaker(async make => {
    const { host, practice } = await openLaboratory(make, { company_name: 'Labo Journée' })
    const { id } = await make.order(practice, {
      code: 'L-2',
      status: 'in_production',
      delivery_on: workday(4),
      appointment_at: `${addDays(today, -1)}T23:30:00Z`,
    })
    return { host, user: await make.user(practice), id }
  })
  await enter(page, host, user, `/cases/${id}`)
  const late = page
    .locator('.notice')
    .filter({ hasText: /^Arrive le \S+ \d.*, le patient vient le \S+ \d.* à \d\d:\d\d/ })
  await expect(late.getByRole('button')).toHaveText(['Déplacer le rendez-vous', 'Demander plus tôt'])
  await late.getByRole('button', { name: 'Demander plus tôt' }).click()
  await expect(dialog(page).getByRole('textbox', { name: /Pour quel jour/ })).toHaveValue('')
  await expect(dialog(page)).toContainText('Aucun jour ouvré ne reste avant le rendez-vous.')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Déplacer le rendez-vous' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.locator('.calendar')).toBeVisible()
})

/** In the calendar behind the appointment of a case. */
async function moveTo(page: Page, day: string) {
  await page.getByRole('button', { name: /, change the day or time$/ }).click()
  const pressed = page.locator(`.calendar [data-day="${day}"]`)
  const next = page.locator('.calendar').getByRole('button', { name: 'Next month' })
  await expect(next).toBeVisible()
  if ((await pressed.count()) === 0) await next.click()
  await pressed.click()
  // Chosen, and no more: the hour can still be said.
  await expect(page.getByRole('gridcell', { selected: true }).locator(`[data-day="${day}"]`)).toBeVisible()
  await page.getByRole('button', { name: /^Move to / }).click()
  await expect(page.locator('.calendar')).toHaveCount(0)
}

test.describe('the day of a doctor on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('moves an appointment, corrects a tooth, and sees what that means before it is saved', async ({
    page,
    quiet,
  }) => {
    quiet.allow(refused(503))
    const made = await makeDay({ language: 'en' })
    await enter(page, made.host, made.doctor, `/cases/${made.late.id}`)
    const { press, presses } = counting(page)
    // That it comes too late stands before all that can be done with it.
    const late = page.locator('.notice').filter({ hasText: /^Arrives on .*, the patient comes on .* at \d\d:\d\d/ })
    await expect(late).toBeVisible()
    const top = async (part: Locator) => (await part.boundingBox())?.y ?? 0
    expect(await top(late)).toBeLessThan(await top(page.getByRole('button', { name: 'Contact the laboratory' })))
    await press('button', 'Other actions')
    await press('button', 'Change this case')
    const day = dialog(page).getByRole('textbox', { name: /^Patient.*appointment/ })
    // What it means cannot be had for a moment.
    await page.route('**/change-preview', route => route.fulfill({ status: 503 }))
    await day.fill(addDays(workday(8), 1).split('-').reverse().join('/'))
    await expect(dialog(page).locator('[role=status].tone--warn')).toContainText(/\w/)
    await page.unroute('**/change-preview')
    await day.fill(addDays(workday(8), 2).split('-').reverse().join('/'))
    await expect(
      dialog(page).getByRole('status').filter({ hasText: 'ready 2 days before the appointment' }),
    ).toBeVisible()
    const worked = (name: string) => dialog(page).getByRole('group', { name, exact: true }).getByRole('textbox').first()
    const teeth = worked('Crown')
    await teeth.fill('16')
    // The pontic goes with its bridge.
    const run = worked('Bridge')
    await run.fill('23-25')
    await run.blur()
    await expect(run).toHaveValue(/23.25/)
    await expect(dialog(page).getByRole('checkbox', { name: /24/, checked: true }).first()).toBeVisible()
    await expectAccessible(page)
    await press('button', 'Save the changes', dialog(page))
    await expect(dialog(page)).toHaveCount(0)
    await expect(page.locator('.timeline')).toContainText(
      /Changed by the practice: appointment: .*16 instead of 26.*23–25 instead of 15–13/,
    )
    await expect(page.locator('.notice').filter({ hasText: /^Arrives / })).toHaveCount(0)
    // A day alone takes three, in the little calendar that the notice opens.
    expect(presses()).toBe(3)
    // The laboratory is told, and takes note.
    const staff = await signedInElsewhere(page, made.host, made.staff)
    const asked = (await (await staff('GET', '/api/staff/requests')).json()).data
    expect(asked).toMatchObject([{ order: { code: 'L-1' }, request: null }])

    // Moved where it stands: undone nothing leaves, left alone it leaves with whoever closes the page.
    const doctor = await signedInElsewhere(page, made.host, made.doctor)
    const noted = async () => (await (await doctor('GET', `/api/orders/${made.late.id}`)).json()).data.appointmentDate
    const before = await noted()
    const sent: string[] = []
    page.on('request', request => {
      if (request.method() === 'PATCH') sent.push(request.url())
    })
    const leaving = page.locator('main').getByRole('status').filter({ hasText: 'Will be saved in 10 s' })
    // Another day than the one above, whatever day it is today.
    await moveTo(page, workday(15))
    await leaving.getByRole('button', { name: 'Undo' }).click()
    await expect(leaving).toHaveCount(0)
    await letLeave(page)
    expect(sent).toEqual([])
    await moveTo(page, workday(20))
    await expect(leaving).toBeVisible()
    await page.getByRole('navigation', { name: 'Where you are' }).getByRole('link', { name: 'Cases' }).click()
    await expect(rows(page).first()).toBeVisible()
    expect(sent).toEqual([])
    expect(await noted()).toBe(before)
    await page.goto('about:blank')
    await expect.poll(noted).toContain(workday(20))
    expect((await noted()).slice(10)).toBe(before.slice(10))
  })
})
