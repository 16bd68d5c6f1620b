import type { ComponentProps } from 'react'
import { Field, type FieldProps } from './field.tsx'

type TextInputProps = FieldProps & Omit<ComponentProps<'input'>, 'className'>

/** One line of text; `type`, `inputMode`, `autoComplete` and `name` say which kind. */
export function TextInput({ label, mark, hint, error, labelHidden, className, id, ...input }: TextInputProps) {
  return (
    <Field {...{ label, mark, hint, error, labelHidden, className, id }}>
      {control => <input {...control} type="text" className="input" {...input} />}
    </Field>
  )
}
