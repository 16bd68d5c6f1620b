import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { Topic } from '../contract.ts'

/** What a query shows: the server's topics, and the language of texts worded by the server. */
export type Shown = Topic | 'language'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { topics: readonly Shown[] }
  }
}

export const everyTopic: readonly Topic[] = Topic.options

/** Reloads the queries that show one of these. Resolves once everything on the screen has loaded. */
export const changed = (client: QueryClient, topics: readonly Shown[]): Promise<void> =>
  client.invalidateQueries({ predicate: ({ meta }) => meta?.topics.some(topic => topics.includes(topic)) ?? false })

/** For changes made here: the server announces them too, but not at once, nor where events cannot be received. */
export function useChanged() {
  const client = useQueryClient()
  return useCallback((...topics: Shown[]) => changed(client, topics), [client])
}
