import { useState } from 'react'
import { isOpen } from '#features/rides/rules.ts'
import type { Day } from '#kit/day.ts'
import { serverNow } from '#kit/web/clock.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { ConfirmDialog } from '#kit/web/ui/confirm-dialog.tsx'
import type { Stop } from '../contract.ts'
import { hasBegun, isToBring } from '../rules.ts'
import { PhotoField } from './hand-over-dialog.tsx'
import { deliveriesText } from './text.ts'
import { useNote } from './use-note.ts'

/** Asks for confirmation, because the practice is told. */
export function NobodyDialog({ stop, day, onClose }: { stop: Stop; day: Day; onClose: () => void }) {
  const t = useText(deliveriesText).nobodyQuestion
  const note = useNote()
  const { zone } = useFormat()
  const [photo, setPhoto] = useState<Blob>()
  const { practice, cases, pickups } = stop
  const orderIds = cases.filter(isToBring).map(({ id }) => id)

  function confirm() {
    const now = new Date(serverNow())
    void note(
      {
        handOver: {
          id: crypto.randomUUID(),
          practiceId: practice.id,
          day,
          outcome: 'nobody_there',
          orderIds,
          rideIds: pickups.filter(one => isOpen(one) && hasBegun(one, day, { now, zone })).map(({ id }) => id),
          at: now.toISOString(),
        },
        practice: practice.name,
      },
      photo,
    )
    onClose()
  }

  return (
    <ConfirmDialog
      open
      tone="primary"
      title={t.title(practice.name)}
      description={t.description}
      confirmLabel={t.confirm}
      cancelLabel={t.cancel}
      onConfirm={confirm}
      onCancel={onClose}
    >
      {orderIds.length > 0 && <PhotoField photo={photo} onChange={setPhoto} />}
    </ConfirmDialog>
  )
}
