import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { Case, CaseMessage } from '../contract.ts'
import { addMessage } from './message-queries.ts'
import { caseOne, type KnownCase } from './queries.ts'

const message = { id: 'm1' } as CaseMessage
const known = (problems: number): KnownCase => {
  const whole = {
    id: 'c1',
    messagesCount: 0,
    problems: Array.from({ length: problems }, () => ({})),
  } as unknown as Case
  return { row: whole, whole }
}

test('a message that is counted on the page of its case makes that page no younger', async () => {
  const client = new QueryClient()
  const { queryKey } = caseOne('c1', client)
  client.setQueryData(queryKey, known(0), { updatedAt: 1 })
  await client.invalidateQueries({ queryKey })
  // A refetch that is cancelled before its answer.
  const asking = client.fetchQuery({ queryKey, queryFn: ({ signal }) => new Promise<KnownCase>(() => signal) })
  addMessage(client, 'c1', message)
  expect(client.getQueryData(queryKey)?.whole?.messagesCount).toBe(1)
  await client.cancelQueries({ queryKey }, { revert: true })
  await asking.catch(() => undefined)
  expect(client.getQueryState(queryKey)).toMatchObject({ isInvalidated: true, dataUpdatedAt: 1, fetchStatus: 'idle' })
  // A later visit finds the current state.
  const found = await client.fetchQuery({ queryKey, staleTime: 5_000, queryFn: async () => known(1) })
  expect(found.whole?.problems).toHaveLength(1)
})
