import type { ReactNode } from 'react'
import type { SignedInUser } from '#features/auth/web/token.ts'
import { kitText } from '#kit/web/kit-text.ts'
import { useText } from '#kit/web/text.tsx'
import { Avatar } from '#kit/web/ui/avatar.tsx'
import { Menu } from '#kit/web/ui/menu.tsx'

type AccountMenuProps = {
  user: SignedInUser
  /** The user's role; unknown in the first picture, which is drawn without a user. */
  role: string
  /** The current screen is one of the menu's entries. */
  current: boolean
  children: ReactNode
}

/** The signed-in user's menu, with their language and the sign-out. */
export function AccountMenu({ user, role, current, children }: AccountMenuProps) {
  const { frame } = useText(kitText)
  return (
    <Menu
      label={frame.account}
      variant="bare"
      wide
      className="account"
      current={current}
      trigger={
        <>
          <Avatar firstName={user.firstName} lastName={user.lastName} />
          <span className="account__words frame__label">
            <span className="account__name">
              {[user.title, user.firstName, user.lastName].filter(Boolean).join(' ')}
            </span>
            <span className="muted small">{user.firstName.trim() ? role : user.firstName}</span>
          </span>
        </>
      }
    >
      {children}
    </Menu>
  )
}
