/** Nothing typed is no limit; what is no whole number is none for the shape either. */
export function elementsOf(typed: string): number | null {
  const words = typed.trim()
  if (words === '') return null
  return /^\d{1,6}$/.test(words) ? Number(words) : Number.NaN
}
