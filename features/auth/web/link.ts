import { useSyncExternalStore } from 'react'

/** `over`: opens nothing any more. `login` is whose it was, where the mail has said so. */
export type Link = { purpose: 'invitation' | 'reset' | 'over'; token: string; login?: string | undefined }

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
  const [, purpose, token, login] = /^(invitation|reset)=([\w-]+)(?:&login=(.*))?$/.exec(hash) ?? []
  if (!token) return false
  take({ purpose: purpose === 'reset' ? purpose : 'invitation', token, login })
  return true
}

/** It has been used here. */
export const dropLink = () => take(null)

/** It was used elsewhere, or its time is over. */
export const endLink = (link: Link) => take({ ...link, purpose: 'over' })

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const read = () => taken

export const useLink = () => useSyncExternalStore(subscribe, read, read)
