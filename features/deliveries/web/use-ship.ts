import { useChanged } from '#features/live/web/use-changed.ts'
import { useUnsigned } from '#features/traceability/web/use-unsigned.ts'
import { call } from '#kit/web/call.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { shippingCalls } from '../contract.ts'
import type { NewShipment } from '../input.ts'
import { shippingText } from './shipping-text.ts'

/** The toast after a shipment: how many were shipped, and which stay. */
export function useTellShipped() {
  const t = useText(shippingText)
  return ({ orderIds, left }: { orderIds: readonly string[]; left: readonly string[] }) =>
    toast({
      title: t.shipped(orderIds.length),
      ...(left.length > 0 ? { tone: 'info' as const, description: t.leftBehind(left.join(', ')) } : {}),
    })
}

export function useShip() {
  const t = useText(shippingText)
  const sentence = useProblemText()
  const changed = useChanged()
  const tell = useTellShipped()
  const unsigned = useUnsigned()
  const notShipped = (error: unknown) => toast({ tone: 'late', title: t.notShipped, description: sentence(error) })
  const { run, isPending } = useAttempt(async (body: NewShipment) => {
    await call(shippingCalls.ship, { body }).then(({ data }) => tell(data), notShipped)
    await changed('orders')
  })
  const asking = useAttempt((orderIds: readonly string[], ship: (ids: readonly string[]) => unknown) =>
    unsigned.leave(orderIds, ship).catch(notShipped),
  )
  return {
    ship: ({ orderIds }: NewShipment) => asking.run(orderIds, ids => run({ orderIds: [...ids] })),
    /** Actions that need input first. */
    before: asking.run,
    isPending: isPending || asking.isPending,
    dialog: unsigned.dialog,
  }
}
