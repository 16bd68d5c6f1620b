import { LanguageSection } from '#features/account/web/language-section.tsx'
import { accountText } from '#features/account/web/text.ts'
import { authText } from '#features/auth/web/text.ts'
import type { SignedInUser } from '#features/auth/web/token.ts'
import { useSignOut } from '#features/auth/web/use-sign-out.ts'
import { useText } from '#kit/web/text.tsx'
import { MenuButton, MenuLink } from '#kit/web/ui/menu.tsx'
import { may } from '#tenancy/rights.ts'
import type { entriesAt } from './menu-entries.ts'

export type AccountMenuProps = {
  user: SignedInUser
  onShortcuts: () => void
  entries: ReturnType<typeof entriesAt<'account'>>
}

/** Their pages, their language, and the way out. */
export function AccountMenuEntries({ user, onShortcuts, entries }: AccountMenuProps) {
  const t = useText(accountText)
  const auth = useText(authText)
  const signOut = useSignOut()
  return (
    <>
      {entries.map(({ to, icon, words }) => (
        <MenuLink key={to} to={to} icon={icon}>
          {t.menu[words]}
        </MenuLink>
      ))}
      {may(user, 'language') && <LanguageSection />}
      {user.kind === 'practice' && (
        <MenuButton icon="keyboard" onSelect={onShortcuts}>
          {t.menu.shortcuts}
        </MenuButton>
      )}
      <MenuButton icon="logout" onSelect={signOut}>
        {auth.logout}
      </MenuButton>
    </>
  )
}
