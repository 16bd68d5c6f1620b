import { useId } from 'react'
import { Checkbox } from '#kit/web/ui/checkbox.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import './account.css'
import { useValueWords } from './use-value-words.ts'

const week = [1, 2, 3, 4, 5, 6, 7]

type WeekdayChoicesProps = {
  name: string
  label: string
  value: readonly number[]
  error?: string | undefined
  onChange: (days: number[]) => void
}

/** Checkboxes for weekdays, 1 for Monday. */
export function WeekdayChoices({ name, label, value, error, onChange }: WeekdayChoicesProps) {
  const id = useId()
  const { weekday } = useValueWords('')
  return (
    <fieldset className="fieldset" data-field={name} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="field__label">{label}</legend>
      <div className="account__days">
        {week.map(day => (
          <Checkbox
            key={day}
            label={weekday(day)}
            checked={value.includes(day)}
            onChange={({ currentTarget }) =>
              onChange(week.filter(one => (one === day ? currentTarget.checked : value.includes(one))))
            }
          />
        ))}
      </div>
      {error && (
        <p className="field__error" id={`${id}-error`}>
          <Icon name="warning" size="sm" />
          <span>{error}</span>
        </p>
      )}
    </fieldset>
  )
}
