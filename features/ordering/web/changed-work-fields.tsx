import { useEffect, useState } from 'react'
import type { CaseProduct } from '#features/cases/contract.ts'
import type { CatalogueProduct } from '#features/catalogue/contract.ts'
import { ShadePicker } from '#features/prescription/web/shade-picker.tsx'
import { ToothChart } from '#features/prescription/web/tooth-chart.tsx'
import { useText } from '#kit/web/text.tsx'
import { Fieldset } from '#kit/web/ui/fieldset.tsx'
import { sectorAfter } from '../rules.ts'
import { focusSpot, spotId } from './faults.ts'
import { SectorChoice } from './sector-choice.tsx'
import { orderingText } from './text.ts'

export type WorkProduct = Pick<CaseProduct, 'caseSequence' | 'reference' | 'label' | 'teeth' | 'pontics' | 'sector'> & {
  shade: string
  complementaryShade: string
}

export const workOf = ({ caseSequence, reference, label, teeth, pontics, sector, ...shades }: CaseProduct) =>
  ({
    caseSequence,
    reference,
    label,
    teeth,
    pontics,
    sector,
    shade: shades.shade ?? '',
    complementaryShade: shades.complementaryShade ?? '',
  }) satisfies WorkProduct

/** An error in one of the products, and its field. */
export type WorkFault = { caseSequence: number; field: string; words: string }

type Props = {
  products: readonly WorkProduct[]
  catalogue: readonly CatalogueProduct[] | undefined
  fault: WorkFault | undefined
  onChange: (products: WorkProduct[]) => void
}

/** Errors of the pontics are shown with the teeth. */
const spotOf = ({ caseSequence, field }: Pick<WorkFault, 'caseSequence' | 'field'>) =>
  `changed.${caseSequence}.${field === 'pontics' ? 'teeth' : field}`

/** Teeth, arch and shades of the ordered products; products that the catalogue no longer has cannot be changed. */
export function ChangedWork({ products, catalogue, fault, onChange }: Props) {
  // Moves the focus to the field in error, as the order form does.
  useEffect(() => {
    if (fault) focusSpot(spotOf(fault))
  }, [fault])
  return products.map(product => {
    const needs = catalogue?.find(({ reference }) => reference === product.reference)?.needs
    if (!needs || (needs.teeth === 'none' && needs.shade === 'none' && needs.sector === 'none')) return null
    const change = (changes: Partial<WorkProduct>) =>
      onChange(products.map(one => (one === product ? { ...one, ...changes } : one)))
    return (
      <Fieldset key={product.caseSequence} legend={product.label}>
        <WorkFields
          product={product}
          needs={needs}
          fault={fault?.caseSequence === product.caseSequence ? fault : undefined}
          onChange={change}
        />
      </Fieldset>
    )
  })
}

type FieldsProps = {
  product: WorkProduct
  needs: CatalogueProduct['needs']
  fault: WorkFault | undefined
  onChange: (changes: Partial<WorkProduct>) => void
}

function WorkFields({ product, needs, fault, onChange }: FieldsProps) {
  const words = useText(orderingText)
  const t = words.work
  const { caseSequence, sector } = product
  const at = (field: string) => {
    const path = spotOf({ caseSequence, field })
    return { path, error: fault && spotOf(fault) === path ? fault.words : undefined }
  }
  const spot = (field: string) => ({ id: spotId(at(field).path), error: at(field).error })
  // The field stays when emptied: the user may be retyping it.
  const [hasSecond] = useState(product.complementaryShade !== '')
  const asksSector =
    needs.sector === 'required' || (needs.sector === 'optional' && (needs.teeth !== 'required' || sector !== null))
  return (
    <div className="stack">
      {asksSector && (
        <SectorChoice
          {...at('sector')}
          name={`sector-${caseSequence}`}
          isRequired={needs.sector === 'required'}
          value={sector ?? undefined}
          onChange={sector => onChange({ sector: sector ?? null })}
        />
      )}
      {needs.teeth !== 'none' && (
        <ToothChart
          {...spot('teeth')}
          label={needs.teeth === 'run' ? t.run : t.teeth}
          mark={needs.teeth === 'optional' && words.optional}
          mode={needs.teeth === 'run' ? 'run' : 'many'}
          value={product.teeth}
          onChange={(teeth, pontics) =>
            onChange({
              teeth,
              ...(needs.hasPontics && { pontics }),
              ...((needs.sector === 'required' || sector !== null) && {
                sector: sectorAfter(teeth, { teeth: product.teeth, sector: sector ?? undefined }) ?? null,
              }),
            })
          }
          pontics={product.pontics}
          onPonticsChange={needs.hasPontics ? pontics => onChange({ pontics }) : undefined}
          isDeciduousOffered={needs.teeth !== 'run'}
        />
      )}
      {needs.shade !== 'none' && (
        <ShadePicker
          {...spot('shade')}
          label={t.shade}
          isOptional={needs.shade !== 'required'}
          value={product.shade}
          onChange={shade => onChange({ shade: shade ?? '' })}
        />
      )}
      {(hasSecond || product.complementaryShade !== '') && (
        <ShadePicker
          {...spot('complementaryShade')}
          label={t.complementaryShade}
          isOptional
          value={product.complementaryShade}
          onChange={shade => onChange({ complementaryShade: shade ?? '' })}
        />
      )}
    </div>
  )
}
