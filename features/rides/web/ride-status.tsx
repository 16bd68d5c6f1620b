import { useText } from '#kit/web/text.tsx'
import type { IconName } from '#kit/web/ui/icon.tsx'
import { Pill, type Tone } from '#kit/web/ui/pill.tsx'
import type { RideStatus as Status } from '../contract.ts'
import { ridesText } from './text.ts'

export const rideLooks: Record<Status, { tone: Tone; icon: IconName }> = {
  requested: { tone: 'brand', icon: 'clock' },
  confirmed: { tone: 'info', icon: 'truck' },
  picked_up: { tone: 'ok', icon: 'check' },
  nobody_there: { tone: 'warn', icon: 'warning' },
  cancelled: { tone: 'plain', icon: 'close' },
}

export function RideStatus({ status }: { status: Status }) {
  const t = useText(ridesText)
  return <Pill {...rideLooks[status]}>{t.statuses[status]}</Pill>
}
