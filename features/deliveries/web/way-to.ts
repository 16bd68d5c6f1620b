/** Where the phone's own maps are asked for the way; nothing where the device is none that has them (docs/decisions/0150). */
export function wayTo(address: string, agent: string = navigator.userAgent): string | undefined {
  const place = encodeURIComponent(address)
  if (address === '') return undefined
  if (/Android/.test(agent)) return `geo:0,0?q=${place}`
  // Opened by the system in its own program: a browser there knows no `geo:`.
  if (/iPhone|iPad|Macintosh/.test(agent)) return `https://maps.apple.com/?daddr=${place}`
  return undefined
}
