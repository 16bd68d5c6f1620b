import { useText } from '#kit/web/text.tsx'
import { Choices } from '#kit/web/ui/choices.tsx'
import type { Role } from '../input.ts'
import { colleagueRoles, keptOf, roleOf } from '../rules.ts'
import { colleaguesText } from './text.ts'

export function RoleFields({ values, onChange }: { values: Role; onChange: (role: Role) => void }) {
  const t = useText(colleaguesText)
  return (
    <Choices
      name="accountType"
      label={t.form.type}
      options={colleagueRoles.map(value => ({ value, label: t.roles[value], detail: t.mayDo[value] }))}
      value={roleOf(values)}
      onChange={role => onChange(keptOf(role))}
    />
  )
}
