import { type ComponentProps, useState } from 'react'
import { Field, type FieldProps } from './field.tsx'
import { IconButton } from './icon-button.tsx'

type PasswordInputProps = FieldProps &
  Omit<ComponentProps<'input'>, 'className' | 'type'> & {
    /** Labels of the button that shows or hides the password. */
    showLabel: string
    hideLabel: string
  }

export function PasswordInput(props: PasswordInputProps) {
  const { label, mark, hint, error, labelHidden, className, id, showLabel, hideLabel, ...input } = props
  const [shown, setShown] = useState(false)
  return (
    <Field {...{ label, mark, hint, error, labelHidden, className, id }}>
      {control => (
        <div className="input-box">
          <input
            autoCapitalize="none"
            spellCheck={false}
            {...input}
            {...control}
            type={shown ? 'text' : 'password'}
            className="input input--end"
          />
          <IconButton
            className="input-box__end"
            icon={shown ? 'eye-off' : 'eye'}
            label={shown ? hideLabel : showLabel}
            onClick={() => setShown(!shown)}
          />
        </div>
      )}
    </Field>
  )
}
