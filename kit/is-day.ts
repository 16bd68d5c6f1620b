/**
 * A day that exists, in the years that anybody plans in: no 31 February. Far from their edges calendars and PostgreSQL agree,
 * and a day more or less is still a day.
 */
export function isDay(text: string): boolean {
  if (!/^(19|20|21)\d\d-\d\d-\d\d$/.test(text)) return false
  const at = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}
