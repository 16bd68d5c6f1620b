import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { AccountMenu } from '#app/frame/account-menu.tsx'
import { entriesAt } from '#app/frame/menu-entries.ts'
import { SidebarMenu } from '#app/frame/sidebar-menu.tsx'
import { accountText } from '#features/account/web/text.ts'
import { themeText } from '#features/account/web/theme-text.ts'
import { authText } from '#features/auth/web/text.ts'
import type { SignedInUser } from '#features/auth/web/token.ts'
import { PhoneIcon } from '#features/brand/web/call-button.tsx'
import { FeedbackButton } from '#features/brand/web/feedback-button.tsx'
import { PhoneHelp } from '#features/brand/web/phone.tsx'
import { dashboardText } from '#features/dashboard/web/text.ts'
import { UnreadCount } from '#features/notices/web/unread-mark.tsx'
import type { useSuppliesDialog } from '#features/supplies/web/request-supplies.tsx'
import { later } from '#kit/web/later.tsx'
import { loadText, useLanguage, useText } from '#kit/web/text.tsx'
import { buttonClass } from '#kit/web/ui/button.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { Menu, MenuButton, MenuLink } from '#kit/web/ui/menu.tsx'
import './sidebar.css'

/** Loaded later: the count is refreshed by every screen that shows it. */
const ToDoCount = later(async () => {
  const [{ ToDoCount }] = await Promise.all([
    import('#features/dashboard/web/to-do-count.tsx'),
    loadText(dashboardText),
  ])
  return ToDoCount
})
const AccountMenuEntries = later(async () => {
  const [{ AccountMenuEntries }] = await Promise.all([import('./account-menu-entries.tsx'), loadText(themeText)])
  return AccountMenuEntries
})

const counts: Record<string, ReactNode> = { '/dashboard': <ToDoCount />, '/cases': <UnreadCount /> }

type Supplies = Pick<ReturnType<typeof useSuppliesDialog>, 'prepare' | 'open'>
type SidebarProps = {
  user: Extract<SignedInUser, { kind: 'practice' }>
  open: boolean
  supplies: Supplies
  quickAccess: ReactNode
  onShortcuts: () => void
}

/** The sidebar of a practice: what to order, its screens, help, and the signed-in user. */
export function Sidebar({ user, open, supplies, quickAccess, onShortcuts }: SidebarProps) {
  const t = useText(accountText)
  const auth = useText(authText)
  const language = useLanguage()
  const router = useRouter()
  const here = useLocation({ select: ({ pathname }) => pathname })
  const requests = entriesAt('requests', router, user)
  const ownScreens = entriesAt('account', router, user)
  const screens = entriesAt('screens', router, user).map(entry =>
    entry.to in counts ? { ...entry, count: counts[entry.to] } : entry,
  )
  return (
    <>
      {/* One split button: the most frequent order in one press, the rest behind its arrow. */}
      <div className="sidebar__new">
        {requests.map(({ to, icon }) => (
          <Link key={to} to={to} className={buttonClass({ variant: 'primary', wide: true })}>
            <Icon name={icon} />
            <span className="frame__label">{t.menu.placeOrder}</span>
          </Link>
        ))}
        <Menu
          label={t.menu.request}
          icon={requests.length > 0 ? 'chevron-down' : 'plus'}
          iconOnly={requests.length > 0 || !open}
          variant="primary"
          wide={requests.length === 0}
        >
          {requests.map(({ to, icon, label }) => (
            <MenuLink key={to} to={to} icon={icon}>
              {label[language]}
            </MenuLink>
          ))}
          <SuppliesEntry {...supplies} />
        </Menu>
      </div>
      <SidebarMenu
        parts={[{ entries: screens }]}
        // Supplies to be delivered belong to the pickups' menu entry.
        current={here === '/supplies' ? '/rides' : undefined}
        open={open}
      />
      <div className="sidebar__foot">
        {quickAccess}
        <FeedbackButton className="sidebar__feedback" />
        <p className="sidebar__help">
          <PhoneHelp />
        </p>
        <PhoneIcon className="sidebar__entry sidebar__phone" />
        <AccountMenu
          user={user}
          role={auth.accountType[user.accountType]}
          current={ownScreens.some(({ to }) => to === here)}
        >
          <AccountMenuEntries onShortcuts={onShortcuts} entries={ownScreens} here={here} />
        </AccountMenu>
      </div>
    </>
  )
}

/** Prefetches when the menu opens, since a press may follow. */
function SuppliesEntry({ prepare, open }: Supplies) {
  const { menu } = useText(accountText)
  useEffect(prepare, [prepare])
  return (
    <MenuButton icon="box" onSelect={() => open({})}>
      {menu.supplies}
    </MenuButton>
  )
}
