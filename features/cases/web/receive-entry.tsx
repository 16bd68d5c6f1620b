import { useText } from '#kit/web/text.tsx'
import { MenuButton } from '#kit/web/ui/menu.tsx'
import { closePopover } from '#kit/web/ui/popover.tsx'
import { caseText } from './case-text.ts'
import type { ReceiveButtonProps } from './receive-button.tsx'
import { useReceive } from './use-receive.ts'

export function ReceiveEntry({ cases }: Pick<ReceiveButtonProps, 'cases'>) {
  const { received: words } = useText(caseText)
  const { run, isPending } = useReceive(cases)
  return (
    <MenuButton
      icon="check"
      pending={isPending}
      staysOpen
      onSelect={async entry => {
        if (await run()) closePopover(entry)
      }}
    >
      {words.act}
    </MenuButton>
  )
}
