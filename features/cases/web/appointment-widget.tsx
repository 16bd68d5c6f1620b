import { PracticeDays } from '#features/catalogue/web/practice-days.tsx'
import { instantInZone } from '#kit/day.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { closePopover, Popover } from '#kit/web/ui/popover.tsx'
import { Widget } from '#kit/web/ui/widget.tsx'
import { useLateDialog } from '#kit/web/use-late-dialog.tsx'
import type { Case } from '../contract.ts'
import { comingDay, isWithin24Hours } from '../rules.ts'
import { caseText } from './case-text.ts'
import { appointmentWords } from './case-words.ts'
import { type ChangeCaseProps, loadChangeDialog } from './change-case.ts'
import { casesText } from './text.ts'
import { useMoveAppointment } from './use-move-appointment.ts'

export type AppointmentWidgetProps = { known: Case; appointmentDate: string }

/** When the patient comes, moved where it stands: press it, press another day. What that means is read before it leaves. */
export function AppointmentWidget({ known, appointmentDate }: AppointmentWidgetProps) {
  const t = useText(casesText)
  const { move: words } = useText(caseText)
  const format = useFormat()
  const today = format.today()
  const change = useLateDialog<ChangeCaseProps>(loadChangeDialog)
  const { press, undo, isLeaving, to } = useMoveAppointment(known)
  const at = to ?? appointmentDate
  const { fact, meaning, tone } = appointmentWords({ ...known, appointmentDate: at }, t, format)
  const time = format.time(at).replace(/[^\d:]/g, '')
  return (
    <Widget
      label={t.one.appointment}
      icon="calendar"
      value={
        <>
          <Popover
            label={words.pick}
            align="end"
            panelClassName="date-panel case__apart"
            trigger={({ className, ...attributes }) => (
              <button
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
            <PracticeDays
              label={words.pick}
              of="appointment"
              chosen={format.dayOf(at)}
              today={today}
              min={today}
              promised={isWithin24Hours(known) ? undefined : (known.deliveryDate ?? undefined)}
              coming={comingDay(known, today)}
              onChoose={(day, pressed) => {
                closePopover(pressed)
                if (day !== format.dayOf(at)) press(instantInZone(day, time, format.zone).toISOString())
              }}
            />
            <Button
              variant="bare"
              wide
              onClick={event => {
                closePopover(event.currentTarget)
                change.open({ known })
              }}
            >
              {words.otherTime}
            </Button>
          </Popover>
          <div className="case__apart">{change.dialog}</div>
        </>
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
