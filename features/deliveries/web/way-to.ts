/** A link to directions in the phone's own maps; undefined on devices without any (docs/decisions/0150). */
export function wayTo(address: string, agent: string = navigator.userAgent): string | undefined {
  const place = encodeURIComponent(address)
  if (address === '') return undefined
  if (/Android/.test(agent)) return `geo:0,0?q=${place}`
  // iOS and macOS open this in their Maps app; their browsers do not know `geo:`.
  if (/iPhone|iPad|Macintosh/.test(agent)) return `https://maps.apple.com/?daddr=${place}`
  return undefined
}
