/** How long whoever signs out is kept for them. */
const longestWait = 3_000

/** What is sent before whoever is here leaves: afterwards nobody may send it. */
export const beforeLeaving = new Set<(onClosing: true) => Promise<unknown>>()

/** Waits for it a moment. */
export const sendBeforeLeaving = () =>
  Promise.race([
    Promise.allSettled([...beforeLeaving].map(send => send(true))),
    new Promise(resolve => setTimeout(resolve, longestWait)),
  ])
