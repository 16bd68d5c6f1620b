import { queryOptions, skipToken } from '@tanstack/react-query'
import { catalogue } from '#features/catalogue/web/queries.ts'
import { Problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'
import { orderingCalls, type PromiseQuestion } from '../contract.ts'
import { draftCalls } from '../draft-contract.ts'

/** Not for this account at all: the route's error view says so, in place of the screen. */
const throwOnError = (error: Error) => error instanceof Problem && error.status === 403

export const catalogueQuery = queryOptions({ ...catalogue(), throwOnError })

/** The screen that was left a moment ago may still be saving its last words. */
let saveLastWords = () => Promise.resolve()
export function readAfter(save: () => Promise<void>) {
  saveLastWords = save
}

/** Read once, when the screen opens; from then on the screen writes it. */
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
  // What was typed last may not have been told of yet.
  staleTime: 0,
})

/** Thrown away elsewhere, it is thrown away. */
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

/** Asked of the laboratory; the answer before stands until another comes. */
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

/** What the form begins with: the draft that the address names, or what else is begun. */
export function firstQueries() {
  const draft = new URLSearchParams(location.search).get('draft')
  return [catalogueQuery, draft ? draftQuery(draft) : draftsQuery, prescribersQuery]
}

/** Here and not with the route: the table of routes is read by every page. */
export const chartWords = async () =>
  (await import('#features/prescription/web/tooth-chart.tsx')).loadPrescriptionWords()
