import { session } from './browser-session.ts'

/** The page's user, in whose name alone pending work may be sent: also while they have to sign in again. */
export const presence = { user: session.shown, subscribe: session.subscribe }
