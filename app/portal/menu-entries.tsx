import type { StaticDataRouteOption } from '@tanstack/react-router'
import type { SignedInUser } from '#features/auth/web/token.ts'
import type { IconName } from '#kit/web/ui/icon.tsx'
import { may } from '#tenancy/rights.ts'

type MenuEntry = {
  to: string
  icon: IconName
  /** Its words in the account feature's text. */
  words: 'dashboard' | 'cases' | 'absences' | 'rides' | 'invoices' | 'newCase' | 'account'
}

/** The menu of the portal, in its order. */
const menuEntries: readonly MenuEntry[] = [
  { to: '/dashboard', icon: 'home', words: 'dashboard' },
  { to: '/cases', icon: 'case', words: 'cases' },
  { to: '/absences', icon: 'sun', words: 'absences' },
  { to: '/rides', icon: 'truck', words: 'rides' },
  { to: '/invoices', icon: 'bill', words: 'invoices' },
]

/** What can be asked of the laboratory. */
const requestEntries: readonly MenuEntry[] = [{ to: '/cases/new', icon: 'plus', words: 'newCase' }]

const accountEntries: readonly MenuEntry[] = [{ to: '/account', icon: 'user', words: 'account' }]

/** The laboratory's own people have a menu of their own, with nothing of a practice in it. */
export const staffEntries = [
  { to: '/staff', icon: 'home', words: 'laboratory' },
  { to: '/staff/feedback', icon: 'message', words: 'feedback' },
] as const

/** As the router has them, by their path. */
type Screens = Readonly<Record<string, { options: { staticData?: StaticDataRouteOption } } | undefined>>

/**
 * What this user finds in each menu: an entry appears with its screen, for whoever has what the screen needs. Hiding is a
 * courtesy; what a user may do is decided by the server.
 */
export function entriesFor(user: SignedInUser, screens: Screens) {
  const shown = (entries: readonly MenuEntry[]) =>
    entries.filter(({ to }) => {
      const needs = screens[to]?.options.staticData?.needs
      return needs !== undefined && needs !== 'nothing' && may(user, needs)
    })
  return { menu: shown(menuEntries), request: shown(requestEntries), account: shown(accountEntries) }
}
