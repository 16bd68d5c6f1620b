import { useState } from 'react'
import { useBrand } from '#features/brand/web/brand-context.tsx'
import type { Day } from '#kit/day.ts'
import { useFormat } from '#kit/web/format.tsx'
import { kitText } from '#kit/web/kit-text.ts'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Dialog } from '#kit/web/ui/dialog.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { LookBody, type LookProps } from './look-body.tsx'
import { orderingText } from './text.ts'
import { type SendingParts, useSending } from './use-sending.ts'

type LastLookProps = Omit<LookProps, 'draftId'> &
  SendingParts & {
    /** Set while open, with the delivery day shown before. */
    look: { seen: Day | null } | undefined
    onClose: () => void
  }

export function LastLook({ look, onClose, filesOnTheirWay, onRefused, promise: computed, ...shown }: LastLookProps) {
  const { draft, entry, catalogue } = shown
  const parts = { draft, entry, catalogue, filesOnTheirWay, onRefused, promise: computed }
  const { promise, isSending, failure, send, forget } = useSending(parts)
  const [taken, setTaken] = useState(look)
  if (look && look !== taken) {
    setTaken(look)
    forget()
  }
  const seen = look?.seen
  const t = useText(orderingText)
  const { common } = useText(kitText)
  const { companyName } = useBrand()
  const nearDay = useFormat().nearDay
  const day = promise?.deliveryDate ?? null
  const isMoved = seen !== undefined && seen !== day
  const words = (of: Day | null) => (of ? nearDay(of) : t.look.noDay)
  return (
    <Dialog
      open={look !== undefined}
      onClose={onClose}
      // A request on its way cannot be cancelled by closing.
      onBeforeClose={() => !isSending}
      size="lg"
      title={t.look.title}
      isReadFirst
      description={t.look.description(companyName)}
      closeLabel={common.close}
      footer={
        <>
          <Button disabled={isSending} onClick={onClose}>
            {t.look.back}
          </Button>
          <Button variant="primary" pending={isSending} onClick={() => void send()}>
            {isMoved ? t.look.sendFor(words(day)) : t.look.send}
          </Button>
        </>
      }
    >
      <div className="look">
        {failure && (
          <Notice tone="late" live title={t.look.failed}>
            {failure}
          </Notice>
        )}
        {isMoved && (
          <Notice tone="warn" live title={t.look.moved}>
            {t.look.movedTo(words(seen), words(day))}
          </Notice>
        )}
        <LookBody {...shown} draftId={draft.id} promise={promise} />
      </div>
    </Dialog>
  )
}
