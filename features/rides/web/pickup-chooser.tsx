import { useQuery } from '@tanstack/react-query'
import { kitText } from '#kit/web/kit-text.ts'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { useLateDialog } from '#kit/web/use-late-dialog.tsx'
import { rideList } from './queries.ts'
import { useSlotWords } from './use-slot-words.ts'

type PickupChooserProps = {
  /** Names the pickup that is already planned. */
  nextLabel: (when: string) => string
  scheduleLabel: string
  onChoose: () => void
  /** Absent among other answers. */
  onCancel?: () => void
}

const loadDialog = async () => (await import('./schedule-dialog.tsx')).ScheduleDialog

/** The choice of a pickup: the next planned one, or one requested here. */
export function PickupChooser({ nextLabel, scheduleLabel, onChoose, onCancel }: PickupChooserProps) {
  const { common } = useText(kitText)
  const slotWords = useSlotWords()
  const { data, isPending } = useQuery(rideList)
  const dialog = useLateDialog<{ onScheduled: () => void }>(loadDialog)
  return (
    <div className="row">
      {data?.next && (
        <Button variant={onCancel && 'primary'} icon="truck" onClick={onChoose}>
          {nextLabel(slotWords(data.next))}
        </Button>
      )}
      <Button
        icon="calendar"
        pending={isPending}
        onPointerEnter={dialog.prepare}
        onFocus={dialog.prepare}
        onClick={() => dialog.open({ onScheduled: onChoose })}
      >
        {scheduleLabel}
      </Button>
      {onCancel && <Button onClick={onCancel}>{common.cancel}</Button>}
      {dialog.dialog}
    </div>
  )
}
