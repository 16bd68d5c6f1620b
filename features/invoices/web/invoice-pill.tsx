import { useText } from '#kit/web/text.tsx'
import type { IconName } from '#kit/web/ui/icon.tsx'
import { Pill, type Tone } from '#kit/web/ui/pill.tsx'
import type { InvoiceStatus, InvoiceType } from '../contract.ts'
import { invoicesText } from './text.ts'

/** Coloured where the reader has to act. */
const looks: Record<InvoiceStatus, { tone: Tone; icon: IconName }> = {
  to_validate: { tone: 'warn', icon: 'info' },
  in_validation: { tone: 'brand', icon: 'clock' },
  validated: { tone: 'info', icon: 'check' },
  payable: { tone: 'warn', icon: 'bill' },
  to_reconcile: { tone: 'brand', icon: 'clock' },
  paid: { tone: 'ok', icon: 'check' },
  rejected: { tone: 'plain', icon: 'close' },
  handled: { tone: 'plain', icon: 'check' },
}

export function InvoicePill({
  piece: { type, status, isCredited },
}: {
  piece: { type: InvoiceType; status: InvoiceStatus; isCredited: boolean }
}) {
  const t = useText(invoicesText)
  if (isCredited)
    return (
      <Pill tone="plain" icon="close">
        {t.wholeCredited}
      </Pill>
    )
  const isMasculine = status === 'handled' && (type === 'credit' || type === 'paiement')
  return <Pill {...looks[status]}>{isMasculine ? t.handledCredit : t.statuses[status]}</Pill>
}
