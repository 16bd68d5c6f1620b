import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { TwoLines } from '#kit/web/ui/two-lines.tsx'
import type { CaseToBill } from '../billing-contract.ts'
import { isPriced, sumsOf } from '../billing-rules.ts'
import { billingText } from './staff-text.ts'

type CasePriceProps = { one: CaseToBill; onPrice: () => void; prepare: () => void }

/** A case's price and a button to change it; without a price, what is missing. */
export function CasePrice({ one, onPrice, prepare }: CasePriceProps) {
  const t = useText(billingText).practice
  const format = useFormat()
  const late = { onPointerEnter: prepare, onFocus: prepare, onClick: onPrice }
  if (one.lines.length === 0) return <span className="muted">{t.noWork}</span>
  if (isPriced(one))
    return (
      <span className="billing-price">
        <TwoLines sub={sumsOf([one]).totalCents === 0 && t.nothing}>{format.money(sumsOf([one]).netCents)}</TwoLines>
        <Button size="sm" aria-label={t.changePriceOf(one.code)} {...late}>
          {t.changePrice}
        </Button>
      </span>
    )
  return (
    <ul className="billing-lines">
      {one.lines
        .filter(({ netCents }) => netCents === null)
        .map(line => (
          <li key={line.caseSequence}>
            <TwoLines tone="warn" sub={t.priceMissing(line.label)}>
              <Button size="sm" aria-label={t.setPriceOf(line.label, one.code)} {...late}>
                {t.setPrice}
              </Button>
            </TwoLines>
          </li>
        ))}
    </ul>
  )
}
