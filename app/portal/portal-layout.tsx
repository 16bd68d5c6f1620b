import { useEffect } from 'react'
import { closeDrawer } from '#app/frame/drawer.ts'
import { Frame } from '#app/frame/frame.tsx'
import { useUser } from '#features/auth/web/use-user.ts'
import { followKeys } from '#features/palette/web/palette-wish.ts'
import { useSuppliesDialog } from '#features/supplies/web/request-supplies.tsx'
import { later } from '#kit/web/later.tsx'
import { useLanguage } from '#kit/web/text.tsx'
import { PaletteButton } from './palette-button.tsx'
import { Sidebar } from './sidebar.tsx'

const FeedbackPanel = later(() => import('#features/brand/web/feedback.tsx').then(module => module.FeedbackPanel))

const PaletteHost = later(() => import('./palette-host.tsx').then(module => module.PaletteHost))

/** The frame around every screen of a practice. */
export function PortalLayout({ sidebarOpen }: { sidebarOpen: boolean }) {
  const user = useUser()
  const language = useLanguage()
  // A dialog within the drawer of small screens would go away with it.
  const supplies = useSuppliesDialog(closeDrawer)
  useEffect(followKeys, [])
  // Signed out just now: the sign-in page is on its way.
  if (!user) return null
  return (
    <Frame
      home="/"
      sidebarOpen={sidebarOpen}
      topbar={<PaletteButton />}
      sidebar={open => <Sidebar user={user} open={open} supplies={supplies} />}
    >
      {supplies.dialog}
      <PaletteHost />
      <FeedbackPanel user={{ name: `${user.firstName} ${user.lastName}`, email: user.email, id: user.id, language }} />
    </Frame>
  )
}
