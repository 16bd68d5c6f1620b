import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { useChanged } from '#features/live/web/use-changed.ts'
import { outbox } from './outbox.ts'

/** A phone that calls itself online may have had no answer: it is not told when it would have one. */
const tryAgainEvery = 30_000

/** What the laboratory has not heard of yet. */
export const useUnsent = () => useSyncExternalStore(outbox.subscribe, outbox.entries, outbox.entries)

export const useIsOnlyOnPage = () => useSyncExternalStore(outbox.subscribe, outbox.isOnlyOnPage, outbox.isOnlyOnPage)

/** By hand, or right after something was noted. */
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

/** Once in the console: sends on start, when the network is back, and now and then while something waits. */
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
