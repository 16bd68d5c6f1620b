/** The half-days, in order. */
export const shifts = ['AM', 'PM'] as const

/** When the first of them is over. */
export const midday = '12:00'
