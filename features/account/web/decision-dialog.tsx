import type { WaitingChange } from '../contract.ts'
import { ApplyDialog } from './apply-dialog.tsx'
import { RefusalDialog } from './refusal-dialog.tsx'

export type Outcome = 'applied' | 'refused'
export type DecisionProps = { change: WaitingChange; outcome: Outcome; onDecided: () => void }

/** Before a request is decided: what is done by it, or why not. */
export function DecisionDialog({ outcome, ...rest }: DecisionProps & { onClose: () => void }) {
  return outcome === 'applied' ? <ApplyDialog {...rest} /> : <RefusalDialog {...rest} />
}
