import { accountText } from '#features/account/web/text.ts'
import { authText } from '#features/auth/web/text.ts'
import { later } from '#kit/web/later.tsx'
import { useText } from '#kit/web/text.tsx'
import { Avatar } from '#kit/web/ui/avatar.tsx'
import { Menu } from '#kit/web/ui/menu.tsx'
import type { AccountMenuProps } from './account-menu-entries.tsx'

const AccountMenuEntries = later(() => import('./account-menu-entries.tsx').then(module => module.AccountMenuEntries))

/** Who is signed in, their language, and the way out. */
export function AccountMenu(props: AccountMenuProps) {
  const { user } = props
  const t = useText(accountText)
  const auth = useText(authText)
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
            <span className="muted small">
              {user.kind === 'staff' ? auth.laboratory : auth.accountType[user.accountType]}
            </span>
          </span>
        </>
      }
    >
      <AccountMenuEntries {...props} />
    </Menu>
  )
}
