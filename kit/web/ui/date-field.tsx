import { type ComponentProps, type ReactNode, useState } from 'react'
import type { Day } from '#kit/day.ts'
import { later } from '../later.tsx'
import { loadText, useLanguage } from '../text.tsx'
import { typedDay, writtenDay } from '../typed-day.ts'
import { typedDayTime } from '../typed-day-time.ts'
import { datesText } from './dates-text.ts'
import type { DatePanelProps } from './day-mark.ts'
import { Field, type FieldProps } from './field.tsx'
import { IconButton } from './icon-button.tsx'
import { closePopover, Popover } from './popover.tsx'

/** Loaded later: it is only visible after a press, and typing does not need it. */
export const DatePanel = later<DatePanelProps>(() =>
  Promise.all([import('./date-panel.tsx'), loadText(datesText)]).then(([{ DatePanel }]) => DatePanel),
)

const plainPanel = (props: DatePanelProps) => <DatePanel {...props} />

type DateFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, 'className' | 'type' | 'value' | 'onChange' | 'onBlur' | 'min' | 'max'> & {
    /** As typed; `typedDay` reads it. */
    value: string
    onChange: (typed: string) => void
    /** Receives a time of day typed after the day. */
    onTime?: ((time: string) => void) | undefined
    today: Day
    /** Asks for a day in the past: without a year, the last such day is meant. */
    hasBeen?: boolean | undefined
    /** The first and last selectable day. */
    min?: Day | undefined
    max?: Day | undefined
    /** Names the button that opens the calendar. */
    pickLabel: string
    /** A feature's own calendar, which knows more about days. */
    panel?: ((props: DatePanelProps) => ReactNode) | undefined
  }

/** A day to type (04/12/2026, 4/12, 0412, demain, +3), or to pick from a calendar that describes each day. */
export function DateField(props: DateFieldProps) {
  const { label, mark, hint, error, labelHidden, className, id, value, onChange, today, hasBeen, min, max, ...rest } =
    props
  const { panel = plainPanel, onTime, pickLabel, ...input } = rest
  const day = typedDay(value, today, hasBeen)
  // Loaded with the calendar, since it is only needed after leaving the field.
  const words = datesText.arrived[useLanguage()]
  const wrong = day ? min && day < min && words?.notBefore(writtenDay(min)) : value.trim() && words?.notADay
  /** Undefined while untouched: an error is shown only once the field has been left. */
  const [isLeft, setLeft] = useState<boolean>()
  /** On leaving the field, or before the form is sent: normalises what was typed. */
  function settle() {
    if (isLeft === false) setLeft(true)
    const both = onTime && typedDayTime(value, today)
    if (both) onTime(both.time)
    const settled = both?.day ?? day
    if (settled) onChange(writtenDay(settled))
  }
  return (
    <Field {...{ label, mark, hint, labelHidden, className, id }} error={error || (isLeft && wrong)}>
      {control => (
        <div className="input-box">
          <input
            inputMode="numeric"
            autoComplete="off"
            {...input}
            {...control}
            type="text"
            className="input input--end"
            value={value}
            onChange={event => {
              setLeft(false)
              onChange(event.currentTarget.value)
            }}
            onBlur={settle}
            onKeyDown={event => event.key === 'Enter' && settle()}
          />
          <Popover
            label={pickLabel}
            align="end"
            panelClassName="date-panel"
            trigger={({ className, ...attributes }) => (
              <IconButton {...attributes} className={`input-box__end ${className}`} icon="calendar" label={pickLabel} />
            )}
          >
            {panel({
              label: pickLabel,
              chosen: day,
              today,
              min,
              max,
              onChoose(chosen, pressed) {
                onChange(writtenDay(chosen))
                closePopover(pressed)
              },
            })}
          </Popover>
        </div>
      )}
    </Field>
  )
}
