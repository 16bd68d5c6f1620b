import { SignedIn } from '#app/frame/signed-in.tsx'
import { portal } from '#tenancy/web/roots.tsx'
import { PortalLayout } from './portal-layout.tsx'

export { queryClient } from '#app/frame/signed-in.tsx'

/** What every screen of a practice stands in: in a chunk of its own, since the sign-in page needs none of it. */
export function Portal() {
  const { sidebarOpen } = portal.useRouteContext()
  return (
    <SignedIn>
      <PortalLayout sidebarOpen={sidebarOpen} />
    </SignedIn>
  )
}
