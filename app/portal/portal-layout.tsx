import { Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { useUser } from '#features/auth/web/use-user.ts'
import { BrandLogo } from '#features/brand/web/brand-logo.tsx'
import { FeedbackPanel } from '#features/brand/web/feedback-panel.tsx'
import { useSuppliesDialog } from '#features/supplies/web/request-supplies.tsx'
import { setCookie } from '#kit/web/cookie.ts'
import { kitText } from '#kit/web/kit-text.ts'
import { useLanguage, useText } from '#kit/web/text.tsx'
import { buttonClass } from '#kit/web/ui/button.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { SkipLink } from '#kit/web/ui/skip-link.tsx'
import { closeDrawer, sidebarId } from './drawer.ts'
import { PaletteButton } from './palette-button.tsx'
import './portal-layout.css'
import { Sidebar } from './sidebar.tsx'
import { usePalette } from './use-palette.ts'

/** The frame around every screen of a signed-in user. */
export function PortalLayout({ sidebarOpen }: { sidebarOpen: boolean }) {
  const t = useText(kitText)
  const user = useUser()
  const language = useLanguage()
  const [open, toggle] = useSidebar(sidebarOpen)
  // A dialog within the drawer of small screens would go away with it.
  const supplies = useSuppliesDialog(closeDrawer)
  const isOfPractice = user?.kind === 'practice'
  const palette = usePalette(isOfPractice)
  useDrawerThatCloses()
  // Signed out just now: the sign-in page is on its way.
  if (!user) return null
  return (
    <div className={open ? 'frame' : 'frame frame--rail'}>
      <SkipLink>{t.common.skipToContent}</SkipLink>
      <header className="topbar">
        <BrandLogo />
        {isOfPractice && <PaletteButton prepare={palette.prepare} open={palette.open} />}
        <button
          type="button"
          className={buttonClass({ variant: 'bare' }, 'button--icon')}
          popoverTarget={sidebarId}
          aria-label={t.frame.openMenu}
        >
          <Icon name="menu" />
        </button>
      </header>
      <Sidebar user={user} open={open} onToggle={toggle} supplies={supplies} palette={palette} />
      <main id="main" className="frame__main" tabIndex={-1}>
        <Outlet />
      </main>
      {supplies.dialog}
      {palette.dialog}
      {isOfPractice && (
        <FeedbackPanel
          user={{ name: `${user.firstName} ${user.lastName}`, email: user.email, id: user.id, language }}
        />
      )}
    </div>
  )
}

/** Open or a rail of icons, remembered for seven days where the server can read it: the next page starts like this one. */
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

/** The drawer of small screens closes on arrival at another screen, and when there is room for the sidebar. */
function useDrawerThatCloses() {
  const path = useLocation({ select: location => location.pathname })
  useEffect(() => {
    if (path) closeDrawer()
    const wide = matchMedia('(width >= 768px)')
    wide.addEventListener('change', closeDrawer)
    return () => wide.removeEventListener('change', closeDrawer)
  }, [path])
}
