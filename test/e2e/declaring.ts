/** What the stories of absences share: a practice, and the hands that declare. */
import type { Page } from '@playwright/test'
import { addDays, dayInZone } from '#kit/day.ts'
import { openLaboratory, withMaker } from './laboratory.ts'
import { enter } from './ordering.ts'
import { expect, rows } from './portal.ts'

const today = dayInZone(new Date(), 'Europe/Paris')
export const inDays = (days: number) => addDays(today, days)

type Absence = [from: number, to: number, deliveryPossible?: boolean]

/** Somebody of a practice that is away on these days, counted from today. */
export const makePractice = (absences: Absence[] = [], user: Record<string, unknown> = {}) =>
  withMaker(async make => {
    const { host, practice } = await openLaboratory(make, { company_name: 'Labo Test' })
    for (const [from, to, possible = false] of absences)
      await make.absence(practice, inDays(from), inDays(to), { is_delivery_possible: possible })
    return { host, practice, user: await make.user(practice, user) }
  })

const leaving = /^(Quitter sans enregistrer|Leave without saving)/
export const dialog = (page: Page) =>
  page.locator('dialog[open]').filter({ hasNot: page.getByRole('heading', { name: leaving }) })
export const add = (page: Page) => page.locator('.page-head').getByRole('button', { name: /^(Déclarer|Declare) / })
export const from = (page: Page) => page.locator('[name=from]')
export const to = (page: Page) => page.locator('[name=to]')
export const submit = (page: Page) => dialog(page).locator('footer .button--primary')

export async function open(page: Page, absences: Absence[] = [], user: Record<string, unknown> = {}) {
  const made = await makePractice(absences, user)
  await enter(page, made.host, made.user, '/absences')
  await expect(absences.length > 0 ? rows(page) : page.locator('.state')).not.toHaveCount(0)
  return made
}

export async function fill(page: Page, first: string, last: string) {
  await from(page).fill(first)
  await to(page).fill(last)
}
