import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { BrandLogo } from '#features/brand/web/brand-logo.tsx'
import { setCookie } from '#kit/web/cookie.ts'
import { kitText } from '#kit/web/kit-text.ts'
import { useText } from '#kit/web/text.tsx'
import { buttonClass } from '#kit/web/ui/button.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { IconButton } from '#kit/web/ui/icon-button.tsx'
import { SkipLink } from '#kit/web/ui/skip-link.tsx'
import { closeDrawer, sidebarId } from './drawer.ts'
import './frame.css'

type FrameProps = {
  /** Target of the laboratory's logo. */
  home: '/' | '/staff'
  sidebarOpen: boolean
  /** Beside the logo on small screens. */
  topbar?: ReactNode
  /** Under the logo; `open`, or a rail of icons. */
  sidebar: (open: boolean) => ReactNode
  /** Beside the screen: dialogs and panels that any screen may open. */
  children?: ReactNode
}

/**
 * The frame around every screen of a signed-in user: the sidebar from 768 px; below, a bar that opens the same element as a
 * drawer.
 */
export function Frame({ home, sidebarOpen, topbar, sidebar, children }: FrameProps) {
  const t = useText(kitText)
  const [open, toggle] = useSidebar(sidebarOpen)
  useDrawerThatCloses()
  return (
    <div className={open ? 'frame' : 'frame frame--rail'}>
      <SkipLink>{t.common.skipToContent}</SkipLink>
      <header className="topbar">
        <BrandLogo />
        {topbar}
        <button
          type="button"
          className={buttonClass({ variant: 'bare' }, 'button--icon')}
          popoverTarget={sidebarId}
          aria-label={t.frame.openMenu}
        >
          <Icon name="menu" />
        </button>
      </header>
      <aside id={sidebarId} className="sidebar" popover="auto" aria-label={t.frame.menu}>
        <div className="sidebar__head">
          <Link to={home} className="sidebar__brand">
            <BrandLogo />
          </Link>
          <IconButton
            className="sidebar__toggle"
            icon="sidebar"
            size="sm"
            label={open ? t.frame.collapse : t.frame.expand}
            aria-keyshortcuts="Control+b Meta+b"
            onClick={toggle}
          />
          <IconButton className="sidebar__close" icon="close" label={t.frame.closeMenu} popoverTarget={sidebarId} />
        </div>
        {sidebar(open)}
      </aside>
      <main id="main" className="frame__main" tabIndex={-1}>
        <Outlet />
      </main>
      {children}
    </div>
  )
}

/** Open or a rail of icons; remembered for seven days in a cookie, so that the server draws the next page alike. */
function useSidebar(initially: boolean) {
  const [open, setOpen] = useState(initially)
  function toggle() {
    setOpen(!open)
    setCookie('sidebar', open ? 'closed' : 'open', 7)
  }
  const onShortcut = useEffectEvent((event: KeyboardEvent) => {
    const isShortcut =
      event.key.toLowerCase() === 'b' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
    // In a text field the same keys belong to the text.
    if (
      !isShortcut ||
      // Phones have no rail.
      matchMedia('(width < 768px)').matches ||
      (event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]'))
    )
      return
    event.preventDefault()
    toggle()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onShortcut(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
  return [open, toggle] as const
}

/** Closes the drawer of small screens on navigation, and when there is room for the sidebar. */
function useDrawerThatCloses() {
  const path = useLocation({ select: location => location.pathname })
  useEffect(() => {
    const wide = matchMedia('(width >= 768px)')
    wide.addEventListener('change', closeDrawer)
    return () => {
      // Not on first render: the drawer of the first picture, which the user may have opened, has the same id.
      if (path) closeDrawer()
      wide.removeEventListener('change', closeDrawer)
    }
  }, [path])
}
