import { useText } from '#kit/web/text.tsx'
import { Pill } from '#kit/web/ui/pill.tsx'
import type { Lot } from '../contract.ts'
import { materialsText } from './text.ts'

const looks = {
  lot_blocked: { tone: 'late', icon: 'lock' },
  lot_used_up: { tone: 'plain', icon: 'box' },
  lot_unchecked: { tone: 'warn', icon: 'eye' },
  lot_expired: { tone: 'late', icon: 'clock' },
  certificate_ended: { tone: 'late', icon: 'document' },
} as const

export function FaultPill({ fault }: Pick<Lot, 'fault'>) {
  const t = useText(materialsText)
  if (!fault) {
    return (
      <Pill tone="ok" icon="check">
        {t.usable}
      </Pill>
    )
  }
  return <Pill {...looks[fault]}>{t.faults[fault]}</Pill>
}
