/** Whether the server answers: the browser's `onLine` only means that there is some network. */
export const isReachable = async (address = '/healthz'): Promise<boolean> =>
  navigator.onLine &&
  fetch(address, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(3_000) }).then(
    ({ status }) => status < 500,
    () => false,
  )
