import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { beforeFirstDrawing } from './early.ts'

/**
 * For loaders: starts a screen's queries while its text loads. `file` holds the queries, in the screen's chunk, because the route
 * table is loaded by every page. A failure here recurs on the screen, and is shown there.
 */
export const prefetch = <Queries>(
  { queries }: { queries: () => Promise<QueryClient> },
  file: () => Promise<Queries>,
  read: (queries: Queries, client: QueryClient) => readonly { queryKey: QueryKey }[],
) =>
  beforeFirstDrawing(Promise.all([queries(), file()]), ([client, found]) =>
    read(found, client).map(query => client.prefetchQuery(query)),
  )
