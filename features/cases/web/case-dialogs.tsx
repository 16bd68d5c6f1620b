import type { Case } from '../contract.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { MessagesDialog } from './messages-dialog.tsx'
import { ProblemDialog } from './problem-dialog.tsx'

export type CaseAction = 'messages' | 'problem' | 'cancel'

type Props = { action: CaseAction; known: Case; onClose: () => void }

/** In one file that comes when a hand is near the buttons. */
export function CaseDialogs({ action, ...dialog }: Props) {
  if (action === 'messages') return <MessagesDialog {...dialog} />
  if (action === 'problem') return <ProblemDialog {...dialog} />
  return <CancelDialog {...dialog} />
}
