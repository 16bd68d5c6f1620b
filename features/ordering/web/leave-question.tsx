import { useState } from 'react'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Dialog } from '#kit/web/ui/dialog.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { reviewText } from './review-text.ts'
import type { useDraft } from './use-draft.ts'

type LeaveProps = {
  /** Set while the question is open. */
  answer: ((leave: boolean) => void) | undefined
  draft: Pick<ReturnType<typeof useDraft>, 'keep' | 'discard'>
}

/** Asks on leaving an unsent order: stay, keep it as a draft, or discard it. */
export function LeaveQuestion({ answer, draft }: LeaveProps) {
  const t = useText(reviewText).leaving
  const sentence = useProblemText()
  const [pending, setPending] = useState<'keep' | 'discard'>()
  async function leave(how: 'keep' | 'discard') {
    setPending(how)
    const leaves = await draft[how]().catch((error: unknown) => {
      toast({ tone: 'late', title: t.failed, description: sentence(error) })
      return false
    })
    setPending(undefined)
    answer?.(leaves)
  }
  return (
    <Dialog
      open={answer !== undefined}
      onClose={() => answer?.(false)}
      onBeforeClose={() => !pending}
      title={t.title}
      description={t.advice}
      size="sm"
      role="alertdialog"
      footer={
        <>
          <Button disabled={pending !== undefined} onClick={() => answer?.(false)}>
            {t.stay}
          </Button>
          <Button
            variant="danger"
            disabled={pending === 'keep'}
            pending={pending === 'discard'}
            onClick={() => void leave('discard')}
          >
            {t.throwAway}
          </Button>
          <Button
            variant="primary"
            disabled={pending === 'discard'}
            pending={pending === 'keep'}
            onClick={() => void leave('keep')}
          >
            {t.keep}
          </Button>
        </>
      }
    />
  )
}
