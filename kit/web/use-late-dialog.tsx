import { useLocation } from '@tanstack/react-router'
import { type FunctionComponent, useState } from 'react'
import { kitText } from './kit-text.ts'
import { useText } from './text.tsx'
import { dismissFailures, toast } from './ui/toast.ts'

type Closing = { onClose: () => void }

/**
 * A dialog in a file of its own, for a trigger anywhere: `prepare` fetches it when a hand comes near, `open` shows it with
 * what it is about, `dialog` goes where the screen ends. Whoever leaves the address leaves the dialog with it. Where it
 * cannot be had, whoever pressed is told so.
 */
export function useLateDialog<Props>(load: () => Promise<FunctionComponent<Props & Closing>>, onOpen?: () => void) {
  const { title, description } = useText(kitText).error
  const here = useLocation({ select: ({ href }) => href })
  const [shown, setShown] = useState<{ Dialog: FunctionComponent<Props & Closing>; props: Props; at: string }>()
  if (shown && shown.at !== here) setShown(undefined)
  const open = (props: Props) =>
    void load().then(
      Dialog => {
        dismissFailures()
        onOpen?.()
        setShown({ Dialog, props, at: here })
      },
      () => toast({ tone: 'late', title, description }),
    )
  return {
    prepare: () => void load().catch(() => undefined),
    open,
    dialog: shown && <shown.Dialog {...shown.props} onClose={() => setShown(undefined)} />,
  }
}
