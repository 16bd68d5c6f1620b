import type { CaseProduct } from '#features/cases/contract.ts'
import type { CatalogueProduct } from '#features/catalogue/contract.ts'
import { ShadePicker } from '#features/prescription/web/shade-picker.tsx'
import { ToothChart } from '#features/prescription/web/tooth-chart.tsx'
import { useText } from '#kit/web/text.tsx'
import { Fieldset } from '#kit/web/ui/fieldset.tsx'
import { orderingText } from './text.ts'

export type WorkProduct = Pick<CaseProduct, 'caseSequence' | 'reference' | 'label' | 'teeth' | 'pontics'> & {
  shade: string
  complementaryShade: string
}

export const workOf = ({ caseSequence, reference, label, teeth, pontics, ...shades }: CaseProduct): WorkProduct => ({
  caseSequence,
  reference,
  label,
  teeth,
  pontics,
  shade: shades.shade ?? '',
  complementaryShade: shades.complementaryShade ?? '',
})

type Props = {
  products: readonly WorkProduct[]
  catalogue: readonly CatalogueProduct[] | undefined
  onChange: (products: WorkProduct[]) => void
}

/** Teeth and shades of what was ordered; what the catalogue knows no more is as it is. */
export function ChangedWork({ products, catalogue, onChange }: Props) {
  return products.map(product => {
    const needs = catalogue?.find(({ reference }) => reference === product.reference)?.needs
    if (!needs || (needs.teeth === 'none' && needs.shade === 'none')) return null
    const change = (changes: Partial<WorkProduct>) =>
      onChange(products.map(one => (one === product ? { ...one, ...changes } : one)))
    return (
      <Fieldset key={product.caseSequence} legend={product.label}>
        <WorkFields product={product} needs={needs} onChange={change} />
      </Fieldset>
    )
  })
}

type FieldsProps = {
  product: WorkProduct
  needs: CatalogueProduct['needs']
  onChange: (changes: Partial<WorkProduct>) => void
}

function WorkFields({ product, needs, onChange }: FieldsProps) {
  const words = useText(orderingText)
  const t = words.work
  return (
    <div className="stack">
      {needs.teeth !== 'none' && (
        <ToothChart
          label={needs.teeth === 'run' ? t.run : t.teeth}
          mark={needs.teeth === 'optional' && words.optional}
          mode={needs.teeth === 'run' ? 'run' : 'many'}
          value={product.teeth}
          onChange={(teeth, pontics) => onChange({ teeth, ...(needs.hasPontics && { pontics }) })}
          pontics={product.pontics}
          onPonticsChange={needs.hasPontics ? pontics => onChange({ pontics }) : undefined}
          isDeciduousOffered={needs.teeth !== 'run'}
        />
      )}
      {needs.shade !== 'none' && (
        <ShadePicker
          label={t.shade}
          isOptional={needs.shade !== 'required'}
          value={product.shade}
          onChange={shade => onChange({ shade: shade ?? '' })}
        />
      )}
      {product.complementaryShade && (
        <ShadePicker
          label={t.complementaryShade}
          isOptional
          value={product.complementaryShade}
          onChange={shade => onChange({ complementaryShade: shade ?? '' })}
        />
      )}
    </div>
  )
}
