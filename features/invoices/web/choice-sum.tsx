import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { billingText } from './staff-text.ts'
import './staff-billing.css'

type ChoiceSumProps = {
  chosen: number
  of: number
  netCents: number
  totalCents: number
  onAll: () => void
  onNone: () => void
}

/** The number and sum of the chosen rows, above the list, with buttons for all and none. */
export function ChoiceSum({ chosen, of, netCents, totalCents, onAll, onNone }: ChoiceSumProps) {
  const t = useText(billingText).choice
  const { money } = useFormat()
  if (of === 0) return null
  return (
    <div className="billing-sum">
      <p className="small" role="status">
        {t.chosen(chosen, of)} · <span className="strong">{t.sum(money(netCents), money(totalCents))}</span>
      </p>
      <Button size="sm" onClick={chosen > 0 ? onNone : onAll}>
        {chosen > 0 ? t.none : t.all}
      </Button>
    </div>
  )
}
