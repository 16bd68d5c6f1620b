import { readStored, store } from '#kit/web/device-store.ts'

const key = 'station'

/** This device's station, for whoever is signed in; '' for none. */
export const ownStation = (): string => readStored(key) ?? ''
export const keepOwnStation = (name: string): void => store(key, name.trim() || null)
