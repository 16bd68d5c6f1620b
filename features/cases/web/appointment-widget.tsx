import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { Popover } from '#kit/web/ui/popover.tsx'
import { Widget } from '#kit/web/ui/widget.tsx'
import type { Case } from '../contract.ts'
import { AppointmentChoice } from './appointment-choice.tsx'
import { caseText } from './case-text.ts'
import { appointmentWords } from './case-words.ts'
import { casesText } from './text.ts'
import { useMoveAppointment } from './use-move-appointment.ts'

export type AppointmentWidgetProps = { known: Case; appointmentDate: string }

/** When the patient comes, moved where it stands: press it, choose another day or hour. What that means is read before it leaves. */
export function AppointmentWidget({ known, appointmentDate }: AppointmentWidgetProps) {
  const t = useText(casesText)
  const { move: words } = useText(caseText)
  const format = useFormat()
  const { press, undo, isLeaving, to } = useMoveAppointment(known)
  const at = to ?? appointmentDate
  const { fact, meaning, tone } = appointmentWords({ ...known, appointmentDate: at }, t, format)
  return (
    <Widget
      label={t.one.appointment}
      icon="calendar"
      value={
        <Popover
          label={words.pick}
          align="end"
          panelClassName="date-panel case__apart"
          trigger={({ className, ...attributes }) => (
            <button
              id="move-appointment"
              type="button"
              className={`case__move ${className}`}
              aria-label={words.act(fact ?? '')}
              {...attributes}
            >
              {fact}
              <Icon name="chevron-down" size="sm" />
            </button>
          )}
        >
          <AppointmentChoice {...{ known, at }} onChoose={press} />
        </Popover>
      }
      detail={
        <>
          {meaning && <span className={tone && `tone--${tone}`}>{meaning}</span>}
          {isLeaving && (
            <span className="case__leaving row" role="status">
              {words.soon}
              <Button size="sm" onClick={undo}>
                {words.undo}
              </Button>
            </span>
          )}
        </>
      }
    />
  )
}
