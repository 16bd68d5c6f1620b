import { useState } from 'react'
import type { Day } from '#kit/day.ts'
import { useFormat } from '../format.tsx'
import { useText } from '../text.tsx'
import { typedDay, writtenDay } from '../typed-day.ts'
import { DateField, DatePanel } from './date-field.tsx'
import { datesText } from './dates-text.ts'

type DayJumpProps = {
  label: string
  labelHidden?: boolean
  name: string
  /** The day on screen; undefined until known. */
  day: Day | undefined
  onJump: (day: Day) => void
}

/** Shows the current day and jumps to another once picked, or typed and confirmed by Enter or by leaving the field. */
export function DayJump({ day, onJump, ...field }: DayJumpProps) {
  const t = useText(datesText)
  const today = useFormat().today()
  /** The field's text while being typed or when invalid. */
  const [typed, setTyped] = useState<string>()
  const [isWrong, setWrong] = useState(false)

  function jump(to: Day | undefined) {
    setWrong(to === undefined)
    if (!to) return
    setTyped(undefined)
    if (to !== day) onJump(to)
  }
  const settle = () => typed !== undefined && jump(typed.trim() ? typedDay(typed, today) : day)

  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        settle()
      }}
      onBlur={({ target }) => target instanceof HTMLInputElement && settle()}
    >
      <DateField
        {...field}
        value={typed ?? (day ? writtenDay(day) : '')}
        onChange={setTyped}
        today={today}
        pickLabel={t.pick}
        error={isWrong && t.notADay}
        panel={({ onChoose, ...panel }) => (
          <DatePanel
            {...panel}
            onChoose={(chosen, pressed) => {
              onChoose(chosen, pressed)
              jump(chosen)
            }}
          />
        )}
      />
    </form>
  )
}
