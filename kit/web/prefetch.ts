import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { beforeFirstDrawing } from './early.ts'

/**
 * For loaders: begins what a screen reads, beside its words. `file` has its queries, in the chunk of the screen: the table of
 * routes is read by every page. What fails here fails again on the screen, and is told there.
 */
export const prefetch = <Queries>(
  { queries }: { queries: () => Promise<QueryClient> },
  file: () => Promise<Queries>,
  read: (queries: Queries, client: QueryClient) => readonly { queryKey: QueryKey }[],
) =>
  beforeFirstDrawing(Promise.all([queries(), file()]), ([client, found]) =>
    read(found, client).map(query => client.prefetchQuery(query)),
  )
