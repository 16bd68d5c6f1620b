const minutesOf = (minutes: number) => `${minutes.toLocaleString('en-GB')} min`

export const en = {
  title: 'Where this device stands',
  description:
    'With a place, each scan checks its case in there, and out when it is scanned there again: so the figures know how long each work takes. Nobody is named.',
  name: 'Place (optional)',
  hint: 'Such as Milling, Ceramics or Finishing. Empty: a scan only opens the case.',
  isHere: (code: string, station: string) => `${code} is now at: ${station}`,
  isDone: (code: string, station: string, minutes: number | null) =>
    minutes === null ? `${code} has left: ${station}` : `${code} has left: ${station}, after ${minutesOf(minutes)}`,
  before: (code: string) => `${code} is there no more.`,
}
export type StationsText = typeof en
