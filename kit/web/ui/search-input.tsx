import type { ComponentProps } from 'react'
import { Field } from './field.tsx'
import { Icon } from './icon.tsx'

type SearchInputProps = Omit<ComponentProps<'input'>, 'className' | 'type'> & {
  /** The accessible name; the placeholder may give an example. */
  label: string
}

/** `type=search` keeps the platform's clear button and Escape. */
export function SearchInput({ label, id, ...input }: SearchInputProps) {
  return (
    <Field label={label} labelHidden id={id} className="field--search">
      {control => (
        <div className="input-box">
          <Icon name="search" />
          <input
            autoComplete="off"
            enterKeyHint="search"
            {...input}
            {...control}
            type="search"
            className="input input--start"
          />
        </div>
      )}
    </Field>
  )
}
