/** Null (no limit) for an empty field; NaN for anything but a whole number, which the schema then refuses. */
export function elementsOf(typed: string): number | null {
  const words = typed.trim()
  if (words === '') return null
  return /^\d{1,6}$/.test(words) ? Number(words) : Number.NaN
}
