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
  /** Of which the screen tells; empty as long as that is not known. */
  day: Day | undefined
  onJump: (day: Day) => void
}

/** The day of which a screen tells: another one as soon as it is picked, or typed and confirmed by Enter or by leaving it. */
export function DayJump({ day, onJump, ...field }: DayJumpProps) {
  const t = useText(datesText)
  const today = useFormat().today()
  /** What stands in the field instead of the day, while it is typed or where it is none. */
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
