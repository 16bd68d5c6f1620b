import { useLocation } from '@tanstack/react-router'
import { type FunctionComponent, useState } from 'react'
import { prepareAct, useLateAct } from './use-late-act.ts'

type Closing = { onClose: () => void }

type Settings = {
  /** Just before it is shown. */
  onOpen?: (() => void) | undefined
  /**
   * Whoever takes a step, on or Back, leaves the dialog with the address; or with the screen, where words that are being
   * searched for may make a step. An address that is only written anew, as with a draft that gets its name, is no step.
   */
  leftWith?: 'address' | 'screen'
}

/**
 * A dialog in a file of its own, for a trigger anywhere: `prepare` fetches it when a hand comes near, `open` shows it with
 * what it is about (`isComing` until then), `dialog` goes where the screen ends.
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
  // Whoever has left and come back asks anew.
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
