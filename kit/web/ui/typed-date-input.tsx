import { type ComponentProps, useRef } from 'react'
import type { Day } from '#kit/day.ts'
import { typedDay, writtenDay } from '../typed-day.ts'
import './typed-date-input.css'
import { Field, type FieldProps } from './field.tsx'
import { IconButton } from './icon-button.tsx'

type TypedDateInputProps = FieldProps &
  Omit<ComponentProps<'input'>, 'className' | 'type' | 'value' | 'onChange' | 'onBlur' | 'min'> & {
    /** As typed; `typedDay` reads it. */
    value: string
    onChange: (typed: string) => void
    today: Day
    /** The first day the calendar offers. */
    min?: Day | undefined
    /** Names the button that opens the calendar. */
    pickLabel: string
  }

/** A day to type (04/12/2026, 4/12, 0412), or to pick from the platform's calendar. Hint and label say the order. */
export function TypedDateInput(props: TypedDateInputProps) {
  const { label, mark, hint, error, labelHidden, className, id, value, onChange, today, min, pickLabel, ...input } =
    props
  const picker = useRef<HTMLInputElement>(null)
  const day = typedDay(value, today)
  return (
    <Field {...{ label, mark, hint, error, labelHidden, className, id }}>
      {control => (
        <div className="input-box">
          <input
            inputMode="numeric"
            autoComplete="off"
            maxLength={10}
            {...input}
            {...control}
            type="text"
            className="input input--end"
            value={value}
            onChange={event => onChange(event.currentTarget.value)}
            onBlur={() => day && onChange(writtenDay(day))}
          />
          {/* Only its calendar is used: the field itself speaks the browser's language, not the reader's. */}
          <input
            ref={picker}
            type="date"
            className="typed-date__picker"
            tabIndex={-1}
            aria-hidden="true"
            value={day ?? ''}
            min={min}
            onChange={event => event.currentTarget.value && onChange(writtenDay(event.currentTarget.value))}
          />
          <IconButton
            className="input-box__end"
            icon="calendar"
            label={pickLabel}
            onClick={() => picker.current?.showPicker()}
          />
        </div>
      )}
    </Field>
  )
}
