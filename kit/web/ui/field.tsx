import { type ReactNode, useId } from 'react'
import './field.css'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'

export type FieldProps = {
  label: ReactNode
  /** "required" or "optional", in words, beside the label. */
  mark?: ReactNode
  /** The format or the purpose; stays visible while typing. */
  hint?: ReactNode
  /** Says what to correct; linked to the control for screen readers. */
  error?: ReactNode
  /** Keeps the label for screen readers only (search boxes). */
  labelHidden?: boolean | undefined
  className?: string | undefined
}

/** To be spread on the control, whatever element it is. */
export type ControlProps = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

type Props = FieldProps & { id?: string | undefined; children: (control: ControlProps) => ReactNode }

export function Field({ label, mark, hint, error, labelHidden, className, id, children }: Props) {
  const ownId = useId()
  const controlId = id ?? ownId
  const hintId = `${controlId}-hint`
  const errorId = `${controlId}-error`
  const describedBy = classes(hint && hintId, error && errorId)
  return (
    <div className={classes('field', className)}>
      <label className={labelHidden ? 'visually-hidden' : 'field__label'} htmlFor={controlId}>
        {label}
        {mark && <span className="field__mark"> {mark}</span>}
      </label>
      {hint && (
        <p className="field__hint" id={hintId}>
          {hint}
        </p>
      )}
      {children({
        id: controlId,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {error && (
        <p className="field__error" id={errorId}>
          <Icon name="warning" size="sm" />
          <span>{error}</span>
        </p>
      )}
    </div>
  )
}
