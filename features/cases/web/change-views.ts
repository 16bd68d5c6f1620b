import type { QueryClient } from '@tanstack/react-query'
import type { CaseView } from '../views-contract.ts'
import { viewList } from './view-queries.ts'

/** Cancels an answer requested before the change, which would briefly undo it. */
export async function changeViews(client: QueryClient, change: (views: CaseView[]) => CaseView[]) {
  await client.cancelQueries(viewList)
  client.setQueryData(viewList.queryKey, views => views && change(views))
}
