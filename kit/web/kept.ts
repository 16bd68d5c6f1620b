import { isOnlyOnPage, readStored, store, storedKeys } from './device-store.ts'

/**
 * Data that screens keep on the device for the signed-in user, to work without a network. A `copy` can be fetched again; `unsent`
 * data exists nowhere else. Signing out deletes both (features/auth/web/browser-session.ts).
 */
type Kind = 'copy' | 'unsent'

/** Removes the entry when the value is undefined. */
export const keep = (kind: Kind, name: string, value: unknown): void =>
  store(`${kind}/${name}`, value === undefined ? null : JSON.stringify(value))

export function kept<T>(kind: Kind, name: string): T | undefined {
  const text = readStored(`${kind}/${name}`)
  if (!text) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether it is lost with the page, because the device refuses storage or has no room left. */
export const isKeptOnPageAlone = (kind: Kind, name: string): boolean => isOnlyOnPage(`${kind}/${name}`)

/** Whether signing out would lose something. */
export const isAnyUnsent = (): boolean => storedKeys('unsent/').length > 0
