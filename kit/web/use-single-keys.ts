import { useSyncExternalStore } from 'react'
import { setCookie } from './cookie.ts'
import { singleKeysAreOn } from './single-keys.ts'

const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Whether single-key shortcuts are on, updated wherever the choice is made. */
export const useSingleKeys = () => useSyncExternalStore(subscribe, singleKeysAreOn, singleKeysAreOn)

export function turnSingleKeys(isOn: boolean): void {
  setCookie('single_keys', isOn ? 'on' : 'off', 365)
  for (const listener of listeners) listener()
}
