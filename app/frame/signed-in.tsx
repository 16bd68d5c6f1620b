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

const SignedInParts = later(() => import('./signed-in-parts.tsx').then(module => module.SignedInParts))

/** What was refused to a look ahead, or to the visit before, is asked for anew by whoever goes there. */
const forgetRefusals = () =>
  queryClient.removeQueries({
    type: 'inactive',
    predicate: ({ state: { error } }) => error instanceof Problem && error.status === 403,
  })

/** What every frame of a signed-in user stands in. */
export function SignedIn({ children }: { children: ReactNode }) {
  const router = useRouter()
  const { history } = router
  const language = useLanguage()
  const worded = useRef(language)
  // What the server words for the reader, in whichever tab they have chosen another language.
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
