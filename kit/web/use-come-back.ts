import { useEffect, useEffectEvent } from 'react'
import { addressOf } from './call.ts'
import { isReachable } from './connection.ts'

const lookEvery = 3_000

/** While something is missing because the server was unreachable: retries by itself once it is reachable. */
export function useComeBack(isMissing: boolean, tryAgain: () => void) {
  const comeBack = useEffectEvent(tryAgain)
  useEffect(() => {
    if (!isMissing) return
    const over = new AbortController()
    const { signal } = over
    const look = async () => {
      if ((await isReachable(addressOf({ path: '/healthz' }))) && !signal.aborted) comeBack()
    }
    const beat = setInterval(look, lookEvery)
    addEventListener('online', look, { signal })
    return () => {
      over.abort()
      clearInterval(beat)
    }
  }, [isMissing])
}
