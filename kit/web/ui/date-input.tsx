import type { ComponentProps } from 'react'
import { Field, type FieldProps } from './field.tsx'

type DateInputProps = FieldProps & Omit<ComponentProps<'input'>, 'className' | 'type'>

/** A calendar day; its value is `YYYY-MM-DD` whatever the language shows. */
export function DateInput({ label, mark, hint, error, labelHidden, className, id, ...input }: DateInputProps) {
  return (
    <Field {...{ label, mark, hint, error, labelHidden, className, id }}>
      {control => <input {...input} {...control} type="date" className="input" />}
    </Field>
  )
}
