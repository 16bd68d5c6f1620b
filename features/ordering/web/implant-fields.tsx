import { useId } from 'react'
import { useText } from '#kit/web/text.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import type { EnteredProduct } from './entry.ts'
import { spotId } from './faults.ts'
import { orderingText } from './text.ts'

type ImplantProps = {
  product: EnteredProduct
  path: string
  isOptional: boolean
  onChange: (changes: Partial<EnteredProduct>) => void
  faultAt: (path: string) => string | undefined
}

/** Suggestions only: a closed list would block an order on a rarer implant. */
const commonBrands = [
  'Anthogyr',
  'Astra Tech',
  'BioHorizons',
  'Biotech Dental',
  'Camlog',
  'Global D',
  'MegaGen',
  'MIS',
  'Neodent',
  'Nobel Biocare',
  'Osstem',
  'Straumann',
  'Thommen',
  'ZimVie',
]

export function ImplantFields({ product, path, isOptional, onChange, faultAt }: ImplantProps) {
  const words = useText(orderingText)
  const t = words.work
  const listId = useId()
  const { implant } = product
  const mark = isOptional && words.optional
  return (
    <div className="new-case__pair">
      <TextInput
        id={spotId(`${path}.implant.brand`)}
        label={t.implantBrand}
        mark={mark}
        hint={t.implantBrandHint}
        autoComplete="off"
        list={listId}
        value={implant?.brand ?? ''}
        error={faultAt(`${path}.implant.brand`)}
        onChange={event => onChange({ implant: { ...implant, brand: event.currentTarget.value } })}
      />
      <datalist id={listId}>
        {commonBrands.map(brand => (
          <option key={brand} value={brand} />
        ))}
      </datalist>
      <TextInput
        id={spotId(`${path}.implant.platform`)}
        label={t.implantPlatform}
        mark={mark}
        hint={t.implantPlatformHint}
        autoComplete="off"
        value={implant?.platform ?? ''}
        error={faultAt(`${path}.implant.platform`)}
        onChange={event => onChange({ implant: { ...implant, platform: event.currentTarget.value } })}
      />
    </div>
  )
}
