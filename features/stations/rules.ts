export const longestStation = 40
export const mostStations = 200
/** Former names that still resolve: devices keep the name under which they were set up. */
export const mostFormerNames = 20

/** A reader may read a label twice, and a lost answer is retried: the same scan within this time is ignored. */
export const sameScanMs = 10_000

/** A check-in can be taken back for this long. */
export const takenBackMs = 10 * 60_000

/** Longer visits were forgotten check-outs: their minutes are not counted. */
export const mostHours = 10

export const minutesBetween = (from: string, to: string): number | null => {
  const minutes = (Date.parse(to) - Date.parse(from)) / 60_000
  return minutes > mostHours * 60 ? null : Math.round(minutes * 10) / 10
}

/** A server's clock may have been set back between two scans: times never precede those already recorded. */
export const latestOf = (first: string, ...others: readonly string[]): string =>
  others.reduce((latest, one) => (Date.parse(one) > Date.parse(latest) ? one : latest), first)
