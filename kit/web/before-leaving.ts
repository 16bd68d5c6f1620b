/** The most that a sign-out waits for it. */
const longestWait = 3_000

/** Sends pending work before sign-out, after which the user's session can no longer send it. */
export const beforeLeaving = new Set<(onClosing: true) => Promise<unknown>>()

/** Waits for it briefly. */
export const sendBeforeLeaving = () =>
  Promise.race([
    Promise.allSettled([...beforeLeaving].map(send => send(true))),
    new Promise(resolve => setTimeout(resolve, longestWait)),
  ])
