import { useChanged } from '#features/live/web/use-changed.ts'
import { useUnsigned } from '#features/traceability/web/use-unsigned.ts'
import { call } from '#kit/web/call.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { dismissFailures, toast } from '#kit/web/ui/toast.ts'
import { useAttempt } from '#kit/web/use-attempt.ts'
import type { CaseStatus } from '../contract.ts'
import { hasLeftLaboratory } from '../rules.ts'
import { type StaffCaseRow, staffCaseCalls } from '../staff-contract.ts'
import { staffCasesText } from './staff-text.ts'
import { casesText } from './text.ts'
import { useRefusals } from './use-refusals.ts'

type Seen = Pick<StaffCaseRow, 'id' | 'code' | 'status'>

/** Moves a case from the status in which it is shown; `failure` says why that was refused. */
export function useMove() {
  const t = useText(staffCasesText)
  const { status: names } = useText(casesText)
  const changed = useChanged()
  const sentence = useProblemText()
  const refusalsOf = useRefusals()
  const unsigned = useUnsigned()
  const moving = useAttempt(async ({ id, code, status: from }: Seen, status: CaseStatus) => {
    await call(staffCaseCalls.setStatus, { params: { id }, body: { status, from } }).finally(() => changed('orders'))
    dismissFailures()
    toast({ title: t.done(code, names[status]) })
  })
  const asking = useAttempt((seen: Seen, status: CaseStatus) =>
    unsigned.leave([seen.id], () => moving.run(seen, status)),
  )
  const error = moving.error ?? asking.error
  return {
    move: (seen: Seen, status: CaseStatus) =>
      hasLeftLaboratory({ status }) && !hasLeftLaboratory(seen) ? asking.run(seen, status) : moving.run(seen, status),
    isPending: moving.isPending || asking.isPending,
    failure: error === undefined ? undefined : sentence(error, refusalsOf(error)),
    /** Rendered over the screen while it asks about an unsigned sheet. */
    dialog: unsigned.dialog,
  }
}
