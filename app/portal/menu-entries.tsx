import type { SignedInUser } from '#features/auth/web/token.ts'
import type { IconName } from '#kit/web/ui/icon.tsx'

type Flag = 'isDLCPM' | 'isPracticeDoctor'

type MenuEntry = {
  to: string
  icon: IconName
  /** Its words in the account feature's text. */
  words: 'dashboard' | 'cases' | 'absences' | 'rides' | 'invoices' | 'newCase' | 'account'
  hiddenFor?: Flag
}

/** The menu of the portal, in its order. */
const menuEntries: readonly MenuEntry[] = [
  { to: '/dashboard', icon: 'home', words: 'dashboard' },
  { to: '/cases', icon: 'case', words: 'cases' },
  { to: '/absences', icon: 'sun', words: 'absences', hiddenFor: 'isPracticeDoctor' },
  { to: '/rides', icon: 'truck', words: 'rides' },
  { to: '/invoices', icon: 'bill', words: 'invoices', hiddenFor: 'isPracticeDoctor' },
]

/** What can be asked of the laboratory. */
const requestEntries: readonly MenuEntry[] = [
  { to: '/cases/new', icon: 'plus', words: 'newCase', hiddenFor: 'isDLCPM' },
]

const accountEntries: readonly MenuEntry[] = [{ to: '/account', icon: 'user', words: 'account' }]

/** The laboratory's own people have a menu of their own, with nothing of a practice in it. */
export const staffEntries = [
  { to: '/staff', icon: 'home', words: 'laboratory' },
  { to: '/staff/feedback', icon: 'message', words: 'feedback' },
] as const

/**
 * What this user finds in each menu. An entry appears with its page: one without a route is not shown. Hiding is a
 * courtesy; what a user may do is decided by the server.
 */
export function entriesFor(user: Pick<SignedInUser, Flag>, hasPage: (path: string) => boolean) {
  const shown = (entries: readonly MenuEntry[]) =>
    entries.filter(({ to, hiddenFor }) => hasPage(to) && !(hiddenFor && user[hiddenFor]))
  return { menu: shown(menuEntries), request: shown(requestEntries), account: shown(accountEntries) }
}
