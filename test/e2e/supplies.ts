// The dialog of supplies, as its stories find it.
import type { Page } from '@playwright/test'
import { openLaboratory, withMaker } from './laboratory.ts'
import { enter } from './ordering.ts'
import { expect } from './portal.ts'

export const offered = [
  { name: 'pads', position: 1, label_fr: 'Bons de prescription', label_en: 'Prescription pads', options: [2, 5, 10] },
  { name: 'labels', position: 2, label_fr: 'Étiquettes', label_en: 'Address labels', options: [] },
  { name: 'bags', position: 3, label_fr: 'Sachets d’expédition', label_en: 'Shipping bags', options: [20, 50] },
]

export const makePractice = (user: Record<string, unknown> = {}, supplies: Record<string, unknown>[] = offered) =>
  withMaker(async make => {
    const made = await openLaboratory(make, { company_name: 'Labo Test' })
    for (const supply of supplies) await make.supply(made.laboratory, supply)
    return { ...made, user: await make.user(made.practice, user) }
  })
type Made = Awaited<ReturnType<typeof makePractice>>

export const change = ({ laboratory }: Made, text: string) =>
  withMaker(make => make.within(laboratory.id, client => client.query(text)))

export const dialog = (page: Page) =>
  page.locator('dialog[open]').filter({ hasNot: page.getByRole('heading', { name: /^Quitter sans enregistrer/ }) })
export const lines = (page: Page) => dialog(page).getByRole('listitem')
export const line = (page: Page, label: string) => lines(page).filter({ hasText: label })
export const quantity = (page: Page, label: string) =>
  dialog(page).getByRole('combobox', { name: `Quantité de ${label}` })
export const add = (page: Page, label: string) => dialog(page).getByRole('button', { name: `Ajouter ${label}` })
export const remove = (page: Page, label: string) => dialog(page).getByRole('button', { name: `Retirer ${label}` })
export const button = (page: Page, name: string) => dialog(page).locator('footer').getByRole('button', { name })
export const question = (page: Page) => page.getByRole('alertdialog', { name: 'Quitter sans enregistrer\u202f?' })
export const trigger = (page: Page) =>
  page.locator('.page-head').getByRole('button', { name: 'Demander des fournitures' })

/** The dialog, opened on the page of supplies. */
export async function open(page: Page, made: Made) {
  await enter(page, made.host, made.user, '/supplies')
  await trigger(page).click()
  await expect(dialog(page)).toHaveAccessibleName('Demander des fournitures')
  await expect(dialog(page).locator('.skeleton')).toHaveCount(0)
}

/** At the recap of two supplies. */
export async function openRecap(page: Page, made: Made) {
  await open(page, made)
  await add(page, 'Bons de prescription').click()
  await quantity(page, 'Bons de prescription').selectOption('5')
  await add(page, 'Étiquettes').click()
  await button(page, 'Continuer').click()
  await expect(dialog(page)).toHaveAccessibleName('Confirmer la demande')
}
