export const longestStation = 40
export const mostStations = 200
/** Names that still lead to a place: devices keep the one under which they were set up. */
export const mostFormerNames = 20

/** A reader reads a label twice, and an answer that was lost is asked for again: the same scan so soon says nothing new. */
export const sameScanMs = 10_000

/** For as long, a check-in can have been a mistake. */
export const takenBackMs = 10 * 60_000

/** Whatever lay at a place for longer was forgotten there: its minutes are not counted. */
export const mostHours = 10

export const minutesBetween = (from: string, to: string): number | null => {
  const minutes = (Date.parse(to) - Date.parse(from)) / 60_000
  return minutes > mostHours * 60 ? null : Math.round(minutes * 10) / 10
}

/** The clock of a server may have been put back between two scans: what is noted goes on from what was noted before. */
export const latestOf = (first: string, ...others: readonly string[]): string =>
  others.reduce((latest, one) => (Date.parse(one) > Date.parse(latest) ? one : latest), first)
