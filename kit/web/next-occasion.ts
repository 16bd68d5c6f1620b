/** Retries when the user is active again or the network comes back. Returns the function that stops it. */
export function onNextOccasion(ask: () => void): () => void {
  const over = new AbortController()
  for (const occasion of ['pointerdown', 'keydown', 'online'])
    addEventListener(occasion, ask, { once: true, capture: true, signal: over.signal })
  return () => over.abort()
}
