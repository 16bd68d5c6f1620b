import type { UseQueryResult } from '@tanstack/react-query'
import { PhoneHelp } from '#features/brand/web/phone.tsx'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { EmptyState } from '#kit/web/ui/empty-state.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { Skeleton } from '#kit/web/ui/skeleton.tsx'
import type { Supply } from '../contract.ts'
import { defaultQuantity } from '../rules.ts'
import { type Form, hasQuantity, quantitiesOf, without } from './supply-form.ts'
import { suppliesText } from './text.ts'

type SupplySelectionProps = {
  offered: UseQueryResult<Supply[]>
  form: Form
  isTried: boolean
  onChange: (form: Form) => void
}

export function SupplySelection({ offered, form, isTried, onChange }: SupplySelectionProps) {
  const t = useText(suppliesText).supply.requestSupplyDialog
  const { data, error } = offered
  if (error && !data) return <QueryFailure title={t.loadFailed} query={offered} />
  if (!data) return <SuppliesComing />
  if (data.length === 0) {
    return (
      <EmptyState
        icon="box"
        title={t.empty}
        description={t.emptyHint}
        action={
          <p>
            <PhoneHelp />
          </p>
        }
      />
    )
  }
  return (
    <ul className="supplies__list" aria-label={t.list}>
      {data.map(supply => (
        <Line key={supply.name} {...{ supply, form, isTried, onChange }} />
      ))}
    </ul>
  )
}

type LineProps = Pick<SupplySelectionProps, 'form' | 'isTried' | 'onChange'> & { supply: Supply }

function Line({ supply, form, isTried, onChange }: LineProps) {
  const t = useText(suppliesText).supply.requestSupplyDialog
  const { name, label } = supply
  const chosen = form[name]
  const set = (quantity: number) => onChange({ ...form, [name]: { quantity, label } })
  const isOffered = chosen !== undefined && hasQuantity([supply], name, chosen.quantity)
  return (
    <li className="supplies__line">
      <span className="supplies__label">{label}</span>
      {chosen && (
        <Select
          name={name}
          label={t.quantityOf(label)}
          labelHidden
          value={isOffered ? chosen.quantity : ''}
          error={isTried && !isOffered && t.quantityMissing}
          onChange={event => set(Number(event.currentTarget.value))}
        >
          {/* Adds a chosen quantity that the laboratory no longer offers. */}
          {!isOffered && (
            <option value="" disabled hidden>
              {t.selectQuantity}
            </option>
          )}
          {quantitiesOf(supply).map(quantity => (
            <option key={quantity} value={quantity}>
              {quantity}
            </option>
          ))}
        </Select>
      )}
      <Button
        size="sm"
        icon={chosen ? 'minus' : 'plus'}
        aria-label={chosen ? t.remove(label) : t.add(label)}
        onClick={() => (chosen ? onChange(without(form, name)) : set(defaultQuantity(supply)))}
      >
        {chosen ? t.removeShort : t.addShort}
      </Button>
    </li>
  )
}

const places = [0, 1, 2, 3]

/** Placeholder lines while loading. */
export function SuppliesComing() {
  return (
    <ul className="supplies__list" aria-hidden="true">
      {places.map(place => (
        <li key={place} className="supplies__line">
          <Skeleton width="medium" />
        </li>
      ))}
    </ul>
  )
}
