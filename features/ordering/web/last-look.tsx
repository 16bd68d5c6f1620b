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

type LastLookProps = LookProps & {
  open: boolean
  onClose: () => void
  /** The day of delivery that was shown before. */
  seen: Day | null | undefined
  isSending: boolean
  failure: string | undefined
  onSend: () => void
}

/** All that will be sent, in one glance. */
export function LastLook(props: LastLookProps) {
  const { open, onClose, promise, seen, isSending, failure, onSend, ...look } = props
  const t = useText(orderingText)
  const { common } = useText(kitText)
  const { companyName } = useBrand()
  const nearDay = useFormat().nearDay
  const day = promise?.deliveryDate ?? null
  const isMoved = seen !== undefined && seen !== day
  const words = (of: Day | null) => (of ? nearDay(of) : t.look.noDay)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      // What is on its way cannot be taken back by closing.
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
          <Button variant="primary" pending={isSending} onClick={onSend}>
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
        <LookBody {...look} promise={promise} />
      </div>
    </Dialog>
  )
}
