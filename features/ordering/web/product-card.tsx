import { useState } from 'react'
import type { CatalogueProduct } from '#features/catalogue/contract.ts'
import { ShadePicker } from '#features/prescription/web/shade-picker.tsx'
import { ToothChart } from '#features/prescription/web/tooth-chart.tsx'
import { useText } from '#kit/web/text.tsx'
import { IconButton } from '#kit/web/ui/icon-button.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { countsTeeth, sectorAfter } from '../rules.ts'
import { spotId } from './faults.ts'
import type { ProductFieldsProps } from './sections.ts'
import { orderingText } from './text.ts'
import { Extras, ImplantFields, SectorChoice } from './work-later.tsx'

/** One product, and what the laboratory must know to make it. */
export function ProductCard({ onRemove, ...props }: ProductFieldsProps & { onRemove: () => void }) {
  // The props are new on each render, so memoising would never hit.
  'use no memo'
  const { product, known, faultAt } = props
  const t = useText(orderingText).work
  const name = known?.label ?? product.reference
  const path = `products.${product.key}`
  return (
    <section className="product" aria-label={name}>
      <header className="product__head">
        <div>
          <h3>{name}</h3>
          {known && <p className="muted small">{t.lead(known.leadDays)}</p>}
        </div>
        <span id={spotId(`${path}.reference`)}>
          <IconButton icon="close" size="sm" label={t.remove(name)} onClick={onRemove} />
        </span>
      </header>
      {known ? (
        <div className="product__fields" id={spotId(path)}>
          <Needed {...props} known={known} path={path} />
        </div>
      ) : (
        <Notice tone="late" title={t.gone}>
          {faultAt(`${path}.reference`)}
        </Notice>
      )}
    </section>
  )
}

type NeededProps = ProductFieldsProps & { known: CatalogueProduct; path: string }

function Needed({ product, known, path, onChange, faultAt }: NeededProps) {
  const words = useText(orderingText)
  const t = words.work
  const { needs } = known
  const teeth = product.teeth ?? []
  // False where the teeth decide the quantity, now or once they are chosen.
  const isByTooth = needs.sector === 'none' && (needs.teeth === 'required' || needs.teeth === 'run')
  const asksQuantity = !isByTooth && !countsTeeth(product, needs)
  // Required teeth imply the arch.
  const asksSector =
    needs.sector === 'required' || (needs.sector === 'optional' && (needs.teeth !== 'required' || product.sector))
  return (
    <>
      {asksSector && (
        <SectorChoice
          path={`${path}.sector`}
          isRequired={needs.sector === 'required'}
          value={product.sector}
          error={faultAt(`${path}.sector`)}
          onChange={sector => onChange({ sector })}
        />
      )}
      {needs.teeth !== 'none' && (
        <ToothChart
          id={spotId(`${path}.teeth`)}
          label={needs.teeth === 'run' ? t.run : t.teeth}
          mark={needs.teeth === 'optional' && words.optional}
          mode={needs.teeth === 'run' ? 'run' : 'many'}
          value={teeth}
          onChange={(teeth, pontics) =>
            onChange({
              teeth,
              ...(needs.hasPontics && { pontics }),
              ...(needs.sector === 'required' && { sector: sectorAfter(teeth, product) }),
            })
          }
          pontics={product.pontics ?? []}
          onPonticsChange={needs.hasPontics ? pontics => onChange({ pontics }) : undefined}
          isDeciduousOffered={needs.teeth !== 'run'}
          error={faultAt(`${path}.teeth`)}
        />
      )}
      {needs.shade !== 'none' && (
        <ShadePicker
          id={spotId(`${path}.shade`)}
          label={t.shade}
          isOptional={needs.shade !== 'required'}
          value={product.shade}
          onChange={shade => onChange({ shade })}
          error={faultAt(`${path}.shade`)}
        />
      )}
      {needs.implant !== 'none' && (
        <ImplantFields {...{ product, path, onChange, faultAt }} isOptional={needs.implant !== 'required'} />
      )}
      {asksQuantity && (
        <Quantity
          path={`${path}.quantity`}
          value={product.quantity ?? 1}
          error={faultAt(`${path}.quantity`)}
          onChange={quantity => onChange({ quantity })}
        />
      )}
      <Extras {...{ product, path, onChange, faultAt }} hasShade={needs.shade !== 'none'} />
    </>
  )
}

type QuantityProps = {
  path: string
  value: number
  error: string | undefined
  /** Undefined while the field is empty, which means one. */
  onChange: (quantity: number | undefined) => void
}

function Quantity({ path, value, error, onChange }: QuantityProps) {
  const t = useText(orderingText).work
  /** The text while typing: empty for a moment between two numbers. */
  const [typed, setTyped] = useState<string>()
  return (
    <TextInput
      id={spotId(path)}
      label={t.quantity}
      type="number"
      inputMode="numeric"
      min={1}
      max={99}
      className="product__quantity"
      value={typed ?? value}
      error={error}
      onChange={event => {
        setTyped(event.currentTarget.value)
        onChange(Math.floor(event.currentTarget.valueAsNumber) || undefined)
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}
