// The page of pickups, as its stories find it.
import type { Page } from '@playwright/test'
import { addDays, dayInZone } from '#kit/day.ts'
import { openLaboratory, withMaker } from './laboratory.ts'
import { enter } from './ordering.ts'
import { expect } from './portal.ts'

const today = dayInZone(new Date(), 'Europe/Paris')
export const inDays = (days: number) => addDays(today, days)

export const deliveryTimes = {
  version: 1,
  defaultLanguage: 'fr',
  content: {
    fr: {
      title: 'Délais et tournées',
      sections: [
        {
          name: 'Tournées',
          description: 'Du lundi au vendredi.',
          headers: ['Secteur', 'Matin'],
          rows: [['Nord', '9 h']],
        },
        { name: 'Délais', headers: ['Travail', 'Jours'], rows: [['Couronne', '5']] },
      ],
    },
  },
}

/** A round on every day; too late for this morning, not yet for this afternoon. */
export const everyDay = { working_days: [1, 2, 3, 4, 5, 6, 7], pickup_am_cutoff: '00:00', pickup_pm_cutoff: '23:59' }

export const makePractice = (laboratory: Record<string, unknown> = {}, user: Record<string, unknown> = {}) =>
  withMaker(async make => {
    const values = { company_name: 'Labo Test', delivery_time_information: JSON.stringify(deliveryTimes) }
    const made = await openLaboratory(make, { ...values, ...everyDay, ...laboratory })
    return { ...made, user: await make.user(made.practice, user) }
  })
type Made = Awaited<ReturnType<typeof makePractice>>

export const makeRide = (
  { practice, user }: Made,
  days: number,
  shift: 'AM' | 'PM',
  values: Record<string, unknown> = {},
) => withMaker(make => make.ride(practice, inDays(days), shift, { created_by: user.id, ...values }))

export const change = ({ laboratory }: Made, text: string) =>
  withMaker(make => make.within(laboratory.id, client => client.query(text)))

export const card = (page: Page, name: string | RegExp) =>
  page.locator('section.card').filter({ has: page.getByRole('heading', { name, level: 2 }) })
export const next = (page: Page) => card(page, /^(Prochaine collecte|Next pickup)$/)
export const list = (page: Page, name: string) => page.getByRole('table', { name }).locator('tbody tr')
export const dialog = (page: Page) =>
  page.locator('dialog[open]').filter({ hasNot: page.getByRole('heading', { name: /^Quitter sans enregistrer/ }) })
export const schedule = (page: Page) =>
  page.locator('.page-head').getByRole('button', { name: /^(Programmer une collecte|Schedule a pickup)$/ })

export async function open(page: Page, made: Made) {
  await enter(page, made.host, made.user, '/rides')
  await expect(next(page)).toBeVisible()
  await expect(schedule(page)).toBeEnabled()
}
