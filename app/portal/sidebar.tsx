import { Link, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { AccountMenu } from '#app/frame/account-menu.tsx'
import { entriesAt } from '#app/frame/menu-entries.ts'
import { SidebarMenu } from '#app/frame/sidebar-menu.tsx'
import { accountText } from '#features/account/web/text.ts'
import { authText } from '#features/auth/web/text.ts'
import type { SignedInUser } from '#features/auth/web/token.ts'
import { PhoneIcon } from '#features/brand/web/call-button.tsx'
import { FeedbackButton } from '#features/brand/web/feedback-button.tsx'
import { PhoneHelp } from '#features/brand/web/phone.tsx'
import { UnreadCount } from '#features/notices/web/unread-mark.tsx'
import type { useSuppliesDialog } from '#features/supplies/web/request-supplies.tsx'
import { later } from '#kit/web/later.tsx'
import { useLanguage, useText } from '#kit/web/text.tsx'
import { buttonClass } from '#kit/web/ui/button.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { Menu, MenuButton, MenuLink } from '#kit/web/ui/menu.tsx'
import { PaletteButton } from './palette-button.tsx'
import type { OpenPalette } from './use-palette.ts'

const AccountMenuEntries = later(() => import('./account-menu-entries.tsx').then(module => module.AccountMenuEntries))

type Supplies = Pick<ReturnType<typeof useSuppliesDialog>, 'prepare' | 'open'>
type SidebarProps = {
  user: Extract<SignedInUser, { kind: 'practice' }>
  open: boolean
  supplies: Supplies
  palette: OpenPalette
}

/** What a practice finds in the sidebar: what to ask for, its screens, help, and who is signed in. */
export function Sidebar({ user, open, supplies, palette }: SidebarProps) {
  const t = useText(accountText)
  const auth = useText(authText)
  const language = useLanguage()
  const router = useRouter()
  const requests = entriesAt('requests', router, user)
  const screens = entriesAt('screens', router, user).map(entry =>
    entry.to === '/cases' ? { ...entry, count: <UnreadCount /> } : entry,
  )
  return (
    <>
      {requests.map(({ to, icon }) => (
        <Link key={to} to={to} className={buttonClass({ variant: 'primary', wide: true }, 'sidebar__order')}>
          <Icon name={icon} />
          <span className="frame__label">{t.menu.placeOrder}</span>
        </Link>
      ))}
      <Menu label={t.menu.request} icon="plus" wide>
        {requests.map(({ to, icon, label }) => (
          <MenuLink key={to} to={to} icon={icon}>
            {label[language]}
          </MenuLink>
        ))}
        <SuppliesEntry {...supplies} />
      </Menu>
      <SidebarMenu entries={screens} open={open} />
      <div className="sidebar__foot">
        <PaletteButton prepare={palette.prepare} open={palette.open} />
        <FeedbackButton className="sidebar__feedback" />
        <p className="sidebar__help">
          <PhoneHelp />
        </p>
        <PhoneIcon className="sidebar__entry sidebar__phone" />
        <AccountMenu user={user} role={auth.accountType[user.accountType]}>
          <AccountMenuEntries
            onShortcuts={() => palette.open({ start: 'shortcuts' })}
            entries={entriesAt('account', router, user)}
          />
        </AccountMenu>
      </div>
    </>
  )
}

/** Whoever opens the menu may be about to press it. */
function SuppliesEntry({ prepare, open }: Supplies) {
  const { menu } = useText(accountText)
  useEffect(prepare, [prepare])
  return (
    <MenuButton icon="box" onSelect={() => open({})}>
      {menu.supplies}
    </MenuButton>
  )
}
