import type { AnyRoute, AnyRouter } from '@tanstack/react-router'
import type { SignedInUser } from '#features/auth/web/token.ts'
import { may, type Right } from '#tenancy/rights.ts'
import type { MenuEntry } from './route-data.ts'

export type FoundEntry = MenuEntry & { to: string; needs: 'session' | Right }

/**
 * What this user finds at a place of the frame: the routes that say so, in their order, for whoever has what the screen
 * needs. Hiding is a courtesy; what a user may do is decided by the server.
 */
export function entriesAt(
  place: MenuEntry['place'],
  { routesById }: Pick<AnyRouter, 'routesById'>,
  user: SignedInUser,
): FoundEntry[] {
  return Object.values<AnyRoute>(routesById).flatMap(({ fullPath, options }) => {
    const { menu, needs = 'nothing' } = options.staticData ?? {}
    return menu?.place === place && needs !== 'nothing' && may(user, needs) ? [{ ...menu, to: fullPath, needs }] : []
  })
}

/** What an administrator sets, each on a screen of its own, in their order. */
export const settingsEntries = ({ routesById }: Pick<AnyRouter, 'routesById'>, user: SignedInUser) =>
  Object.values<AnyRoute>(routesById).flatMap(({ fullPath, options }) => {
    const { setting, needs = 'nothing' } = options.staticData ?? {}
    return setting && needs !== 'nothing' && may(user, needs) ? [{ to: fullPath, label: setting }] : []
  })
