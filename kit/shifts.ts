/** The half-days, in order. */
export const shifts = ['AM', 'PM'] as const
