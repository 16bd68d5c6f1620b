import { session } from './browser-session.ts'

/** Whose page it is, for what may leave only in their name: also of whoever is to sign in again first. */
export const presence = { user: session.shown, subscribe: session.subscribe }
