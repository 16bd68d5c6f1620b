import { useText } from '#kit/web/text.tsx'
import { Checkbox } from '#kit/web/ui/checkbox.tsx'
import { Choices } from '#kit/web/ui/choices.tsx'
import { AccountType } from '../input.ts'
import { colleaguesText } from './text.ts'

type Role = { accountType: AccountType; isPracticeDoctor: boolean }

export function RoleFields({ values, onChange }: { values: Role; onChange: (role: Partial<Role>) => void }) {
  const t = useText(colleaguesText)
  return (
    <>
      <Choices
        name="accountType"
        label={t.form.type}
        options={AccountType.options.map(type => ({
          value: type,
          label: t.types[type],
          detail: t.typeDetails[type],
        }))}
        value={values.accountType}
        onChange={accountType => onChange({ accountType })}
      />
      <Checkbox
        name="isPracticeDoctor"
        label={t.form.practiceDoctor}
        hint={t.form.practiceDoctorHint}
        checked={values.isPracticeDoctor}
        onChange={event => onChange({ isPracticeDoctor: event.currentTarget.checked })}
      />
    </>
  )
}
