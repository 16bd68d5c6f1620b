import type { Page } from '@playwright/test'
import { addDays, dayInZone } from '#kit/day.ts'
import { type TestUser, testPassword } from '../make.ts'
import { at } from './addresses.ts'
import { openLaboratory, withMaker } from './laboratory.ts'
import { enterAs, expect } from './portal.ts'

/** A laboratory of its own that makes crowns, bridges and trays, and somebody of a practice who orders. */
export async function makeOrderingPractice(user: Record<string, unknown> = {}) {
  return withMaker(async make => {
    const { host, laboratory, practice } = await openLaboratory(make, { company_name: 'Labo Test' })
    await make.product(laboratory, { reference: 'CROWN', position: 1 })
    await make.product(laboratory, {
      reference: 'BRIDGE',
      position: 2,
      label_fr: 'Bridge céramo-métallique',
      label_en: 'Porcelain-fused-to-metal bridge',
      name_one_fr: 'Bridge',
      name_many_fr: 'Bridge',
      name_one_en: 'Bridge',
      name_many_en: 'Bridge',
      lead_days: 9,
      tooth_need: 'run',
      minimum_teeth: 3,
      has_pontics: true,
    })
    await make.product(laboratory, {
      reference: 'TRAY',
      position: 3,
      label_fr: 'Porte-empreinte individuel',
      label_en: 'Custom tray',
      name_one_fr: 'PEI',
      name_many_fr: 'PEI',
      name_one_en: 'Tray',
      name_many_en: 'Trays',
      lead_days: 2,
      tooth_need: 'none',
      sector_need: 'required',
      shade_need: 'none',
    })
    await make.product(laboratory, {
      reference: 'IMPLANT',
      position: 4,
      label_fr: 'Couronne sur implant',
      label_en: 'Implant crown',
      name_one_fr: 'Couronne sur implant',
      name_many_fr: 'Couronnes sur implant',
      name_one_en: 'Implant crown',
      name_many_en: 'Implant crowns',
      lead_days: 14,
      implant_need: 'required',
    })
    return { host, practice, doctor: await make.user(practice, user) }
  })
}
export type OrderingPractice = Awaited<ReturnType<typeof makeOrderingPractice>>

/** One pixel of a smile. */
export const photo = {
  name: 'sourire.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==',
    'base64',
  ),
}

/** Once it is with the laboratory, no longer among those on their way. */
export const attached = (page: Page) => page.locator('.file-list__name.link', { hasText: photo.name })

export const enter = (page: Page, host: string, { login }: TestUser, path = '/cases/new') =>
  enterAs(page, { login, password: testPassword }, at(host, path))

/** The form of a new case, ready to be typed into. */
export async function openForm(page: Page, { host, doctor }: OrderingPractice) {
  await enter(page, host, doctor)
  await expect(patientCode(page)).toBeVisible()
}

export const patientCode = (page: Page) => page.locator('[name=patientCode]')
export const check = (page: Page) => page.getByRole('button', { name: /^(Vérifier et envoyer|Check and send)$/ })
export const lastLook = (page: Page) => page.getByRole('dialog', { name: /^(Un dernier regard|One last look)$/ })
export const send = (page: Page) =>
  lastLook(page).getByRole('button', { name: /^(Envoyer au laboratoire|Send to the laboratory)$/ })
export const saved = (page: Page) => page.getByText(/^(Brouillon enregistré à|Draft saved at) /)
/** Where work is looked for in the catalogue. */
export const catalogueSearch = (page: Page) =>
  page.getByRole('combobox', { name: /^(Que doit réaliser|Ajouter un autre travail|What should the lab)/ })
/** A piece of work on the form. */
export const work = (page: Page, name: string | RegExp) => page.getByRole('region', { name })

/** Days as they are typed, from today on. */
export const typed = (days: number) =>
  addDays(dayInZone(new Date(), 'Europe/Paris'), days).split('-').reverse().join('/')

/** A crown on 26 in A2, from an optical impression. */
export async function fillCrown(page: Page, code: string, impression: string | RegExp = /^Opti/) {
  await patientCode(page).fill(code)
  await catalogueSearch(page).fill('zirc')
  await page.keyboard.press('Enter')
  const crown = work(page, /zircon/)
  await crown.getByRole('textbox', { name: /^(Numéros|Numbers)$/ }).fill('26')
  await crown.getByRole('textbox', { name: /^(Teinte|Shade)$/ }).fill('A2')
  await page.getByRole('radio', { name: impression }).check()
}

export async function registered(page: Page) {
  await page.waitForURL(/\/cases\/[0-9a-f-]{36}$/)
  await expect(page.locator('.timeline')).toBeVisible()
}
