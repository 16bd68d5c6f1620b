import { useText } from '#kit/web/text.tsx'
import type { IconName } from '#kit/web/ui/icon.tsx'
import { Pill, type Tone } from '#kit/web/ui/pill.tsx'
import type { SupplyOrderStatus } from '../contract.ts'
import { suppliesText } from './text.ts'

const looks: Record<SupplyOrderStatus, { tone: Tone; icon: IconName }> = {
  requested: { tone: 'brand', icon: 'clock' },
  prepared: { tone: 'info', icon: 'box' },
  sent: { tone: 'ok', icon: 'truck' },
  cancelled: { tone: 'plain', icon: 'close' },
}

export function SupplyStatus({ status }: { status: SupplyOrderStatus }) {
  const { statuses } = useText(suppliesText).supply.history
  return <Pill {...looks[status]}>{statuses[status]}</Pill>
}
