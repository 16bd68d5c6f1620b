/** Each audience has its own entry: page, files and screens. */
export type Audience = 'practice' | 'staff'

/** The landing page when no address was asked for. */
export const homes: Record<Audience, string> = { practice: '/', staff: '/staff' }

/** The audience whose screens are at this path. */
export const audienceAt = (path: string): Audience => (/^\/staff(\/|$)/.test(path) ? 'staff' : 'practice')
