import { useEffect } from 'react'
import { isOffline } from './is-offline.ts'

/**
 * For forms, which keep what was typed. A choice saved on press has already reverted: its message stays, with a retry button. The
 * message of a lost network is cleared when the browser fires `online`. If the browser never noticed the loss, it stays until the
 * next try, because clearing it after a moment would leave it unread.
 */
export function useBackOnline(error: unknown, setProgress: (to: { isPending: false }) => void) {
  useEffect(() => {
    if (!isOffline(error)) return
    const forget = () => setProgress({ isPending: false })
    addEventListener('online', forget)
    return () => removeEventListener('online', forget)
  }, [error, setProgress])
}
