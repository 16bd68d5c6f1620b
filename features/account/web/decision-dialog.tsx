import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { WaitingChange } from '../contract.ts'
import { ApplyDialog } from './apply-dialog.tsx'
import { RefusalDialog } from './refusal-dialog.tsx'
import { accountChangesQuery } from './staff-queries.ts'

export type Outcome = 'applied' | 'refused'
export type DecisionProps = { change: WaitingChange; outcome: Outcome; onDecided: () => void }

/** Confirms a decision: what it will do, or why not. */
export function DecisionDialog({ outcome, change: opened, ...rest }: DecisionProps & { onClose: () => void }) {
  // The current state, not the one when it was opened.
  const waiting = useQuery(accountChangesQuery).data
  const found = waiting?.find(({ id }) => id === opened.id)
  const [last, keep] = useState(opened)
  if (found && found !== last) keep(found)
  // Once somebody else has decided it, it is no longer in the list.
  const change = found ?? last
  return outcome === 'applied' ? <ApplyDialog {...rest} change={change} /> : <RefusalDialog {...rest} change={change} />
}
