// What other days of the laboratory or of a practice would do to what has been promised, told before anything moves.
import { addDays, dayInZone, weekday } from '#kit/day.ts'
import { openLaboratory, withMaker } from './laboratory.ts'
import { enter } from './ordering.ts'
import { application, expect, expectAccessible, test } from './portal.ts'

const today = dayInZone(new Date(), 'Europe/Paris')
const inAFortnight = addDays(today, 14)
const monday = addDays(inAFortnight, 8 - weekday(inAFortnight))

/** Two whose patients come on the day of the delivery and long after, and one whose patient comes before it as it is. */
const place = () =>
  withMaker(async make => {
    const { host, laboratory, practice } = await openLaboratory(make, {}, { name: 'Cabinet Lilas' })
    const promised = { delivery_on: monday, status: 'in_production' }
    for (const [code, patientOn] of [
      ['T-1', addDays(monday, 30)],
      ['T-2', addDays(monday, -3)],
      ['T-3', monday],
    ] as const)
      await make.order(practice, { ...promised, code, appointment_at: `${patientOn}T09:00:00Z` })
    return { host, practice, administrator: await make.user(laboratory) }
  })

test('closed days are not blamed for what came after its patient already', async ({ page }) => {
  const { host, administrator } = await place()
  await enter(page, host, administrator, '/staff/settings/calendar')
  await application(page).getByRole('button', { name: 'Fermer des jours…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Premier jour').fill(monday.split('-').reverse().join('/'))
  await expect(dialog).toContainText('déplacées, 1 viendrait après le rendez-vous')
  await expect(dialog.getByRole('listitem').filter({ hasText: /^T-/ })).toHaveText([
    /^T-3.* · après le rendez-vous du /,
    /^T-2.* · déjà après le rendez-vous du /,
    /^T-1.* · rendez-vous /,
  ])
  await expectAccessible(page)
})

test('other days of a practice are not either', async ({ page }) => {
  const { host, practice, administrator } = await place()
  await enter(page, host, administrator, `/staff/practices/${practice.id}`)
  await application(page).getByRole('button', { name: 'Modifier' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('group', { name: 'Tournées' }).getByRole('checkbox', { name: /lun/i }).uncheck()
  await expect(dialog).toContainText('3 livraisons promises bougent, dont 2 après le rendez-vous (1 l’était déjà)')
  await expect(dialog.getByRole('listitem').filter({ hasText: /^T-/ })).toHaveText([
    /^T-3.* · après le rendez-vous\s: /,
    /^T-2.* · déjà après le rendez-vous\s: /,
    /^T-1.* · rendez-vous /,
  ])
  await expectAccessible(page)
})
