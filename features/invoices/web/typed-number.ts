/** Nothing for what is no number. */
export const numberOf = (typed: string): number | undefined => (/^\d+$/.test(typed.trim()) ? Number(typed) : undefined)
