import { useSyncExternalStore } from 'react'

/** `over`: no longer valid. `login` is its user's, if the mail contains it. */
export type Link = { purpose: 'invitation' | 'reset' | 'over'; token: string; login?: string | undefined }

let taken: Link | null = null
const listeners = new Set<() => void>()

function take(link: Link | null) {
  taken = link
  for (const listener of listeners) listener()
}

/**
 * Takes a link from the address's fragment into memory, since in the address it would stay in the browser's history. Returns
 * whether there was one.
 */
export function takeLink(hash: string): boolean {
  const [, purpose, token, login] = /^(invitation|reset)=([\w-]+)(?:&login=(.*))?$/.exec(hash) ?? []
  if (!token) return false
  take({ purpose: purpose === 'reset' ? purpose : 'invitation', token, login })
  return true
}

/** After its use. */
export const dropLink = () => take(null)

/** Used elsewhere, or expired. */
export const endLink = (link: Link) => take({ ...link, purpose: 'over' })

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const read = () => taken

export const useLink = () => useSyncExternalStore(subscribe, read, read)
