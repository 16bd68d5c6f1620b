import { handOverPhotoText } from '#features/attachments/web/hand-over-photo.tsx'
import { Problem } from '#kit/problem.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { loadText, useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { outbox } from './outbox.ts'
import { roundText } from './round-text.ts'
import { deliveriesText } from './text.ts'
import { useUnsent } from './use-outbox.ts'
import './unsent-strip.tsx'

/** Loads the component with its words. */
export const load = async () => {
  await Promise.all([loadText(roundText), loadText(handOverPhotoText)])
  return RefusedNotes
}

/** Records refused by the laboratory stay until their author has read why. */
function RefusedNotes() {
  const { notThatDay } = useText(deliveriesText)
  const t = useText(roundText).refused
  const photos = useText(handOverPhotoText)
  const sentence = useProblemText()
  return useUnsent().map(({ handOver: { id }, practice, photo, refusal }) => {
    if (!refusal) return null
    const isPhoto = photo === 'alone'
    return (
      <Notice key={id} tone="late" title={isPhoto ? t.photo(practice) : t.handOver(practice)} live>
        <div className="row">
          {sentence(new Problem(refusal, 409), isPhoto ? photos.refusals : { not_that_day: notThatDay, ...t.refusals })}
          <Button size="sm" onClick={() => outbox.drop(id)}>
            {t.drop}
          </Button>
        </div>
      </Notice>
    )
  })
}
