import { type ComponentProps, type ReactNode, useId } from 'react'
import './field.css'
import './checkbox.css'
import { classes } from './classes.ts'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'className'> & {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  /** A radio button. */
  radio?: boolean | undefined
}

export function Checkbox({ label, hint, error, radio, ...input }: CheckboxProps) {
  const id = useId()
  const describedBy = classes(hint && `${id}-hint`, error && `${id}-error`)
  return (
    <div className="checkbox">
      <label className="checkbox__label">
        <input
          type={radio ? 'radio' : 'checkbox'}
          aria-describedby={describedBy || undefined}
          aria-invalid={error ? true : undefined}
          {...input}
        />
        <span>{label}</span>
      </label>
      {hint && (
        <p className="field__hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="field__error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}
