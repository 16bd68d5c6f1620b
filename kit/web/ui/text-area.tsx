import type { ComponentProps } from 'react'
import { Field, type FieldProps } from './field.tsx'

type TextAreaProps = FieldProps & Omit<ComponentProps<'textarea'>, 'className'>

export function TextArea({ label, mark, hint, error, labelHidden, className, id, ...textarea }: TextAreaProps) {
  return (
    <Field {...{ label, mark, hint, error, labelHidden, className, id }}>
      {control => <textarea {...control} rows={4} className="input input--area" {...textarea} />}
    </Field>
  )
}
