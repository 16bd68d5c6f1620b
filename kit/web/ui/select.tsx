import type { ComponentProps } from 'react'
import { Field, type FieldProps } from './field.tsx'
import { Icon } from './icon.tsx'

type SelectProps = FieldProps &
  Omit<ComponentProps<'select'>, 'className' | 'multiple' | 'size'> & {
    options?: readonly { value: string; label: string }[] | undefined
    /** An empty first choice ("Select quantity"). */
    placeholder?: string | undefined
  }

/** The platform's list, styled by us while closed. Groups are passed as children. */
export function Select(props: SelectProps) {
  const { label, mark, hint, error, labelHidden, className, id, options, placeholder, children, ...select } = props
  return (
    <Field {...{ label, mark, hint, error, labelHidden, className, id }}>
      {control => (
        <div className="input-box input-box--select">
          <select {...select} {...control} className="input input--end">
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options?.map(option => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
            {children}
          </select>
          <Icon name="chevron-down" />
        </div>
      )}
    </Field>
  )
}
