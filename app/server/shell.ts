import type { Brand } from '#features/brand/contract.ts'
import { initialOf } from '#features/brand/initial.ts'
import { type ShellName, shellPlaces } from '#features/brand/shells.ts'
import { escapeHtml } from './escape-html.ts'

/** Which picture an address begins with. Whoever can not be signed in is about to see the sign-in page. */
export function shellOf(path: string, mayBeSignedIn: boolean): ShellName | undefined {
  if (path === '/login') return 'login'
  const screen = screenAt(path)
  return screen && !mayBeSignedIn ? 'login' : screen
}

function screenAt(path: string): ShellName | undefined {
  if (path === '/' || path === '/dashboard') return 'dashboard'
  if (path === '/cases') return 'cases'
  if (path === '/cases/new') return 'newCase'
  return /^\/cases\/[\w-]+$/.test(path) ? 'case' : undefined
}

/** The picture with the laboratory in it: its name, logo or initial, and telephone, all as text. */
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
