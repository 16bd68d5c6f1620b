/** The halves of a day, in their order. */
export const shifts = ['AM', 'PM'] as const
