import type { Page } from '@playwright/test'
import { openLaboratory, withMaker } from './laboratory.ts'
import { enter } from './ordering.ts'
import { expect } from './portal.ts'

/** A laboratory of its own with one case, its staff, and the people of a practice. */
export async function makeCase(values: Record<string, unknown> = {}, user: Record<string, unknown> = {}) {
  return withMaker(async make => {
    const { host, laboratory, practice } = await openLaboratory(make, {
      company_name: 'Labo Test',
      address: '1 rue des Essais',
      postal_code: '75011',
      city: 'Paris',
    })
    const { reference } = await make.product(laboratory)
    const order = await make.order(practice, { code: 'T-26 0001', ...values })
    await make.orderLine(practice, order.id, reference, {
      product_version: 1,
      label_fr: 'Bridge zircone',
      label_en: 'Zirconia bridge',
      teeth: [13, 12, 11, 21, 22, 23],
      pontics: [12, 11, 21, 22],
      shade: 'A3.5',
      implant_brand: 'Straumann',
      implant_platform: 'RC',
      note: 'Embrasures ouvertes',
    })
    const doctor = await make.user(practice, user)
    return { host, practice, order, doctor, staff: await make.user(laboratory) }
  })
}
export type Made = Awaited<ReturnType<typeof makeCase>>

export async function openCase(page: Page, { host, doctor, order }: Made, path = `/cases/${order.id}`) {
  await enter(page, host, doctor, path)
  await expect(
    page.locator(path === '/cases' ? 'tbody th a' : '.timeline, .teeth-drawn').filter({ visible: true }),
  ).not.toHaveCount(0)
}
