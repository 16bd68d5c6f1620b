import type { Page } from '@playwright/test'
import * as files from '../files.ts'
import { openLaboratory, withMaker } from './laboratory.ts'
import { enter } from './ordering.ts'
import { expect } from './portal.ts'

type Values = Record<string, unknown>

/** A laboratory of its own with one case, its staff, and people of two practices. */
export const makeCase = ({ laboratory: rules = {}, order: values = {}, user = {} }: Record<string, Values> = {}) =>
  withMaker(async make => {
    const { host, laboratory, practice } = await openLaboratory(make, { company_name: 'Labo Test', ...rules })
    return {
      host,
      order: await make.order(practice, { code: 'T-26 0001', ...values }),
      doctor: await make.user(practice, user),
      colleague: await make.user(practice, { is_dlcpm: true }),
      neighbour: await make.user(await make.practice(laboratory)),
      staff: await make.user(laboratory),
    }
  })
export type Made = Awaited<ReturnType<typeof makeCase>>

export async function openFiles(page: Page, { host, order, doctor }: Made, by = doctor) {
  await enter(page, host, by, `/cases/${order.id}?tab=attachments`)
  await expect(page.locator('.file-drop, .file-drop__full')).toBeVisible()
}

export type Given = { name: string; mimeType: string; buffer: Buffer }
export const given = (name: string, buffer: Buffer): Given => ({ name, mimeType: 'application/octet-stream', buffer })
export const pdf = (name: string) => given(name, files.pdf())
export const choose = (page: Page, ...chosen: Given[]) =>
  page.locator('.file-drop input[multiple]').setInputFiles(chosen)

export const list = (page: Page) => page.getByRole('list', { name: /^(Fichiers de ce travail|Files of this case)$/ })
export const inList = (page: Page, name: string) => list(page).getByRole('listitem').filter({ hasText: name })
export const sending = (page: Page) =>
  page.getByRole('list', { name: /^(Fichiers en cours d’envoi|Files being sent)$/ })
export const onItsWay = (page: Page, name: string) => sending(page).getByRole('listitem').filter({ hasText: name })
export const tab = (page: Page, count: number) =>
  page.getByRole('link', { name: new RegExp(`^(Pièces jointes|Attachments) ${count}$`) })
export const dialog = (page: Page) => page.locator('dialog[open]')

/** The browser's own words about the pictures that are taken of a scan while the test is recorded. */
export const whenRecorded = /ReadPixels/

/** A wavy surface of so many triangles, finer than what a scanner leaves. */
export function scan(side: number) {
  const bytes = Buffer.alloc(84 + 50 * side * side * 2)
  bytes.writeUInt32LE(side * side * 2, 80)
  const point = (x: number, y: number) => [x * 0.2, y * 0.2, 3 * Math.sin(x / 18) * Math.cos(y / 14)]
  let at = 84
  for (let x = 0; x < side; x++) {
    for (let y = 0; y < side; y++) {
      const [a, b, c, d] = [point(x, y), point(x + 1, y), point(x + 1, y + 1), point(x, y + 1)]
      for (const corners of [
        [a, b, c],
        [a, c, d],
      ]) {
        for (const [place, value] of corners.flat().entries()) bytes.writeFloatLE(value ?? 0, at + 12 + 4 * place)
        at += 50
      }
    }
  }
  return bytes
}
