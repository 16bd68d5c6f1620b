import type { AnyRoute, AnyRouter } from '@tanstack/react-router'
import type { SignedInUser } from '#features/auth/web/token.ts'
import type { MenuEntry } from './route-data.ts'

type Place = MenuEntry['place']
type EntryOf<P extends Place> = Extract<MenuEntry, { place: P }> & { to: string }

/** What this user finds at a place of the frame: of the routes that say so, in their order. */
export function entriesAt<P extends Place>(
  place: P,
  { routesById }: Pick<AnyRouter, 'routesById'>,
  user: Pick<SignedInUser, 'isDLCPM' | 'isPracticeDoctor'>,
): EntryOf<P>[] {
  const isHere = (entry: MenuEntry): entry is Extract<MenuEntry, { place: P }> => entry.place === place
  return Object.values<AnyRoute>(routesById).flatMap(({ fullPath, options }) => {
    const entry = options.staticData?.menu
    if (!entry || !isHere(entry)) return []
    return 'hiddenFor' in entry && entry.hiddenFor && user[entry.hiddenFor] ? [] : [{ ...entry, to: fullPath }]
  })
}
