import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { useBrand } from '#features/brand/web/brand-context.tsx'
import { changed } from '#features/live/web/use-changed.ts'
import { Problem } from '#kit/problem.ts'
import { focusPlaces, followFocus } from '#kit/web/focus-places.ts'
import { TimeZoneProvider } from '#kit/web/format.tsx'
import { later } from '#kit/web/later.tsx'
import { useLanguage } from '#kit/web/text.tsx'
import { addIcons } from '#kit/web/ui/icon.tsx'
import { moreIcons } from '#kit/web/ui/more-icons.ts'
import { followSteps } from '#kit/web/ui/use-second-drawing.ts'
import { useLeaveGuard } from '#kit/web/use-leave-guard.ts'
import { NavigationProgress } from './navigation-progress.tsx'

/** Client errors are final; anything else is retried once. */
const retry = (failures: number, error: Error) =>
  failures < 1 && !(error instanceof Problem && error.status >= 400 && error.status < 500)

addIcons(moreIcons)

export const queryClient = new QueryClient({
  defaultOptions: {
    // Offline, a call fails at once and the screen says so, instead of waiting silently.
    queries: { retry, staleTime: 5_000, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
})

const SignedInParts = later(() => import('./signed-in-parts.tsx').then(module => module.SignedInParts))

/** Drops refusals of a preload or an earlier visit, so that navigating there asks again. */
const forgetRefusals = () =>
  queryClient.removeQueries({
    type: 'inactive',
    predicate: ({ state: { error } }) => error instanceof Problem && error.status === 403,
  })

/** Surrounds the frame of every signed-in user. */
export function SignedIn({ children }: { children: ReactNode }) {
  const router = useRouter()
  const { history } = router
  const language = useLanguage()
  const worded = useRef(language)
  // Refetches texts that the server words in the reader's language, after a language switch in any tab.
  useEffect(() => {
    if (worded.current === language) return
    worded.current = language
    void changed(queryClient, ['language'])
  }, [language])
  useLeaveGuard()
  useEffect(followFocus, [])
  useEffect(() => followSteps(history), [history])
  useEffect(() => router.subscribe('onBeforeNavigate', forgetRefusals), [router])
  return (
    <QueryClientProvider client={queryClient}>
      <TimeZoneProvider zone={useBrand().timeZone}>
        <NavigationProgress />
        {children}
        <SignedInParts focus={focusPlaces} />
      </TimeZoneProvider>
    </QueryClientProvider>
  )
}
