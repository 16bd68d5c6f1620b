import { useSyncExternalStore } from 'react'

let owed: string | null = null
const listeners = new Set<() => void>()

/** What the right password was answered with, kept for as long as the page lives; null once it is answered or over. */
export function setChallenge(challenge: string | null) {
  owed = challenge
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const read = () => owed

export const useChallenge = () => useSyncExternalStore(subscribe, read, read)
