/** What the application finds where there is no browser: a shelf of its own, and a server that answers as `fetch` does. */
export function standInForBrowser(
  fetch: (address: string, request?: RequestInit) => Promise<Response>,
  more: object = {},
) {
  const kept = new Map<string, string>()
  Object.assign(globalThis, { document: { documentElement: {}, ...more }, addEventListener: () => undefined, fetch })
  Object.defineProperty(globalThis, 'localStorage', {
    value: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    },
  })
}
