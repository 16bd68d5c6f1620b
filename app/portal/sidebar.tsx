import { Link, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { accountText } from '#features/account/web/text.ts'
import type { SignedInUser } from '#features/auth/web/token.ts'
import { BrandLogo } from '#features/brand/web/brand-logo.tsx'
import { FeedbackButton } from '#features/brand/web/feedback-button.tsx'
import { PhoneHelp, PhoneIcon } from '#features/brand/web/phone.tsx'
import type { useSuppliesDialog } from '#features/supplies/web/request-supplies.tsx'
import { kitText } from '#kit/web/kit-text.ts'
import { useText } from '#kit/web/text.tsx'
import { buttonClass } from '#kit/web/ui/button.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { IconButton } from '#kit/web/ui/icon-button.tsx'
import { Menu, MenuButton, MenuLink } from '#kit/web/ui/menu.tsx'
import { AccountMenu } from './account-menu.tsx'
import { sidebarId } from './drawer.ts'
import { entriesAt } from './menu-entries.ts'
import { PaletteButton } from './palette-button.tsx'
import type { OpenPalette } from './use-palette.ts'

type Supplies = Pick<ReturnType<typeof useSuppliesDialog>, 'prepare' | 'open'>
type SidebarProps = {
  user: SignedInUser
  open: boolean
  onToggle: () => void
  supplies: Supplies
  palette: OpenPalette
}

/** Beside the screen from 768 px; below, the same element is a drawer that the header opens. */
export function Sidebar({ user, open, onToggle, supplies, palette }: SidebarProps) {
  const t = useText(accountText)
  const { frame } = useText(kitText)
  const router = useRouter()
  const isOfPractice = user.kind === 'practice'
  const requests = entriesAt('requests', router, user)
  const toggleLabel = open ? frame.collapse : frame.expand
  return (
    <aside id={sidebarId} className="sidebar" popover="auto" aria-label={frame.menu}>
      <div className="sidebar__head">
        <Link to="/" className="sidebar__brand">
          <BrandLogo />
        </Link>
        <IconButton
          className="sidebar__toggle"
          icon="sidebar"
          size="sm"
          label={toggleLabel}
          aria-keyshortcuts="Control+b Meta+b"
          onClick={onToggle}
        />
        <IconButton className="sidebar__close" icon="close" label={frame.closeMenu} popoverTarget={sidebarId} />
      </div>
      {isOfPractice &&
        requests.map(({ to, icon }) => (
          <Link key={to} to={to} className={buttonClass({ variant: 'primary', wide: true }, 'sidebar__order')}>
            <Icon name={icon} />
            <span className="frame__label">{t.menu.placeOrder}</span>
          </Link>
        ))}
      {isOfPractice && (
        <Menu label={t.menu.request} icon="plus" wide>
          {requests.map(({ to, icon, words }) => (
            <MenuLink key={to} to={to} icon={icon}>
              {t.menu[words]}
            </MenuLink>
          ))}
          <SuppliesEntry {...supplies} />
        </Menu>
      )}
      <nav aria-label={frame.menu}>
        <ul className="sidebar__menu">
          {entriesAt(isOfPractice ? 'screens' : 'staff', router, user).map(({ to, icon, words }) => (
            <li key={to}>
              <Link
                to={to}
                className="sidebar__entry"
                activeOptions={{ includeSearch: false, exact: to === '/staff' }}
                title={open ? undefined : t.menu[words]}
              >
                <Icon name={icon} />
                <span className="frame__label">{t.menu[words]}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="sidebar__foot">
        {isOfPractice && (
          <>
            <PaletteButton prepare={palette.prepare} open={palette.open} />
            <FeedbackButton className="sidebar__feedback" />
            <p className="sidebar__help">
              <PhoneHelp />
            </p>
            <PhoneIcon className="sidebar__entry sidebar__phone" />
          </>
        )}
        <AccountMenu
          user={user}
          onShortcuts={() => palette.open({ start: 'shortcuts' })}
          entries={isOfPractice ? entriesAt('account', router, user) : []}
        />
      </div>
    </aside>
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
