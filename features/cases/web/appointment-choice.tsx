import { useEffect, useState } from 'react'
import { PracticeDays } from '#features/catalogue/web/practice-days.tsx'
import { type Day, instantInZone } from '#kit/day.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { typedTime } from '#kit/web/typed-time.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { closePopover } from '#kit/web/ui/popover.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import type { Case } from '../contract.ts'
import { comingDay, isWithin24Hours } from '../rules.ts'
import './appointment-choice.css'
import { caseText } from './case-text.ts'

type AppointmentChoiceProps = { known: Case; at: string; onChoose: (at: string) => void }

/** Another day, another hour, or both: the day that is pressed is chosen, and nothing moves before the button that names it. */
export function AppointmentChoice({ known, at, onChoose }: AppointmentChoiceProps) {
  const { move: words } = useText(caseText)
  const format = useFormat()
  const today = format.today()
  const before = format.dayOf(at)
  // What was not touched follows the appointment, which a colleague may move meanwhile.
  const [picked, setDay] = useState<Day>()
  const [written, setTyped] = useState<string>()
  const day = picked ?? before
  const typed = written ?? format.time(at).replace(/[^\d:]/g, '')
  const [isMissing, setMissing] = useState(false)
  const isReady = useDays()

  function choose(pressed: Element) {
    const time = typedTime(typed)
    setMissing(!time)
    if (!time) return
    closePopover(pressed)
    const chosen = instantInZone(day, time, format.zone).toISOString()
    if (Date.parse(chosen) !== Date.parse(at)) onChoose(chosen)
  }
  return (
    <>
      <PracticeDays
        label={words.pick}
        of="appointment"
        chosen={day}
        today={today}
        min={today}
        promised={isWithin24Hours(known) ? undefined : (known.deliveryDate ?? undefined)}
        coming={comingDay(known, today)}
        onChoose={setDay}
      />
      {isReady && (
        <form
          className="row"
          noValidate
          onSubmit={event => {
            event.preventDefault()
            choose(event.currentTarget)
          }}
        >
          <TextInput
            label={words.time}
            name="appointmentTime"
            inputMode="numeric"
            autoComplete="off"
            maxLength={7}
            value={typed}
            error={isMissing ? words.notATime : undefined}
            onChange={event => setTyped(event.currentTarget.value)}
          />
          <Button type="submit" variant="primary">
            {day === before ? words.sameDay : words.otherDay(format.nearDay(day))}
          </Button>
        </form>
      )}
    </>
  )
}

/** Waits for the calendar, because the initial focus goes to the chosen day in it. */
function useDays() {
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    const show = () => setReady(true)
    PracticeDays.prepare().then(show, show)
  }, [])
  return isReady
}
