import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { WaitingChange } from '../contract.ts'
import { ApplyDialog } from './apply-dialog.tsx'
import { RefusalDialog } from './refusal-dialog.tsx'
import { accountChangesQuery } from './staff-queries.ts'

export type Outcome = 'applied' | 'refused'
export type DecisionProps = { change: WaitingChange; outcome: Outcome; onDecided: () => void }

/** Before a request is decided: what is done by it, or why not. */
export function DecisionDialog({ outcome, change: opened, ...rest }: DecisionProps & { onClose: () => void }) {
  // As it stands, not as it stood when it was opened.
  const waiting = useQuery(accountChangesQuery).data
  const found = waiting?.find(({ id }) => id === opened.id)
  const [last, keep] = useState(opened)
  if (found && found !== last) keep(found)
  // Decided by somebody else it is in the list no more.
  const change = found ?? last
  return outcome === 'applied' ? <ApplyDialog {...rest} change={change} /> : <RefusalDialog {...rest} change={change} />
}
