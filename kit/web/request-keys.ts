/** The same request keeps its key however often it is sent: an answer that was lost makes nothing twice. */
export function rememberKeys() {
  let last: { body: string; key: string } | undefined
  return (request: unknown) => {
    const body = JSON.stringify(request)
    if (last?.body !== body) last = { body, key: crypto.randomUUID() }
    return last.key
  }
}
