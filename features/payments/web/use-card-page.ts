import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { paymentCalls } from '../contract.ts'

/** Opens the provider’s page in this window, so that the payer returns where they left. */
export function useCardPage(paymentId: string) {
  const changed = useChanged()
  return useAttempt(async () => {
    const { data } = await call(paymentCalls.checkout, { params: { id: paymentId } }).finally(
      () => void changed('invoices'),
    )
    location.assign(data.redirectUrl)
  })
}
