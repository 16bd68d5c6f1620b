import { useState } from 'react'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { ChosenBar } from '#kit/web/ui/chosen-bar.tsx'
import { useLateDialog } from '#kit/web/use-late-dialog.tsx'
import { leastPayableCents } from '../rules.ts'
import type { Payable, PaymentDialogProps } from './payment-dialog.tsx'
import './payments.css'
import { paymentsText } from './text.ts'

const loadDialog = async () => (await import('./payment-dialog.tsx')).PaymentDialog

type Shown = { id: string; payable: Payable | undefined }
export type Paying = ReturnType<typeof usePaying>

/** Invoices chosen to pay, possibly over several pages of a list; `shown` has the current due amounts. */
export function usePaying(shown: readonly Shown[] = []) {
  const [ticked, setTicked] = useState<readonly Payable[]>([])
  const { open, prepare, dialog } = useLateDialog<PaymentDialogProps>(loadDialog)
  const chosen = ticked.flatMap(one => {
    const now = shown.find(({ id }) => id === one.id)
    return now ? (now.payable ?? []) : one
  })
  return {
    chosen,
    choose: (invoice: Payable, isChosen: boolean) =>
      setTicked([...ticked.filter(({ id }) => id !== invoice.id), ...(isChosen ? [invoice] : [])]),
    clear: () => setTicked([]),
    pay: (invoices: readonly Payable[]) => open({ invoices }),
    intent: { onPointerEnter: prepare, onFocus: prepare },
    dialog,
  }
}

/** Stays in sight below the list while something is chosen. */
export function ChosenToPay({ paying: { chosen, clear, pay, intent } }: { paying: Paying }) {
  const t = useText(paymentsText).choice
  const format = useFormat()
  const dueCents = chosen.reduce((sum, invoice) => sum + invoice.dueCents, 0)
  const isEmpty = chosen.length === 0
  const isTooLittle = !isEmpty && dueCents < leastPayableCents
  return (
    <ChosenBar
      says={
        !isEmpty && (
          <>
            {t.chosen(chosen.length, format.money(dueCents))}
            {isTooLittle && <span className="small muted chosen-to-pay__why">{t.tooLittle}</span>}
          </>
        )
      }
    >
      <Button onClick={clear}>{t.clear}</Button>
      {!isTooLittle && (
        <Button variant="primary" {...intent} onClick={() => pay(chosen)}>
          {t.payOnline}
        </Button>
      )}
    </ChosenBar>
  )
}
