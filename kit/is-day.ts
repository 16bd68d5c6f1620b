/**
 * An existing day in years 1900 to 2199: no 31 February. Well within the range where JavaScript's calendar and PostgreSQL agree,
 * even a day beyond either end.
 */
export function isDay(text: string): boolean {
  if (!/^(19|20|21)\d\d-\d\d-\d\d$/.test(text)) return false
  const at = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}
