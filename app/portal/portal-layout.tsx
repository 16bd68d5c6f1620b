import { closeDrawer } from '#app/frame/drawer.ts'
import { Frame } from '#app/frame/frame.tsx'
import { useUser } from '#features/auth/web/use-user.ts'
import { FeedbackPanel } from '#features/brand/web/feedback-panel.tsx'
import { useSuppliesDialog } from '#features/supplies/web/request-supplies.tsx'
import { useLanguage } from '#kit/web/text.tsx'
import { PaletteButton } from './palette-button.tsx'
import { Sidebar } from './sidebar.tsx'
import { usePalette } from './use-palette.ts'

/** The frame around every screen of a practice. */
export function PortalLayout({ sidebarOpen }: { sidebarOpen: boolean }) {
  const user = useUser()
  const language = useLanguage()
  // A dialog within the drawer of small screens would go away with it.
  const supplies = useSuppliesDialog(closeDrawer)
  const palette = usePalette()
  // Signed out just now: the sign-in page is on its way.
  if (user?.kind !== 'practice') return null
  return (
    <Frame
      home="/"
      sidebarOpen={sidebarOpen}
      topbar={<PaletteButton prepare={palette.prepare} open={palette.open} />}
      sidebar={open => <Sidebar user={user} open={open} supplies={supplies} palette={palette} />}
    >
      {supplies.dialog}
      {palette.dialog}
      <FeedbackPanel user={{ name: `${user.firstName} ${user.lastName}`, email: user.email, id: user.id, language }} />
    </Frame>
  )
}
