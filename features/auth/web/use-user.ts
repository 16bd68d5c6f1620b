import { redirect } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { problem } from '#kit/problem.ts'
import { safeRedirect } from '../rules.ts'
import { session } from './browser-session.ts'

/** Who is signed in, as the token says; null outside the portal. */
export const useUser = () => useSyncExternalStore(session.subscribe, session.user, session.user)

/** The same outside of components, for work that outlives the screen on which it began. */
export const presentUser = () => session.user()

/** Why nobody is. */
export const useSessionEnd = () => useSyncExternalStore(session.subscribe, session.end, session.end)

/** After a change that the token tells (the language): a token that tells it. */
export const updateUser = () => session.update()

/** Guard of the open pages: whoever is signed in has no business there. */
export function leaveWhenSignedIn({ search }: { search: { redirect?: string } }) {
  if (session.isSignedIn()) throw redirect({ href: safeRedirect(search.redirect), replace: true })
}

/** Guard of the laboratory's own screens. */
export function refusePractices() {
  if (session.user()?.kind !== 'staff') throw problem('forbidden')
}

/** Guard of what is no screen of an isDLCPM account; the server refuses each of its calls. */
export function refuseWithoutOrdering() {
  if (session.user()?.isDLCPM) throw problem('forbidden')
}

/** Guard of what is no screen of a practice doctor. */
export function refusePracticeDoctors() {
  if (session.user()?.isPracticeDoctor) throw problem('forbidden')
}
