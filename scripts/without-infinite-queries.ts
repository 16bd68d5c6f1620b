/**
 * In the place of query-core's file of this name, in the portal's build: lists of the portal have pages, and every first visit
 * would bring the other kind, 3 kB of source.
 */
const without = (): never => {
  throw new Error('The portal is built without infinite queries: scripts/without-infinite-queries.ts.')
}
export const infiniteQueryBehavior = without
export const hasNextPage = without
export const hasPreviousPage = without
