/** Each has an entry of its own: another page, other files, other screens. */
export type Audience = 'practice' | 'staff'

/** Where somebody arrives who asks for nothing in particular. */
export const homes: Record<Audience, string> = { practice: '/', staff: '/staff' }

/** Whose screens stand at this path. */
export const audienceAt = (path: string): Audience => (/^\/staff(\/|$)/.test(path) ? 'staff' : 'practice')
