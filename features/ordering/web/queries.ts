import { queryOptions, skipToken } from '@tanstack/react-query'
import { catalogue } from '#features/catalogue/web/queries.ts'
import { Problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'
import { orderingCalls, type PromiseQuestion } from '../contract.ts'
import { draftCalls } from '../draft-contract.ts'

/** A 403 means the account may not use the screen: the route's error view replaces it. */
const throwOnError = (error: Error) => error instanceof Problem && error.status === 403

export const catalogueQuery = queryOptions({ ...catalogue(), throwOnError })

/** The screen just left may still be saving its last content. */
let saveLastWords = () => Promise.resolve()
export function readAfter(save: () => Promise<void>) {
  saveLastWords = save
}

/** Read once, when the screen opens; after that the screen writes it. */
export const draftQuery = (id: string) =>
  queryOptions({
    queryKey: ['order-draft', id],
    queryFn: async ({ signal }) => {
      await saveLastWords()
      return (await call(draftCalls.findDraft, { params: { id }, signal })).data
    },
    meta: { topics: [] },
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    throwOnError,
  })

export const draftsQuery = queryOptions({
  queryKey: ['order-drafts'],
  queryFn: async ({ signal }) => {
    await saveLastWords()
    return (await call(draftCalls.listDrafts, { signal })).data
  },
  meta: { topics: ['drafts', 'language'] },
  // The last changes may not have been announced yet.
  staleTime: 0,
})

/** Discards the draft; one already gone counts as discarded. */
export async function discardDraft(id: string) {
  try {
    await call(draftCalls.discardDraft, { params: { id } })
  } catch (error) {
    if (!(error instanceof Problem && error.status === 404)) throw error
  }
}

export const prescribersQuery = queryOptions({
  queryKey: ['order-prescribers'],
  queryFn: async ({ signal }) => (await call(orderingCalls.listPrescribers, { signal })).data,
  meta: { topics: ['orders', 'colleagues'] },
  throwOnError,
})

/** Answered by the server; keeps the previous answer until the next one arrives. */
export const promiseQuery = (body: PromiseQuestion | false | undefined) =>
  queryOptions({
    queryKey: ['order-promise', body],
    queryFn: body ? async ({ signal }) => (await call(orderingCalls.promise, { body, signal })).data : skipToken,
    placeholderData: before => before,
    meta: { topics: ['closures', 'orders', 'rides'] },
  })

export const patientsQuery = (code: string) =>
  queryOptions({
    queryKey: ['order-patients', code],
    queryFn: async ({ signal }) => (await call(orderingCalls.listPatients, { query: { code }, signal })).data,
    meta: { topics: ['orders'] },
  })

export const templatesQuery = queryOptions({
  queryKey: ['order-templates'],
  queryFn: async ({ signal }) => (await call(draftCalls.listTemplates, { signal })).data,
  meta: { topics: [] },
})

/** Queries the form starts with: the draft named by the address, or the list of drafts. */
export function firstQueries() {
  const draft = new URLSearchParams(location.search).get('draft')
  return [catalogueQuery, draft ? draftQuery(draft) : draftsQuery, prescribersQuery]
}

/** Here rather than in the routes, because every page loads the route table. */
export const chartWords = async () =>
  (await import('#features/prescription/web/tooth-chart.tsx')).loadPrescriptionWords()
