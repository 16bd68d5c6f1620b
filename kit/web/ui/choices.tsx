import { type ReactNode, useId } from 'react'
import './choices.css'
import { classes } from './classes.ts'
import type { FieldProps } from './field.tsx'
import { Icon, type IconName } from './icon.tsx'

type Choice<Value extends string> = { value: Value; label: ReactNode; detail?: ReactNode; icon?: IconName | undefined }

type ChoicesProps<Value extends string> = FieldProps & {
  name: string
  options: readonly Choice<Value>[]
  value: Value | undefined
  onChange: (value: Value) => void
}

/** A choice of a few, all visible: a radio group whose buttons are cards. */
export function Choices<Value extends string>(props: ChoicesProps<Value>) {
  // Few elements: memoising them would cost more than it saves.
  'use no memo'
  const { label, mark, hint, error, labelHidden, className, name, options, value, onChange } = props
  const id = useId()
  const describedBy = classes(hint && `${id}-hint`, error && `${id}-error`)
  return (
    <div
      className={classes('fieldset', className)}
      role="radiogroup"
      data-field={name}
      aria-labelledby={`${id}-label`}
      aria-describedby={describedBy || undefined}
      aria-invalid={error ? true : undefined}
    >
      <p className={labelHidden ? 'visually-hidden' : 'field__label'} id={`${id}-label`}>
        {label}
        {mark && <span className="field__mark"> {mark}</span>}
      </p>
      {hint && (
        <p className="field__hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <div className="choices">
        {options.map(option => (
          <label key={option.value} className="choice">
            <input
              type="radio"
              name={`${id}-${name}`}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.icon && <Icon name={option.icon} />}
            <span>
              {option.label}
              {option.detail && <span className="choice__detail">{option.detail}</span>}
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p className="field__error" id={`${id}-error`}>
          <Icon name="warning" size="sm" />
          <span>{error}</span>
        </p>
      )}
    </div>
  )
}
