import { Link } from '@tanstack/react-router'
import { closeDrawer } from '#app/frame/drawer.ts'
import { Frame } from '#app/frame/frame.tsx'
import { accountText } from '#features/account/web/text.ts'
import { useMay, useUser } from '#features/auth/web/use-user.ts'
import { FeedbackPanel } from '#features/brand/web/feedback-panel.tsx'
import { PaletteButton } from '#features/palette/web/palette-button.tsx'
import { useSuppliesDialog } from '#features/supplies/web/request-supplies.tsx'
import { useLanguage, useText } from '#kit/web/text.tsx'
import { buttonClass } from '#kit/web/ui/button.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { Sidebar } from './sidebar.tsx'
import { usePalette } from './use-palette.ts'

/** The most frequent action, one press away on a phone too, as it is in the sidebar. */
function OrderButton() {
  const { placeOrder } = useText(accountText).menu
  return (
    useMay('order') && (
      <Link to="/cases/new" className={buttonClass({ variant: 'primary' }, 'button--icon')} aria-label={placeOrder}>
        <Icon name="plus" />
      </Link>
    )
  )
}

/** The frame around every screen of a practice. */
export function PortalLayout({ sidebarOpen }: { sidebarOpen: boolean }) {
  const user = useUser()
  const language = useLanguage()
  const { menu } = useText(accountText)
  // A dialog within the drawer would disappear with it.
  const supplies = useSuppliesDialog(closeDrawer)
  const palette = usePalette()
  // Just signed out: the sign-in page is loading.
  if (user?.kind !== 'practice') return null
  const quickAccess = (
    <PaletteButton label={menu.palette} prepare={palette.prepare} onPress={() => palette.open('search')} />
  )
  return (
    <Frame
      home="/"
      sidebarOpen={sidebarOpen}
      topbar={
        <>
          {quickAccess}
          <OrderButton />
        </>
      }
      sidebar={open => (
        <Sidebar
          user={user}
          open={open}
          supplies={supplies}
          quickAccess={quickAccess}
          onShortcuts={() => palette.open('shortcuts')}
        />
      )}
    >
      {supplies.dialog}
      {palette.dialog}
      <FeedbackPanel user={{ name: `${user.firstName} ${user.lastName}`, email: user.email, id: user.id, language }} />
    </Frame>
  )
}
