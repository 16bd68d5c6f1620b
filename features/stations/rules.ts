export const longestStation = 40
export const mostStations = 200

/** A reader reads a label twice, and an answer that was lost is asked for again: the same scan so soon says nothing new. */
export const sameScanMs = 10_000

/** Whatever lay at a place for longer was forgotten there: its minutes are not counted. */
export const mostHours = 10

export const minutesBetween = (from: string, to: string): number | null => {
  const minutes = (Date.parse(to) - Date.parse(from)) / 60_000
  return minutes > mostHours * 60 ? null : Math.round(minutes * 10) / 10
}
