import { type QueryFilters, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { isOffline } from './is-offline.ts'
import { useComeBack } from './use-come-back.ts'

const offline: QueryFilters = {
  type: 'active',
  fetchStatus: 'idle',
  predicate: ({ state }) => isOffline(state.error),
}

/** Renders nothing: refetches queries that failed offline once the server is reachable again. */
export function ComeBack() {
  const client = useQueryClient()
  const cache = client.getQueryCache()
  const isMissing = useSyncExternalStore(
    listener => cache.subscribe(listener),
    () => cache.findAll(offline).length > 0,
  )
  useComeBack(isMissing, () => {
    // Queries that fail again show it on their screen.
    void client.refetchQueries(offline)
  })
  return null
}
