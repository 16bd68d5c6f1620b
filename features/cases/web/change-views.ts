import type { QueryClient } from '@tanstack/react-query'
import type { CaseView } from '../views-contract.ts'
import { viewList } from './view-queries.ts'

/** An answer that is still on its way was asked for before the change, and would undo it for a moment. */
export async function changeViews(client: QueryClient, change: (views: CaseView[]) => CaseView[]) {
  await client.cancelQueries(viewList)
  client.setQueryData(viewList.queryKey, views => views && change(views))
}
