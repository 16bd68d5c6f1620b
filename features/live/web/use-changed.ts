import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { Topic } from '../contract.ts'

/** What a query shows: what the server tells of, and the language in which it words things for the reader. */
export type Shown = Topic | 'language'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { topics: readonly Shown[] }
  }
}

export const everyTopic: readonly Topic[] = Topic.options

/** Loads anew what shows one of these, whoever has changed it. Resolves once all that is on the screen has come. */
export const changed = (client: QueryClient, topics: readonly Shown[]): Promise<void> =>
  client.invalidateQueries({ predicate: ({ meta }) => meta?.topics.some(topic => topics.includes(topic)) ?? false })

/** For what is changed here: told by the server as well, but not at once, nor where its events are not heard. */
export function useChanged() {
  const client = useQueryClient()
  return useCallback((...topics: Shown[]) => changed(client, topics), [client])
}
