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
import { caseText } from './case-text.ts'

type AppointmentChoiceProps = { known: Case; at: string; onChoose: (at: string) => void }

/** Picks another day, another time, or both: a pressed day is combined with the time in the field. */
export function AppointmentChoice({ known, at, onChoose }: AppointmentChoiceProps) {
  const { move: words } = useText(caseText)
  const format = useFormat()
  const today = format.today()
  const [typed, setTyped] = useState(format.time(at).replace(/[^\d:]/g, ''))
  const [isMissing, setMissing] = useState(false)
  const isReady = useDays()

  function choose(day: Day, pressed: Element) {
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
        chosen={format.dayOf(at)}
        today={today}
        min={today}
        promised={isWithin24Hours(known) ? undefined : (known.deliveryDate ?? undefined)}
        coming={comingDay(known, today)}
        onChoose={choose}
      />
      {isReady && (
        <form
          className="row"
          noValidate
          onSubmit={event => {
            event.preventDefault()
            choose(format.dayOf(at), event.currentTarget)
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
          <Button type="submit">{words.sameDay}</Button>
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
