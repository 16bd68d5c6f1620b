import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { TwoLines } from '#kit/web/ui/two-lines.tsx'
import type { Supply } from '../contract.ts'
import { type Form, hasQuantity } from './supply-form.ts'
import { suppliesText } from './text.ts'

type SupplyRecapProps = {
  offered: readonly Supply[] | undefined
  form: Form
  onRemove: (name: string) => void
}

export function SupplyRecap({ offered, form, onRemove }: SupplyRecapProps) {
  const t = useText(suppliesText).supply.requestSupplyDialog
  return (
    <ul className="supplies__list" aria-label={t.recap}>
      {Object.entries(form).map(([name, { quantity, label: chosen }]) => {
        // In the current language, even if it was chosen in another.
        const label = offered?.find(supply => supply.name === name)?.label ?? chosen
        return (
          <li key={name} className="supplies__line">
            <span className="supplies__label">
              <TwoLines sub={t.quantity(quantity)}>{label}</TwoLines>
              {offered && !offered.some(supply => supply.name === name) && (
                <span className="field__error">{t.gone}</span>
              )}
              {!hasQuantity(offered, name, quantity) && <span className="field__error">{t.quantityGone}</span>}
            </span>
            <Button size="sm" icon="minus" aria-label={t.remove(label)} onClick={() => onRemove(name)}>
              {t.removeShort}
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
