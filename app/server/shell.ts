import type { Brand } from '#features/brand/contract.ts'
import { initialOf } from '#features/brand/initial.ts'
import { shellPlaces } from '#features/brand/shells.ts'
import { escapeHtml } from './escape-html.ts'

/** Fills the laboratory into the picture: its name, logo or initial, and telephone, all as text. */
export function fillShell(html: string, brand: Brand): string {
  const { companyName, companyLogo, clientServicePhone } = brand
  const places: [string, string][] = [
    [`tel:${shellPlaces.clientServicePhone}`, `tel:${clientServicePhone.replace(/[^+\d]/g, '')}`],
    [shellPlaces.clientServicePhone, escapeHtml(clientServicePhone)],
    [shellPlaces.companyLogo, escapeHtml(companyLogo ?? '')],
    [`>${shellPlaces.initial}</span>`, `>${escapeHtml(initialOf(companyName))}</span>`],
    [shellPlaces.companyName, escapeHtml(companyName)],
  ]
  return places.reduce((filled, [place, value]) => filled.replaceAll(place, () => value), html)
}
