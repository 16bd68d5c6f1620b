import { useQuery, useQueryClient } from '@tanstack/react-query'
import { NotReceivedDialog } from '#features/deliveries/web/not-received-dialog.tsx'
import { useText } from '#kit/web/text.tsx'
import type { Case } from '../contract.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { caseText } from './case-text.ts'
import { ProblemDialog } from './problem-dialog.tsx'
import { caseOne } from './queries.ts'

export type CaseDialogsProps = { action: 'problem' | 'cancel' | 'not_received'; of: Case }

/**
 * The dialogs in one chunk, loaded when the pointer comes near the buttons; the case is read from the surrounding screen's
 * query.
 */
export function CaseDialogs({ action, of, onClose }: CaseDialogsProps & { onClose: () => void }) {
  const { data } = useQuery({ ...caseOne(of.id, useQueryClient()), enabled: false })
  const { notReceived } = useText(caseText)
  const known = data?.whole ?? of
  if (action === 'problem') return <ProblemDialog known={known} onClose={onClose} />
  if (action === 'not_received') return <NotReceivedDialog {...{ known, onClose }} words={notReceived} />
  return <CancelDialog known={known} onClose={onClose} />
}
