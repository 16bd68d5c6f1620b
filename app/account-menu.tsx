import { LanguageSection } from '#features/account/web/language-section.tsx'
import { accountText } from '#features/account/web/text.ts'
import { authText } from '#features/auth/web/text.ts'
import type { SignedInUser } from '#features/auth/web/token.ts'
import { useSignOut } from '#features/auth/web/use-sign-out.ts'
import { useText } from '#kit/web/text.tsx'
import { Avatar } from '#kit/web/ui/avatar.tsx'
import { Menu, MenuButton, MenuLink } from '#kit/web/ui/menu.tsx'
import type { entriesFor } from './menu-entries.tsx'

type AccountMenuProps = { user: SignedInUser; entries: ReturnType<typeof entriesFor>['account'] }

/** Who is signed in, their language, and the way out. */
export function AccountMenu({ user, entries }: AccountMenuProps) {
  const t = useText(accountText)
  const auth = useText(authText)
  const signOut = useSignOut()
  return (
    <Menu
      label={t.account}
      variant="bare"
      wide
      className="account"
      trigger={
        <>
          <Avatar firstName={user.firstName} lastName={user.lastName} />
          <span className="account__words frame__label">
            <span className="account__name">
              {[user.title, user.firstName, user.lastName].filter(Boolean).join(' ')}
            </span>
            <span className="muted small">{auth.accountType[user.accountType]}</span>
          </span>
        </>
      }
    >
      {entries.map(({ to, icon, words }) => (
        <MenuLink key={to} to={to} icon={icon}>
          {t.menu[words]}
        </MenuLink>
      ))}
      {!user.isDLCPM && <LanguageSection />}
      <MenuButton icon="logout" onSelect={signOut}>
        {auth.logout}
      </MenuButton>
    </Menu>
  )
}
