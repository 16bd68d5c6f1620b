import { type FunctionComponent, useState } from 'react'
import { kitText } from './kit-text.ts'
import { useText } from './text.tsx'
import { toast } from './ui/toast.ts'

type Closing = { onClose: () => void }

/**
 * A dialog in a file of its own, for a trigger anywhere: `prepare` fetches it when a hand comes near, `open` shows it with
 * what it is about, `dialog` goes where the screen ends. Where it cannot be had, whoever pressed is told so.
 */
export function useLateDialog<Props>(load: () => Promise<FunctionComponent<Props & Closing>>, onOpen?: () => void) {
  const { title, description } = useText(kitText).error
  const [shown, setShown] = useState<{ Dialog: FunctionComponent<Props & Closing>; props: Props }>()
  const open = (props: Props) =>
    void load().then(
      Dialog => {
        onOpen?.()
        setShown({ Dialog, props })
      },
      () => toast({ tone: 'late', title, description }),
    )
  return {
    prepare: () => void load().catch(() => undefined),
    open,
    dialog: shown && <shown.Dialog {...shown.props} onClose={() => setShown(undefined)} />,
  }
}
