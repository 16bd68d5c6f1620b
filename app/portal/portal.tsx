import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useBrand } from '#features/brand/web/brand-context.tsx'
import { Problem } from '#kit/problem.ts'
import { focusPlaces, followFocus } from '#kit/web/focus-places.ts'
import { TimeZoneProvider } from '#kit/web/format.tsx'
import { later } from '#kit/web/later.tsx'
import { addIcons } from '#kit/web/ui/icon.tsx'
import { moreIcons } from '#kit/web/ui/more-icons.ts'
import { useLeaveGuard } from '#kit/web/use-leave-guard.ts'
import { portal } from '#tenancy/web/roots.tsx'
import { NavigationProgress } from './navigation-progress.tsx'
import { PortalLayout } from './portal-layout.tsx'

/** A refusal stays a refusal however often it is asked; anything else may be better the second time. */
const retry = (failures: number, error: Error) =>
  failures < 1 && !(error instanceof Problem && error.status >= 400 && error.status < 500)

addIcons(moreIcons)

export const queryClient = new QueryClient({
  defaultOptions: {
    // Offline, a call fails at once and the screen says so, instead of waiting without a word.
    queries: { retry, staleTime: 5_000, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
})

const PortalParts = later(() => import('./portal-parts.tsx').then(module => module.PortalParts))

/** What every screen of a signed-in user stands in: in a chunk of its own, since the sign-in page needs none of it. */
export function Portal() {
  const { sidebarOpen } = portal.useRouteContext()
  useLeaveGuard()
  useEffect(followFocus, [])
  return (
    <QueryClientProvider client={queryClient}>
      <TimeZoneProvider zone={useBrand().timeZone}>
        <NavigationProgress />
        <PortalLayout sidebarOpen={sidebarOpen} />
        <PortalParts focus={focusPlaces} />
      </TimeZoneProvider>
    </QueryClientProvider>
  )
}
