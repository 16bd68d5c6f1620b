import { redirect, type StaticDataRouteOption } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { problem } from '#kit/problem.ts'
import { may, type Right } from '#tenancy/rights.ts'
import { placeAfterSignIn } from '../rules.ts'
import { session } from './browser-session.ts'

/**
 * The page's user by the token; null outside the portal. Includes a user who must sign in again, so that what they were writing
 * stays.
 */
export const useUser = () => useSyncExternalStore(session.subscribe, session.shown, session.shown)

/** The signed-in user, outside of components, for work that outlives its screen. */
export const presentUser = () => session.user()

/** Why nobody is signed in. */
export const useSessionEnd = () => useSyncExternalStore(session.subscribe, session.end, session.end)

/** Renews the token after a change of its claims (the language). */
export const updateUser = () => session.update()

/** Guard of the visitors' pages, which signed-in users do not need. */
export function leaveWhenSignedIn({ search }: { search: { redirect?: string } }) {
  const user = session.isSignedIn() && session.user()
  if (!user) return
  const place = placeAfterSignIn(user.kind, search.redirect)
  // The visitors' pages belong to the practices' application.
  if (user.kind === 'staff') return leaveTo(place)
  throw redirect({ href: place, replace: true })
}

/** Leaves for the other application; the current screen stays until that page loads. */
export function leaveTo(address: string): Promise<never> {
  location.replace(address)
  return new Promise(() => undefined)
}

/** Whether the user has this right. Hiding is a courtesy; the server decides what a user may do. */
export function useMay(right: Right): boolean {
  const user = useUser()
  return user !== null && may(user, right)
}

/**
 * A route's static data with the right that its screen needs: the frame shows links only to users with it, and direct visits are
 * refused.
 */
export const needing = (right: Right, said: Omit<StaticDataRouteOption, 'needs'> = {}) => ({
  staticData: { needs: right, ...said },
  beforeLoad: () => {
    const user = session.shown()
    if (!user || !may(user, right)) throw problem('forbidden')
  },
})
