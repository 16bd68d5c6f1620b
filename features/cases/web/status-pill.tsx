import { useText } from '#kit/web/text.tsx'
import { Pill } from '#kit/web/ui/pill.tsx'
import { TwoLines } from '#kit/web/ui/two-lines.tsx'
import type { CaseRow } from '../contract.ts'
import { statusLook } from './status-look.ts'
import { casesText } from './text.ts'

type WithState = Pick<CaseRow, 'status' | 'delivery' | 'problem'>

/** The case's status, and the state of its problem. */
export function CaseState({ row }: { row: WithState }) {
  // Table rows are memoised as a whole.
  'use no memo'
  const { problem } = row
  const t = useText(casesText)
  return (
    <TwoLines sub={problem && t.problem[problem]} tone={problem === 'settled' ? undefined : 'warn'}>
      <StatusPill row={row} />
    </TwoLines>
  )
}

export function StatusPill({ row: { status, delivery } }: { row: Pick<CaseRow, 'status' | 'delivery'> }) {
  // Table rows are memoised as a whole.
  'use no memo'
  const t = useText(casesText)
  const isLate = delivery?.display === 'delayed' && status !== 'on_hold'
  const { icon, tone } = isLate ? ({ icon: 'clock', tone: 'late' } as const) : statusLook[status]
  return (
    <Pill icon={icon} tone={tone}>
      {t.status[status]}
    </Pill>
  )
}
