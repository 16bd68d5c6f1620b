import { useSyncExternalStore } from 'react'

export type Link = { purpose: 'invitation' | 'reset'; token: string }

let taken: Link | null = null
const listeners = new Set<() => void>()

function take(link: Link | null) {
  taken = link
  for (const listener of listeners) listener()
}

/**
 * What the fragment of an address has brought, kept for as long as the page lives: in the address it would stay in the
 * history. Whether it has brought anything.
 */
export function takeLink(hash: string): boolean {
  const [, purpose, token] = /^(invitation|reset)=([\w-]+)$/.exec(hash) ?? []
  if (!token) return false
  take({ purpose: purpose === 'reset' ? 'reset' : 'invitation', token })
  return true
}

/** It has been used. */
export const dropLink = () => take(null)

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const read = () => taken

export const useLink = () => useSyncExternalStore(subscribe, read, read)
