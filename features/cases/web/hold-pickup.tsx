import { useQuery } from '@tanstack/react-query'
import { rideList } from '#features/rides/web/queries.ts'
import { useSlotWords } from '#features/rides/web/use-slot-words.ts'
import { kitText } from '#kit/web/kit-text.ts'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { useLateDialog } from '#kit/web/use-late-dialog.tsx'
import { caseText } from './case-text.ts'

type HoldPickupProps = { onAnswer: () => void; onCancel: () => void }

const loadDialog = async () => (await import('#features/rides/web/schedule-dialog.tsx')).ScheduleDialog

/** The parts go with the pickup that comes anyway, or with one that is scheduled here. */
export function HoldPickup({ onAnswer, onCancel }: HoldPickupProps) {
  const { hold: words } = useText(caseText)
  const { common } = useText(kitText)
  const slotWords = useSlotWords()
  const { data, isPending } = useQuery(rideList)
  const dialog = useLateDialog<{ onScheduled: () => void }>(loadDialog)
  return (
    <div className="row">
      {data?.next && (
        <Button variant="primary" icon="truck" onClick={onAnswer}>
          {words.nextPickup(slotWords(data.next))}
        </Button>
      )}
      <Button
        icon="calendar"
        pending={isPending}
        onPointerEnter={dialog.prepare}
        onFocus={dialog.prepare}
        onClick={() => dialog.open({ onScheduled: onAnswer })}
      >
        {words.schedule}
      </Button>
      <Button onClick={onCancel}>{common.cancel}</Button>
      {dialog.dialog}
    </div>
  )
}
