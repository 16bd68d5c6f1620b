import { useEffect } from 'react'
import { useMay } from '#features/auth/web/use-user.ts'
import { later } from '#kit/web/later.tsx'
import { useText } from '#kit/web/text.tsx'
import { casesText } from './text.ts'

const DropToOrder = later(
  () => import('#features/attachments/web/drop-to-order.tsx').then(module => module.DropToOrder),
  { meanwhile: DropAwaited },
)

/** What is dragged from another window is the first sign of a hand here, and no file is opened in place of the screen. */
function DropAwaited() {
  useEffect(() => {
    const listening = new AbortController()
    const hold = (event: Event) => {
      event.preventDefault()
      void DropToOrder.prepare()
    }
    for (const drag of ['dragover', 'drop']) addEventListener(drag, hold, listening)
    return () => listening.abort()
  }, [])
  return null
}

/** To the form of a new case, for whoever may order: by a scan that is dropped on the screen. */
export function DropOrder() {
  const { drop } = useText(casesText).list
  return useMay('order') && <DropToOrder label={drop} />
}
