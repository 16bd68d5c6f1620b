import { type QueryFilters, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { isOffline } from './is-offline.ts'
import { useComeBack } from './use-come-back.ts'

const offline: QueryFilters = {
  type: 'active',
  fetchStatus: 'idle',
  predicate: ({ state }) => isOffline(state.error),
}

/** Draws nothing: what the screens could not have because nobody could be reached is asked for again once somebody can. */
export function ComeBack() {
  const client = useQueryClient()
  const cache = client.getQueryCache()
  const isMissing = useSyncExternalStore(
    listener => cache.subscribe(listener),
    () => cache.findAll(offline).length > 0,
  )
  useComeBack(isMissing, () => {
    // What fails again says so on its screen.
    void client.refetchQueries(offline)
  })
  return null
}
