import { Sector } from '#features/prescription/contract.ts'
import { useText } from '#kit/web/text.tsx'
import { Choices } from '#kit/web/ui/choices.tsx'
import { spotId } from './faults.ts'
import { orderingText } from './text.ts'

type SectorProps = {
  path: string
  /** The radio group's name: unique for each product in the same form. */
  name?: string
  isRequired: boolean
  value: Sector | undefined
  error: string | undefined
  onChange: (sector: Sector | undefined) => void
}

const none = 'none'

export function SectorChoice({ path, name = 'sector', isRequired, value, error, onChange }: SectorProps) {
  const words = useText(orderingText)
  const t = words.work
  const sectors = Sector.options.map(sector => ({ value: sector, label: t.sectors[sector] }))
  return (
    <div id={spotId(path)}>
      <Choices<Sector | typeof none>
        label={t.sector}
        mark={!isRequired && words.optional}
        name={name}
        options={isRequired ? sectors : [...sectors, { value: none, label: t.noSector }]}
        value={value ?? (isRequired ? undefined : none)}
        error={error}
        onChange={chosen => onChange(chosen === none ? undefined : chosen)}
      />
    </div>
  )
}
