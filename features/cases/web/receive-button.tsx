import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import type { CaseLink } from '../contract.ts'
import { caseText } from './case-text.ts'
import { useReceive } from './use-receive.ts'

export type ReceiveButtonProps = { cases: readonly CaseLink[]; size?: 'sm' }

/** One press for one case, or for all that have come together. */
export function ReceiveButton({ cases, size }: ReceiveButtonProps) {
  const { received: words } = useText(caseText)
  const { press, undo, isLeaving, isPending } = useReceive(cases)
  const [first, second] = cases
  if (!first) return null
  if (isLeaving)
    return (
      <Button
        icon="close"
        size={size}
        aria-label={words.undoOf(cases.map(({ code }) => code).join(', '))}
        onClick={undo}
      >
        {words.undo}
      </Button>
    )
  return (
    <Button
      icon="check"
      size={size}
      pending={isPending}
      aria-label={second ? undefined : words.one(first.code)}
      onClick={press}
    >
      {second ? words.all(cases.length) : words.act}
    </Button>
  )
}
