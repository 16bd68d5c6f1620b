import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { entriesAt, settingsEntries } from '#app/frame/menu-entries.ts'
import { useChangeLanguage } from '#features/account/web/change-language.ts'
import { languageNames } from '#features/account/web/language-names.ts'
import { authText } from '#features/auth/web/text.ts'
import type { SignedInUser } from '#features/auth/web/token.ts'
import { useSignOut } from '#features/auth/web/use-sign-out.ts'
import { useUser } from '#features/auth/web/use-user.ts'
import { staffCasesText } from '#features/cases/web/staff-text.ts'
import { casesText } from '#features/cases/web/text.ts'
import { invoicesText } from '#features/invoices/web/text.ts'
import { CommandPalette, type PaletteGroup } from '#features/palette/web/command-palette.tsx'
import type { PaletteStart } from '#features/palette/web/keys.ts'
import type { PaletteEntry } from '#features/palette/web/palette-option.tsx'
import { staffPaletteText } from '#features/palette/web/staff-text.ts'
import { paletteText } from '#features/palette/web/text.ts'
import { typedAhead } from '#features/palette/web/typed-ahead.ts'
import { loadText, useLanguage, useText } from '#kit/web/text.tsx'
import { may } from '#tenancy/rights.ts'
import { ConsoleShortcuts } from './console-shortcuts.tsx'
import { useFoundOfStaff } from './use-found-of-staff.tsx'

export const loadPaletteWords = () =>
  Promise.all([paletteText, staffPaletteText, casesText, staffCasesText, invoicesText].map(loadText))

type Closing = { onClose: () => void }

/** The staff's quick access: finds a case, a practice, a document or a screen by part of its name. */
export function ConsolePalette({ start, onClose }: Closing & { start: PaletteStart }) {
  const user = useUser()
  const [isOnShortcuts, setOnShortcuts] = useState(start === 'shortcuts')
  if (!user) return null
  return isOnShortcuts ? (
    <ConsoleShortcuts onClose={onClose} />
  ) : (
    <Search user={user} onShortcuts={() => setOnShortcuts(true)} onClose={onClose} />
  )
}

type SearchProps = Closing & { user: SignedInUser; onShortcuts: () => void }

function Search({ user, onShortcuts, onClose }: SearchProps) {
  const { asks, says } = useText(staffPaletteText)
  const ask = asks[kindOf(user)]
  const [typed, setTyped] = useState(typedAhead)
  const found = useFoundOfStaff(typed.trim(), user)
  const groups = useGroups({ user, onShortcuts, onClose })
  return (
    <CommandPalette
      groups={groups}
      typed={typed}
      onType={setTyped}
      found={found}
      says={{ ...ask, ...says }}
      onClose={onClose}
    />
  )
}

/** The kinds of results that this person can search for. */
function kindOf(user: SignedInUser) {
  if (may(user, 'production')) return may(user, 'billing') ? 'all' : 'cases'
  return may(user, 'billing') ? 'books' : 'screens'
}

/** The screens and actions that this person may use, as in the menu and the settings. */
function useGroups({ user, onShortcuts, onClose }: SearchProps): PaletteGroup[] {
  const t = useText(staffPaletteText)
  const { shortcuts } = useText(paletteText)
  const { logout } = useText(authText)
  const language = useLanguage()
  const router = useRouter()
  const changeLanguage = useChangeLanguage()
  const signOut = useSignOut()

  const otherWords: Partial<Record<string, string>> = t.words
  const screens = entriesAt('staff', router, user).map(
    ({ to, icon, label }): PaletteEntry => ({ id: to, to, icon, label: label[language], words: otherWords[to] }),
  )
  const settings = settingsEntries(router, user).map(
    ({ to, label }): PaletteEntry => ({
      id: to,
      to,
      icon: 'gear',
      label: t.setting(label[language]),
      words: otherWords[to],
    }),
  )
  const leaving = (work: () => unknown) => ({
    run: () => {
      onClose()
      void work()
    },
  })
  const actions: PaletteEntry[] = [
    ...(may(user, 'production')
      ? [
          {
            id: 'enter',
            to: '/staff/cases/new' as const,
            icon: 'plus' as const,
            label: t.actions.enter,
            words: t.words.enter,
          },
        ]
      : []),
    { id: 'account', to: '/staff/account', icon: 'user', label: t.actions.account, words: t.words.account },
    ...languageNames
      .filter(({ code }) => may(user, 'language') && code !== language)
      .map(
        ({ code, name }): PaletteEntry => ({
          id: `language-${code}`,
          icon: 'globe',
          label: t.actions.language(name),
          words: t.words.language,
          ...leaving(() => changeLanguage(code)),
        }),
      ),
    { id: 'shortcuts', icon: 'keyboard', label: shortcuts.title, words: t.words.shortcuts, run: onShortcuts },
    { id: 'logout', icon: 'logout', label: logout, words: t.words.logout, ...leaving(signOut) },
  ]
  return [
    { id: 'screens', head: t.groups.screens, entries: screens },
    { id: 'settings', head: t.groups.settings, entries: settings },
    { id: 'actions', head: t.groups.actions, entries: actions },
  ]
}
