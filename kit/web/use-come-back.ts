import { useEffect, useEffectEvent } from 'react'
import { Problem } from '#kit/problem.ts'
import { addressOf } from './call.ts'
import { isReachable } from './connection.ts'

const lookEvery = 3_000

export const isOffline = (error: unknown) => error instanceof Problem && error.code === 'offline'

/**
 * What is said of a network that was gone is over when the browser says that it is there again. Where it never said that it
 * was gone, a sentence stays until somebody tries once more: nobody has read it after a moment.
 */
export function useBackOnline(isSaid: boolean, forget: () => void) {
  const clear = useEffectEvent(forget)
  useEffect(() => {
    if (!isSaid) return
    const over = new AbortController()
    addEventListener('online', () => clear(), { signal: over.signal })
    return () => over.abort()
  }, [isSaid])
}

/** As long as something is missing because nobody could be reached: tries again by itself once somebody can. */
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
