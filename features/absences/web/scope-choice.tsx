import { useText } from '#kit/web/text.tsx'
import { Choices } from '#kit/web/ui/choices.tsx'
import type { Absence } from '../contract.ts'
import { type Scope, scopes } from '../input.ts'
import { usePeriodWords } from './period-words.ts'
import { absencesText } from './text.ts'

type ScopeChoiceProps = {
  label: string
  name: string
  value: Scope
  onChange: (scope: Scope) => void
  /** One of its dates. */
  absence: Absence
  /** It is the next date, so "following" means all. */
  isNext?: boolean | undefined
}

/** The scope of a change to a recurring absence. */
export function ScopeChoice({ label, name, value, onChange, absence, isNext }: ScopeChoiceProps) {
  const { scope: t } = useText(absencesText)
  const words = usePeriodWords()
  const labels = { one: t.one(...words(absence)), following: t.following, all: t.all }
  return (
    <Choices
      {...{ label, name, value, onChange }}
      options={scopes.filter(one => one !== 'following' || !isNext).map(one => ({ value: one, label: labels[one] }))}
    />
  )
}
