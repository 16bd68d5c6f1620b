import { SignedIn } from '#app/frame/signed-in.tsx'
import { portal } from '#tenancy/web/roots.tsx'
import { PortalLayout } from './portal-layout.tsx'

export { queryClient } from '#app/frame/signed-in.tsx'

/** Surrounds every screen of a practice; in a chunk of its own, since the sign-in page does not need it. */
export function Portal() {
  const { sidebarOpen } = portal.useRouteContext()
  return (
    <SignedIn>
      <PortalLayout sidebarOpen={sidebarOpen} />
    </SignedIn>
  )
}
