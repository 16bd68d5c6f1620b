import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { useChanged } from '#features/live/web/use-changed.ts'
import { outbox } from './outbox.ts'

/** Milliseconds: a phone that reports being online may still get no answer, and no event announces when it would. */
const tryAgainEvery = 30_000

/** Records that have not reached the laboratory yet. */
export const useUnsent = () => useSyncExternalStore(outbox.subscribe, outbox.entries, outbox.entries)

export const useIsOnlyOnPage = () => useSyncExternalStore(outbox.subscribe, outbox.isOnlyOnPage, outbox.isOnlyOnPage)

/** Sends on request, or right after a record was made. */
export function useSendUnsent() {
  const changed = useChanged()
  const [isSending, setSending] = useState(false)
  const send = useCallback(async () => {
    setSending(true)
    const isAnyTold = await outbox.send()
    setSending(false)
    if (isAnyTold) await changed('orders', 'rides')
  }, [changed])
  return { send, isSending }
}

/** Mounted once in the console: sends at start, when the network is back, and periodically while something waits. */
export function useSendingByItself() {
  const { send } = useSendUnsent()
  const waits = useUnsent().some(({ refusal }) => !refusal)
  useEffect(() => {
    if (!waits) return
    const begin = () => void send()
    begin()
    addEventListener('online', begin)
    const timer = setInterval(begin, tryAgainEvery)
    return () => {
      removeEventListener('online', begin)
      clearInterval(timer)
    }
  }, [waits, send])
}
