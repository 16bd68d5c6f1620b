import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { isOffline, useComeBack } from './use-come-back.ts'

/** Draws nothing: what the screens could not have because nobody could be reached is asked for again once somebody can. */
export function ComeBack() {
  const client = useQueryClient()
  const cache = client.getQueryCache()
  const missing = () =>
    cache.findAll({ type: 'active', fetchStatus: 'idle', predicate: ({ state }) => isOffline(state.error) })
  const isMissing = useSyncExternalStore(
    listener => cache.subscribe(listener),
    () => missing().length > 0,
  )
  useComeBack(isMissing, () => {
    // What fails again says so on its screen.
    for (const query of missing()) query.fetch().catch(() => undefined)
  })
  return null
}
