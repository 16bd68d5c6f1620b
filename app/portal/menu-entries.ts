import type { AnyRoute, AnyRouter } from '@tanstack/react-router'
import type { SignedInUser } from '#features/auth/web/token.ts'
import { may } from '#tenancy/rights.ts'
import type { MenuEntry } from './route-data.ts'

type Place = MenuEntry['place']
type EntryOf<P extends Place> = Extract<MenuEntry, { place: P }> & { to: string }

/**
 * What this user finds at a place of the frame: the routes that say so, in their order, for whoever has what the screen
 * needs. Hiding is a courtesy; what a user may do is decided by the server.
 */
export function entriesAt<P extends Place>(
  place: P,
  { routesById }: Pick<AnyRouter, 'routesById'>,
  user: SignedInUser,
): EntryOf<P>[] {
  const isHere = (entry: MenuEntry): entry is Extract<MenuEntry, { place: P }> => entry.place === place
  return Object.values<AnyRoute>(routesById).flatMap(({ fullPath, options }) => {
    const { menu, needs = 'nothing' } = options.staticData ?? {}
    return menu && isHere(menu) && needs !== 'nothing' && may(user, needs) ? [{ ...menu, to: fullPath }] : []
  })
}
