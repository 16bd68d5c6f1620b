/** Browser globals for the drawing thread: storage of its own, and a `fetch` that asks the server. */
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
