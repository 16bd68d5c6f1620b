import { useText } from '#kit/web/text.tsx'
import { MenuButton } from '#kit/web/ui/menu.tsx'
import { caseText } from './case-text.ts'
import type { ReceiveButtonProps } from './receive-button.tsx'
import { undoWords, useReceive } from './use-receive.ts'

export function ReceiveEntry({ cases }: Pick<ReceiveButtonProps, 'cases'>) {
  const { received: words } = useText(caseText)
  const { left, press, undo, isPending } = useReceive(cases, false)
  const isLeaving = left.length === 0
  return (
    <MenuButton icon={isLeaving ? 'close' : 'check'} pending={isPending} onSelect={isLeaving ? undo : press}>
      {isLeaving ? undoWords(cases, words) : words.act}
    </MenuButton>
  )
}
