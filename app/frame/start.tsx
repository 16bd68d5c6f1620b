import '#kit/web/ui/base.css'
// Styles of what replaces a screen, drawn by the server or by showBare: app/server/page.ts, showBare below.
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

/** Called once, by the entry module of a page. */
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
  // So that the server writes the next page in the user's language.
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
  // Handles Back until the router's component listens itself.
  const stopHearing = router.history.subscribe(() => void router.load())
  // Loaded before rendering: React would render the router's own later update in one blocking piece, but renders this in slices.
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

/** Draws the screen hidden until it is complete: until then the first picture stays. */
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
    // The user is typing: the screen is prepared beneath the picture in steps, with key presses handled in between.
    stage.ariaHidden = 'true'
    inPieces(stage, [() => carryWords(shell, stage), exchange])
  })
  watch.observe(stage, { childList: true, subtree: true })
  // A transition renders in short slices, so that typing into the picture does not wait for all of it.
  startTransition(() => createRoot(stage, { onCaughtError }).render(<LanguageProvider>{screen}</LanguageProvider>))
}

/** One frame for each step: the surroundings of the screen, its parts two at a time if there are many, and the `last` steps. */
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
  // Tab has reached the hidden screen: finish at once, since users must not act on what they cannot see.
  stage.addEventListener('focusin', () => {
    while (last[0]) goOn()
  })
  wait()
}

/** A refusal that a screen shows is not a bug; everything else caught by an error view is reported as one. */
function onCaughtError(error: unknown) {
  if (!(error instanceof Problem)) reportError(error)
}

/** Even the texts failed to load (chunk-failure.ts has already reloaded once): both languages, unstyled. */
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
