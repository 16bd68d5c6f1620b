/** NaN for anything but a whole number, which the schema then refuses. */
export const wholeOf = (typed: string): number => (/^\d{1,6}$/.test(typed.trim()) ? Number(typed) : Number.NaN)
