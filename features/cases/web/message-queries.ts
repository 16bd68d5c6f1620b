import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { type CaseMessage, caseCalls } from '../contract.ts'
import { caseOne, type KnownCase } from './queries.ts'

export const messagesOf = (id: string, client: QueryClient) =>
  queryOptions({
    queryKey: ['orders', 'messages', id],
    queryFn: async ({ signal }): Promise<CaseMessage[]> => {
      const { data } = await call(caseCalls.listMessages, { params: { id }, signal })
      noteCount(client, id, data.length)
      return data
    },
    meta: { topics: ['orders'] },
    staleTime: 0,
  })

export function addMessage(client: QueryClient, id: string, message: CaseMessage) {
  const all = client.setQueryData<CaseMessage[]>(messagesOf(id, client).queryKey, (known = []) =>
    known.some(one => one.id === message.id) ? known : [...known, message],
  )
  if (all) noteCount(client, id, all.length)
}

/**
 * Updates the count on the page of the case without marking its data as fresh, which `setQueryData` would do: stale or
 * refetching data would then be shown as current on the next visit.
 */
function noteCount(client: QueryClient, id: string, messagesCount: number) {
  const page = client.getQueryCache().find<KnownCase>({ queryKey: caseOne(id, client).queryKey, exact: true })
  const known = page?.state.data
  if (known?.whole) page?.setState({ data: { ...known, whole: { ...known.whole, messagesCount } } })
}
