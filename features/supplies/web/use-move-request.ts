import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { type StaffSupplyOrder, type SupplyOrderStatus, staffSupplyCalls } from '../contract.ts'
import { staffSuppliesText } from './staff-text.ts'

/** Moves a request, and offers to undo it; the way back is in the row's menu too. */
export function useMoveRequest() {
  const t = useText(staffSuppliesText)
  const sentence = useProblemText()
  const changed = useChanged()

  /** Whether it was moved; the screen is refreshed either way. */
  async function set(id: string, status: SupplyOrderStatus): Promise<boolean> {
    const isMoved = await call(staffSupplyCalls.setStatus, { params: { id }, body: { status } }).then(
      () => true,
      (error: unknown) => {
        toast({ tone: 'late', title: t.notMoved, description: sentence(error, t.refusals) })
        return false
      },
    )
    await changed('supplies')
    return isMoved
  }

  const { run, isPending } = useAttempt(
    async ({ id, status: before, practice }: StaffSupplyOrder, status: SupplyOrderStatus) => {
      if (!(await set(id, status))) return
      toast({
        title: t.moved(practice.name, t.statuses[status].toLowerCase()),
        action: { label: t.undo, run: () => void set(id, before) },
      })
    },
  )
  return { move: run, isPending }
}
