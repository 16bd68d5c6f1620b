// The screen of the round, kept on the phone so that it opens without a network (docs/decisions/0151). In it stands nobody's data.
const scope = '/staff/deliveries'
const address = `${scope}-worker.js`

/** Trusted Types: the one address that is turned into a worker is our own. A policy can be made once. */
const policy = window.trustedTypes?.createPolicy('round-worker', { createScriptURL: () => address })

/** What cannot be kept (no TLS, a browser that refuses storage) is asked of the network each time, as before. */
export async function keepScreen(): Promise<void> {
  await navigator.serviceWorker
    ?.register((policy?.createScriptURL('') ?? address) as string, { scope, updateViaCache: 'none' })
    .catch(() => undefined)
}
