import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#kit/web/call.ts'
import { caseActCalls } from '../acts-contract.ts'
import { addMessage } from './message-queries.ts'

/** A message in flight, or kept after a failure. The key makes a retry idempotent when only the answer was lost. */
export type Outgoing = { key: string; body: string; failure?: unknown }

/** Messages appear as they are sent; failed ones stay where they were written. */
export function useOutbox(orderId: string) {
  const queries = useQueryClient()
  const [outgoing, setOutgoing] = useState<readonly Outgoing[]>([])
  const take = (key: string) => setOutgoing(all => all.filter(one => one.key !== key))

  function post({ key, body }: Outgoing) {
    const keep = (failure: unknown) => setOutgoing(all => all.map(one => (one.key === key ? { ...one, failure } : one)))
    call(caseActCalls.sendMessage, { params: { id: orderId }, body: { body }, key }).then(({ data }) => {
      addMessage(queries, orderId, data)
      take(key)
    }, keep)
  }

  function send(body: string, key: string) {
    const message = { key, body }
    setOutgoing(all => [...all, message])
    post(message)
  }

  function sendAgain({ key, body }: Outgoing) {
    setOutgoing(all => all.map(one => (one.key === key ? { key, body } : one)))
    post({ key, body })
  }

  return { outgoing, send, sendAgain, take }
}
