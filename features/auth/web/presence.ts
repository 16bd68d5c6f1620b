import { session } from './browser-session.ts'

/** Whoever is here, for what may leave only in their name. */
export const presence: Pick<typeof session, 'user' | 'subscribe'> = session
