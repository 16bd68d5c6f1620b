/** What could not be had is asked for again when somebody is there, or the network is. */
export function onNextOccasion(ask: () => void) {
  for (const occasion of ['pointerdown', 'keydown', 'online'])
    addEventListener(occasion, ask, { once: true, capture: true })
}
