import { useLocation } from '@tanstack/react-router'
import { type FunctionComponent, useState } from 'react'
import { prepareAct, useLateAct } from './use-late-act.ts'

type Closing = { onClose: () => void }

type Settings = {
  /** Called just before it is shown. */
  onOpen?: (() => void) | undefined
  /**
   * What closes the dialog: a new history entry (`address`), or leaving the screen, where search typing may push entries.
   * Replacing the address, as for a draft that gets its id, closes nothing.
   */
  leftWith?: 'address' | 'screen'
}

/**
 * A dialog in a chunk of its own, for any trigger: `prepare` loads it when the pointer comes near, `open` shows it with its props
 * (`isComing` until loaded), `dialog` is rendered at the end of the screen.
 */
export function useLateDialog<Props>(
  load: () => Promise<FunctionComponent<Props & Closing>>,
  { onOpen, leftWith = 'address' }: Settings = {},
) {
  const act = useLateAct()
  const here = useLocation({
    select: ({ pathname, state }) => (leftWith === 'screen' ? pathname : `${state.__TSR_index} ${pathname}`),
  })
  const [shown, setShown] = useState<{
    Dialog: FunctionComponent<Props & Closing>
    props: Props
    at: { here: string }
  }>()
  const [isComing, setComing] = useState(false)
  // Leaving and returning is a new visit, which closes the dialog.
  const [visit, setVisit] = useState({ here })
  if (visit.here !== here) setVisit({ here })
  if (shown && shown.at !== visit) setShown(undefined)
  function open(props: Props) {
    setComing(true)
    const show = (Dialog: FunctionComponent<Props & Closing>) => {
      onOpen?.()
      setShown({ Dialog, props, at: visit })
    }
    void act(load, show).then(() => setComing(false))
  }
  return {
    prepare: () => prepareAct(load),
    open,
    isComing,
    dialog: shown && <shown.Dialog {...shown.props} onClose={() => setShown(undefined)} />,
  }
}
