/** What could not be had is asked for again when somebody is there, or the network is. */
export function onNextOccasion(ask: () => void): () => void {
  const over = new AbortController()
  for (const occasion of ['pointerdown', 'keydown', 'online'])
    addEventListener(occasion, ask, { once: true, capture: true, signal: over.signal })
  return () => over.abort()
}
