import { redirect, type StaticDataRouteOption } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { problem } from '#kit/problem.ts'
import { may, type Right } from '#tenancy/rights.ts'
import { placeAfterSignIn } from '../rules.ts'
import { session } from './browser-session.ts'

/**
 * Whose screen it is, as the token says; null outside the portal. Also of whoever is to sign in again before they go on: what
 * they were writing stays where it is.
 */
export const useUser = () => useSyncExternalStore(session.subscribe, session.shown, session.shown)

/** Who is signed in, outside of components, for work that outlives the screen on which it began. */
export const presentUser = () => session.user()

/** Why nobody is. */
export const useSessionEnd = () => useSyncExternalStore(session.subscribe, session.end, session.end)

/** After a change that the token tells (the language): a token that tells it. */
export const updateUser = () => session.update()

/** Guard of the open pages: whoever is signed in has no business there. */
export function leaveWhenSignedIn({ search }: { search: { redirect?: string } }) {
  const user = session.isSignedIn() && session.user()
  if (!user) return
  const place = placeAfterSignIn(user.kind, search.redirect)
  // The open pages come with the practices' application.
  if (user.kind === 'staff') return leaveTo(place)
  throw redirect({ href: place, replace: true })
}

/** To a page of the other application: what is drawn stays until it comes. */
export function leaveTo(address: string): Promise<never> {
  location.replace(address)
  return new Promise(() => undefined)
}

/** Whether whoever is here has this right. Hiding is a courtesy; what a user may do is decided by the server. */
export function useMay(right: Right): boolean {
  const user = useUser()
  return user !== null && may(user, right)
}

/**
 * What a screen needs, for its route: the frame shows links only to whom it is open, and an address refuses the others.
 * What else there is to say of the screen stands beside it.
 */
export const needing = (right: Right, said: Omit<StaticDataRouteOption, 'needs'> = {}) => ({
  staticData: { needs: right, ...said },
  beforeLoad: () => {
    const user = session.shown()
    if (!user || !may(user, right)) throw problem('forbidden')
  },
})
