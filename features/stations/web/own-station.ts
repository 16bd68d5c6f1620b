import { readStored, store } from '#kit/web/device-store.ts'

const key = 'station'

/** Where this device stands, whoever is signed in; '' where at no place. */
export const ownStation = (): string => readStored(key) ?? ''
export const keepOwnStation = (name: string): void => store(key, name.trim() || null)
