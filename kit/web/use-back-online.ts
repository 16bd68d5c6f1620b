import { useEffect } from 'react'
import { isOffline } from './is-offline.ts'

/**
 * Of a form, which keeps what was typed. A choice that is saved as it is pressed has gone back to what it was: its sentence stays, with
 * the button that saves it after all.
 * What is said of a network that was gone is over when the browser says that it is there again. Where it never said that it
 * was gone, the sentence stays until somebody tries once more: nobody has read it after a moment.
 */
export function useBackOnline(error: unknown, setProgress: (to: { isPending: false }) => void) {
  useEffect(() => {
    if (!isOffline(error)) return
    const forget = () => setProgress({ isPending: false })
    addEventListener('online', forget)
    return () => removeEventListener('online', forget)
  }, [error, setProgress])
}
