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

/** Nobody sees it before a press; typing needs none. */
export const DatePanel = later<DatePanelProps>(() =>
  Promise.all([import('./date-panel.tsx'), loadText(datesText)]).then(([{ DatePanel }]) => DatePanel),
)

const plainPanel = (props: DatePanelProps) => <DatePanel {...props} />

type DateFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, 'className' | 'type' | 'value' | 'onChange' | 'onBlur' | 'min' | 'max'> & {
    /** As typed; `typedDay` reads it. */
    value: string
    onChange: (typed: string) => void
    /** Takes the time of day that may be typed behind the day. */
    onTime?: ((time: string) => void) | undefined
    today: Day
    /** What is asked for lies in the past: a day without a year is the last one. */
    hasBeen?: boolean | undefined
    /** The first day the calendar offers, and the last. */
    min?: Day | undefined
    max?: Day | undefined
    /** Names the button that opens the calendar. */
    pickLabel: string
    /** The calendar of a feature that knows something of days. */
    panel?: ((props: DatePanelProps) => ReactNode) | undefined
  }

/** A day to type (04/12/2026, 4/12, 0412, demain, +3), or to pick from a calendar that says what each day is. */
export function DateField(props: DateFieldProps) {
  const { label, mark, hint, error, labelHidden, className, id, value, onChange, today, hasBeen, min, max, ...rest } =
    props
  const { panel = plainPanel, onTime, pickLabel, ...input } = rest
  const day = typedDay(value, today, hasBeen)
  // There with the calendar, since nothing but a field that is left needs it.
  const words = datesText.arrived[useLanguage()]
  const wrong = day ? min && day < min && words?.notBefore(writtenDay(min)) : value.trim() && words?.notADay
  /** What was typed is called wrong once the field is left; what nobody touched is not. */
  const [isLeft, setLeft] = useState<boolean>()
  /** The field is left, or the form is about to be sent: what was typed is put in order. */
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
