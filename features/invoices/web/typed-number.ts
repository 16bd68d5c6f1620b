/** Undefined for anything but a whole number. */
export const numberOf = (typed: string): number | undefined => (/^\d+$/.test(typed.trim()) ? Number(typed) : undefined)
