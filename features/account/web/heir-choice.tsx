import { useText } from '#kit/web/text.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { accessText } from './access-text.ts'

export type Heir = { id: string; name: string }
type HeirChoiceProps = {
  openCases: number
  heirs: readonly Heir[]
  /** Empty: nobody. */
  value: string
  onChange: (id: string) => void
}

/** The colleague who takes over somebody's open cases. */
export function HeirChoice({ openCases, heirs, value, onChange }: HeirChoiceProps) {
  const { cases: t } = useText(accessText)
  return (
    <Select
      label={t.to(openCases)}
      hint={!value && t.nobodyHint}
      placeholder={t.nobody}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      options={heirs.map(({ id, name }) => ({ value: id, label: name }))}
    />
  )
}
