import type { AnyRoute, AnyRouter } from '@tanstack/react-router'
import type { SignedInUser } from '#features/auth/web/token.ts'
import { may, type Right } from '#tenancy/rights.ts'
import type { MenuEntry } from './route-data.ts'

export type FoundEntry = MenuEntry & { to: string; needs: 'session' | Right }

/**
 * Menu entries of one place in the frame, in route order, for users with the right that the screen needs. Hiding entries is a
 * courtesy; the server decides what a user may do.
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

/** The settings screens of an administrator, in their order. */
export const settingsEntries = ({ routesById }: Pick<AnyRouter, 'routesById'>, user: SignedInUser) =>
  Object.values<AnyRoute>(routesById).flatMap(({ fullPath, options }) => {
    const { setting, needs = 'nothing' } = options.staticData ?? {}
    return setting && needs !== 'nothing' && may(user, needs) ? [{ to: fullPath, label: setting }] : []
  })
