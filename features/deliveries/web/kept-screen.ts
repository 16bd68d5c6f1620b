// Keeps the round's screen on the phone so that it opens offline (docs/decisions/0151). It contains nobody's data.
const scope = '/staff/deliveries'
const address = `${scope}-worker.js`

/** Trusted Types policy that allows only our own worker address. A policy name can be created only once. */
const policy = window.trustedTypes?.createPolicy('round-worker', { createScriptURL: () => address })

/** If it cannot be kept (no TLS, or storage refused), the screen is loaded from the network each time. */
export async function keepScreen(): Promise<void> {
  await navigator.serviceWorker
    ?.register((policy?.createScriptURL('') ?? address) as string, { scope, updateViaCache: 'none' })
    .catch(() => undefined)
}
