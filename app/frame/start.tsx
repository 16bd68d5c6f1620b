import '#kit/web/ui/base.css'
// What stands in for a screen, drawn by the server or without any part of ours: app/server/page.ts, showBare below.
import '#kit/web/ui/state.css'
import '#kit/web/ui/full-screen-message.css'
import { RouterProvider } from '@tanstack/react-router'
import { type ReactNode, startTransition, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { session, startSession } from '#features/auth/web/browser-session.ts'
import { authText } from '#features/auth/web/text.ts'
import type { Boot } from '#features/brand/boot.ts'
import { BrandProvider } from '#features/brand/web/brand-context.tsx'
import { loadBrand } from '#features/brand/web/load-brand.ts'
import { brandText } from '#features/brand/web/text.ts'
import { preferredLanguage } from '#kit/language.ts'
import { Problem } from '#kit/problem.ts'
import { readBoot } from '#kit/web/boot.ts'
import { setUpCalls } from '#kit/web/call.ts'
import { watchChunkFailures } from '#kit/web/chunk-failure.ts'
import { noteServerTime } from '#kit/web/clock.ts'
import { setCookie } from '#kit/web/cookie.ts'
import { carryWords, findPicture, replaceShell } from '#kit/web/early.ts'
import { kitText } from '#kit/web/kit-text.ts'
import { planLaterParts } from '#kit/web/later.tsx'
import { LanguageProvider, loadText, startLanguage } from '#kit/web/text.tsx'
import { setTitleCompany } from '#kit/web/title.ts'
import type { Entry } from './entry.ts'
import { followSession } from './follow-session.tsx'
import { focusNewScreens, showSlowScreens } from './router-options.tsx'

/** Once, by the module that a page begins with. */
export const startApplication = (entry: Entry) => void start(entry).catch(showBare)

async function start(entry: Entry) {
  watchChunkFailures()
  const boot = readBoot<Boot>()
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (boot) noteServerTime(boot.serverTime, navigation?.responseStart)
  setUpCalls({ apiOrigin: boot?.apiOrigin ?? '' })
  startSession()
  const language = session.user()?.language ?? boot?.language ?? preferredLanguage(navigator.languages.join(','), 'fr')
  startLanguage(language)
  // The next page then comes in the user's language from the first byte.
  if (boot && boot.language !== language) setCookie('language', language, 365)
  const [{ brand, failure }] = await Promise.all([loadBrand(boot), ...[kitText, brandText, authText].map(loadText)])
  if (brand) setTitleCompany(brand.companyName)
  if (failure) {
    const { BrandFailureScreen } = await import('#features/brand/web/brand-failure-screen.tsx')
    return show(<BrandFailureScreen brand={brand} failure={failure} />)
  }

  const router = entry.makeRouter({ sidebarOpen: boot?.sidebarOpen ?? true })
  focusNewScreens(router)
  followSession(router, entry)
  // The router hears of Back from its first drawing on.
  const stopHearing = router.history.subscribe(() => void router.load())
  // What the router draws by itself once it has loaded, React draws in one piece; what is there before, a bit at a time.
  await router.load()
  show(
    <BrandProvider brand={brand}>
      <Once drawn={stopHearing}>
        <RouterProvider router={router} />
      </Once>
    </BrandProvider>,
  )
  showSlowScreens(router)
  planLaterParts()
}

function Once({ drawn, children }: { drawn: () => void; children: ReactNode }) {
  useLayoutEffect(drawn, [drawn])
  return children
}

/** Drawn out of sight until there is a screen: until then the picture that came with the page stays. */
function show(screen: ReactNode) {
  const shell = findPicture()
  if (!shell) return
  const stage = document.createElement('div')
  stage.hidden = true
  stage.style.isolation = 'isolate'
  shell.after(stage)
  const exchange = () => replaceShell(shell, stage)
  const watch = new MutationObserver(() => {
    if (!stage.querySelector('h1')) return
    watch.disconnect()
    if (document.hidden || !shell.contains(document.activeElement)) return exchange()
    // Of somebody who types: made ready beneath the picture, each piece after the keys that waited for the one before.
    stage.ariaHidden = 'true'
    inPieces(stage, [() => carryWords(shell, stage), exchange])
  })
  watch.observe(stage, { childList: true, subtree: true })
  // In short pieces: what is typed into the picture meanwhile does not wait for all of it.
  startTransition(() => createRoot(stage, { onCaughtError }).render(<LanguageProvider>{screen}</LanguageProvider>))
}

/** A frame for each: what stands around the screen, its parts a few at a time where they are many, and what comes last. */
function inPieces(stage: HTMLElement, last: (() => void)[]) {
  const parts = [...stage.querySelectorAll<HTMLElement>('main > *, main tr')]
  if (!parts[8]) parts.length = 0
  for (const part of parts) part.style.display = 'none'
  stage.hidden = false
  const goOn = () => {
    if (!parts[0]) last.shift()?.()
    for (const part of parts.splice(0, 2)) part.style.display = ''
    if (last[0]) wait()
  }
  const wait = () => requestAnimationFrame(() => setTimeout(goOn))
  // Tab has left the picture: nobody acts on what they do not see.
  stage.addEventListener('focusin', () => {
    while (last[0]) goOn()
  })
  wait()
}

/** A refusal that a screen shows is no bug; everything else that an error view catches is reported as one. */
function onCaughtError(error: unknown) {
  if (!(error instanceof Problem)) reportError(error)
}

/** Not even the words have come (chunk-failure.ts has reloaded once already): both languages, and the platform's look. */
function showBare(error: unknown) {
  reportError(error)
  const message = document.createElement('h1')
  message.textContent = 'Une erreur est survenue · An error occurred'
  const retry = document.createElement('button')
  retry.className = 'button'
  retry.textContent = 'Réessayer · Retry'
  retry.addEventListener('click', () => location.reload())
  const screen = document.createElement('main')
  screen.className = 'message'
  screen.append(message, retry)
  findPicture()?.replaceChildren(screen)
}
