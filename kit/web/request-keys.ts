/** The same body keeps its idempotency key for all tries, so that a lost answer makes nothing twice. */
export function rememberKeys() {
  let last: { body: string; key: string } | undefined
  return (request: unknown) => {
    const body = JSON.stringify(request)
    if (last?.body !== body) last = { body, key: crypto.randomUUID() }
    return last.key
  }
}
