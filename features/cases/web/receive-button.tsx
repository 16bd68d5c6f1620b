import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import type { CaseLink } from '../contract.ts'
import { caseText } from './case-text.ts'
import { undoWords, useReceive } from './use-receive.ts'

export type ReceiveButtonProps = { cases: readonly CaseLink[]; size?: 'sm'; variant?: 'primary' }

/** Confirms the arrival of one case, or of all that came together and are not confirmed yet. */
export function ReceiveButton({ cases, size, variant }: ReceiveButtonProps) {
  const { received: words } = useText(caseText)
  const { left, press, undo, isPending } = useReceive(cases, true)
  const [first, second] = left
  if (!first)
    return (
      <Button icon="close" size={size} onClick={undo}>
        {undoWords(cases, words)}
      </Button>
    )
  return (
    <Button
      icon="check"
      size={size}
      variant={variant}
      pending={isPending}
      aria-label={second ? undefined : words.one(first.code)}
      onClick={press}
    >
      {second ? words.all(left.length) : words.act}
    </Button>
  )
}
