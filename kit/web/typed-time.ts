const two = (digits: string) => digits.padStart(2, '0')

/** "HH:MM" from what people type: "9h30", "930", "9:30", "14"; undefined if invalid. */
export function typedTime(typed: string): string | undefined {
  const match = /^(\d{1,2})(?:[ .:hH]{1,3}(\d\d)?)?$/.exec(typed.trim()) ?? /^(\d{1,2})(\d\d)$/.exec(typed.trim())
  if (!match) return undefined
  const [, hour = '', minute = '00'] = match
  return Number(hour) < 24 && Number(minute) < 60 ? `${two(hour)}:${minute}` : undefined
}
